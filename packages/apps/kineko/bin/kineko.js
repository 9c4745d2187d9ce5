#!/usr/bin/env node
import { start } from '../bundle/kineko.cli.js';

await start();

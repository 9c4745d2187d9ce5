#!/usr/bin/env node
import { start } from '../dist/cli.js';

await start();

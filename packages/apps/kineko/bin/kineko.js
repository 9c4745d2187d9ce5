#!/usr/bin/env node
import module from 'node:module';

// Node 22.1 and newer keep compiled code for the next start. The program is imported afterwards, so that it is covered.
module.enableCompileCache?.();
const { start } = await import('../bundle/kineko.cli.js');

await start();

import { fileURLToPath } from 'node:url';
import { runBench } from './command.js';

process.exitCode = await runBench(process.argv.slice(2), {
  // This file is built to build/tools/bench/main.js.
  buildFolder: fileURLToPath(new URL('../..', import.meta.url)),
  stdout: process.stdout,
  stderr: process.stderr,
});

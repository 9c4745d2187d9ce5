import { fileURLToPath } from 'node:url';
import { runSoak } from './command.js';

process.exitCode = await runSoak(process.argv.slice(2), {
  // This file is built to build/tools/soak/main.js.
  buildFolder: fileURLToPath(new URL('../..', import.meta.url)),
  stdout: process.stdout,
  stderr: process.stderr,
});

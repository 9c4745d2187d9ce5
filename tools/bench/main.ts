import { fileURLToPath } from 'node:url';
import { runBench } from './command.js';
import { runApart } from './isolated.js';

process.exitCode = await runBench(process.argv.slice(2), {
  // This file is built to build/tools/bench/main.js.
  buildFolder: fileURLToPath(new URL('../..', import.meta.url)),
  start: ({ name }, { builtFile, comparison, alternative }) => runApart(name, builtFile, comparison, alternative),
  stdout: process.stdout,
  stderr: process.stderr,
});

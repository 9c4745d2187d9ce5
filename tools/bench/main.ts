import { join } from 'node:path';
import '../shared/use-built-sources.js';
import { REPOSITORY } from '../shared/workspaces.js';
import { runBench } from './command.js';
import { runApart } from './isolated.js';

process.exitCode = await runBench(process.argv.slice(2), {
  buildFolder: join(REPOSITORY, 'build'),
  start: ({ name }, { builtFile, comparison, alternative }) => runApart(name, builtFile, comparison, alternative),
  stdout: process.stdout,
  stderr: process.stderr,
});

import { join } from 'node:path';
import '../shared/use-built-sources.js';
import { REPOSITORY } from '../shared/workspaces.js';
import { runSoak } from './command.js';

process.exitCode = await runSoak(process.argv.slice(2), {
  buildFolder: join(REPOSITORY, 'build'),
  stdout: process.stdout,
  stderr: process.stderr,
});

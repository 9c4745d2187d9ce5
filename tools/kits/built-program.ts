import { pathToFileURL } from 'node:url';
import { REPOSITORY } from '../shared/workspaces.js';

const HOOK = pathToFileURL(`${REPOSITORY}tools/dist/shared/use-built-sources.js`).href;

/** Arguments of Node that start a program of a test as built: `builtProgram('packages/runtime/run/test/record-apart')`. */
export function builtProgram(path: string): string[] {
  return ['--import', HOOK, `${REPOSITORY}build/${path}.js`];
}

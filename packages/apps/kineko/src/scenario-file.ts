import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { FRONT_ENDS } from './front-ends.js';

/** The file of a scenario, which front ends may allow to be named by its folder. */
export async function scenarioFile(path: string, cwd: string): Promise<string> {
  const status = await stat(resolve(cwd, path)).catch(() => undefined);
  const [file] = FRONT_ENDS.flatMap(({ folderFile }) => folderFile ?? []);
  return status?.isDirectory() === true && file !== undefined ? join(path, file) : path;
}

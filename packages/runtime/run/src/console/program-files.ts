/** Programs that are named on the command line: layers, classes for scenarios. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InputError, type Problem } from '@kineko/formats/problem';

/** Their paths; throws an `InputError` for those that are not there: whoever loads them could only tell of a module. */
export async function programPaths(names: readonly string[], cwd: string): Promise<string[]> {
  const problems = await Promise.all(names.map((name) => problemOf(name, resolve(cwd, name))));
  const wrong = problems.filter((problem) => problem !== undefined);
  if (wrong.length > 0) throw new InputError(wrong);
  return names.map((name) => resolve(cwd, name));
}

async function problemOf(file: string, path: string): Promise<Problem | undefined> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isFile() === true) return undefined;
  const text = status === undefined ? 'no such file' : 'it is no plain file; name a program';
  return { severity: 'error', place: { file }, text };
}

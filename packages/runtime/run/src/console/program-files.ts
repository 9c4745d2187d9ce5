/** Programs that the command line names: layers, classes for scenarios. */
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { InputError, type Problem } from '@kineko/formats/problem';

/** Returns their paths; throws an `InputError` for missing files, since the loader would only report a missing module. */
export async function programPaths(names: readonly string[], cwd: string): Promise<string[]> {
  const problems = await Promise.all(names.map((name) => problemOf(name, resolve(cwd, name))));
  const wrong = problems.filter((problem) => problem !== undefined);
  if (wrong.length > 0) throw new InputError(wrong);
  return names.map((name) => resolve(cwd, name));
}

async function problemOf(file: string, path: string): Promise<Problem | undefined> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isFile() === true) return undefined;
  const text = status === undefined ? 'no such file' : 'expected a program, got a folder or device';
  return { severity: 'error', place: { file }, text };
}

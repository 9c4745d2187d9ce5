/** The file that shows a run: itself, or what lies in the folder of the run. */
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { readManifest } from '@kineko/run/node';

/** Of a folder the trace rather than the log: it is exact. `name` is what messages call it. */
export async function runLogOf(path: string, name: string): Promise<string> {
  const status = await stat(path).catch(() => undefined);
  if (status === undefined) throw refusal(name, 'no such file');
  if (status.isFile()) return path;
  if (!status.isDirectory()) throw refusal(name, 'it is no plain file: name a log or a trace');
  const { trace, log } = (await readManifest(path)).files;
  const file = trace ?? log;
  if (file === undefined) throw refusal(name, 'the run in it has kept neither a log nor a trace');
  return join(path, file);
}

/** The same, but what is not there is said by who reads it, with everything else that is wrong. */
export async function logToRead(name: string, cwd: string): Promise<string> {
  const path = resolve(cwd, name);
  const status = await stat(path).catch(() => undefined);
  return status?.isDirectory() === true ? runLogOf(path, name) : path;
}

function refusal(file: string, text: string): InputError {
  return new InputError([{ severity: 'error', place: { file }, text }]);
}

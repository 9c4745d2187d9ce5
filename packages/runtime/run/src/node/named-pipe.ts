import { realpath, stat } from 'node:fs/promises';
import { inputError } from '@kineko/formats/problem';

/**
 * Throws an `InputError` if a path leads to a named pipe: opening it waits for a writer, and no signal ends that. Standard
 * input and the pipes of a shell have no name, and do not wait.
 *
 * @param name The path in messages.
 */
export async function refuseNamedPipe(path: string, name = path): Promise<void> {
  const status = await stat(path).catch(() => undefined);
  if (status?.isFIFO() !== true || (await realpath(path).catch(() => undefined)) === undefined) return;
  throw inputError('expected a file, got a named pipe', name);
}

/** Files that commands write. */
import { rename, rm, stat } from 'node:fs/promises';
import { inputError, unknownName } from '@kineko/formats/problem';
import { UsageError } from '@kineko/run/console';
import { removeLeftover } from '@kineko/run/node';

/** The ending of a file name, and the row of the table for it. @param more What else could be done, for the message. */
export function byEnding<T>(name: string, table: Readonly<Record<string, T>>, more = ''): readonly [string, T] {
  const ending = /\.([^.\\/]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(table, ending)) return [ending, table[ending]!];
  const known = Object.keys(table).map((each) => `.${each}`);
  throw new UsageError(`${name}: ${unknownName('file ending', `.${ending}`, known)}${more}`);
}

/** Writes under another name first, so that half a file is never mistaken for the whole. Throws an `InputError` for a device or a pipe. */
export async function writeWhole<T>(path: string, write: (partial: string) => Promise<T>): Promise<T> {
  // The new file would take its place: a superuser would lose /dev/null.
  const status = await stat(path).catch(() => undefined);
  if (status !== undefined && !status.isFile() && !status.isDirectory()) {
    throw inputError('cannot be written: expected a plain file, got a device, a socket or a pipe', path);
  }
  const partial = `${path}.partial`;
  await removeLeftover(partial);
  try {
    const result = await write(partial);
    await rename(partial, path);
    return result;
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

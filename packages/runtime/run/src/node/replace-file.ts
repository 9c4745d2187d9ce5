/** Replaces files at once: readers see the earlier file or the whole new one. */
import { constants } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { inputError } from '@kineko/formats/problem';

/**
 * Writes a file under the name `partial` first. A link or a pipe that was left there is removed, not written to. Throws an
 * `InputError` for a device or a pipe.
 */
export async function replaceFile<T>(
  path: string,
  write: (file: FileHandle, partial: string) => Promise<T>,
  partial = `${path}.partial`,
): Promise<T> {
  // The new file would take its place: a superuser would lose /dev/null.
  const status = await stat(path).catch(() => undefined);
  if (status !== undefined && !status.isFile() && !status.isDirectory()) {
    throw inputError('cannot be written: expected a plain file, got a device, a socket or a pipe', path);
  }
  const file = await openNew(partial);
  try {
    const result = await write(file, partial);
    if ((await file.stat()).isCharacterDevice())
      throw inputError('cannot be written: expected a plain file, got a device', partial);
    await file.close();
    await rename(partial, path);
    return result;
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
}

/**
 * A link to a character device stays, so that tests can have a full disk, /dev/full. If a device takes all bytes, like /dev/null,
 * the link does not become the file.
 */
async function openNew(path: string): Promise<FileHandle> {
  // Opening a named pipe would wait for a reader.
  const present = await open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
  if ((await present?.stat())?.isCharacterDevice() === true) return present!;
  await present?.close();
  const status = await lstat(path).catch(() => undefined);
  if (status?.isDirectory() === true) throw inputError('cannot be written: expected a plain file, got a folder', path);
  await rm(path, { force: true });
  // Another process may have put a link there in the meantime.
  return open(path, 'wx');
}

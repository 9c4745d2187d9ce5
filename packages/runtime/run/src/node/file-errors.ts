/** Errors of the file system as messages with the file and the reason: a full disk, a read-only folder. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inputError } from '@kineko/formats/problem';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'disk quota exceeded',
  EEXIST: 'there is a file with this name',
  EFBIG: 'the file would be too large',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'no such folder',
  ENOSPC: 'no space left on device',
  ENOTDIR: 'a folder in its path is a file',
  ENOTEMPTY: 'it is a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** A human-readable reason why a file could not be written. */
export function writeFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(REASONS, code) ? REASONS[code]! : message;
}

/** Performs an action that writes the file or folder `name`; an error of the file system becomes an `InputError`. */
export async function writing<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asRefusal(name, error);
  }
}

/** The same for a synchronous action. */
export function writingNow<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw asRefusal(name, error);
  }
}

/** Creates a folder and its parents. (The `recursive` option of Node never returns beneath /proc.) */
export function makeFolder(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) return;
  const parent = dirname(path);
  if (status === undefined && parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have created it in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function asRefusal(name: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return inputError(`cannot be written: ${writeFailure(error)}`, name);
}

/** What the file system refuses, said with the file and the reason: a full disk, a read-only folder. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { inputError } from '@kineko/formats/problem';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota of this user is used up',
  EEXIST: 'there is a file of its name already',
  EFBIG: 'a file cannot be larger',
  EISDIR: 'it is a folder',
  ENAMETOOLONG: 'its name is too long',
  ENOENT: 'there is no such folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'what should be its folder is a file',
  ENOTEMPTY: 'it is a folder',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
};

/** Why something could not be written, in plain words. */
export function writeFailure(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return Object.hasOwn(REASONS, code) ? REASONS[code]! : message;
}

/** Writes a file, or a folder, that messages call `name`; a refusal of the file system becomes an `InputError`. */
export async function writing<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw asRefusal(name, error);
  }
}

/** The same for an action that blocks. */
export function writingNow<T>(name: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw asRefusal(name, error);
  }
}

/** Makes a folder and those above it. (The `recursive` option of Node never returns beneath /proc.) */
export function makeFolder(path: string): void {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status?.isDirectory() === true) return;
  const parent = dirname(path);
  if (status === undefined && parent !== path) makeFolder(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it in the meantime.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw error;
  }
}

function asRefusal(name: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return inputError(`cannot be written: ${writeFailure(error)}`, name);
}

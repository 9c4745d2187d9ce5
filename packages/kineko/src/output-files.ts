import { InputError } from '@kineko/formats/problem';

/** Does something to a file that the user named; what the file system refuses is bad input. */
export async function writing<T>(name: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { code, syscall, message } = error as NodeJS.ErrnoException;
    if (code === undefined || syscall === undefined) throw error;
    const text = `it cannot be written: ${REASONS[code] ?? message}`;
    throw new InputError([{ severity: 'error', place: { file: name }, text }]);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EEXIST: 'something else has its name',
  EISDIR: 'it is a folder',
  ENOENT: 'there is no such folder',
  ENOSPC: 'no space is left on the device',
  ENOTDIR: 'what should be its folder is a file',
  ENOTEMPTY: 'it is a folder',
  EROFS: 'the file system is read-only',
};

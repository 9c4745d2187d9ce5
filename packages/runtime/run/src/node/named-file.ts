/** Finds a file that a scenario names, beneath the folder of the scenario. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, parse, relative, resolve, sep, win32 } from 'node:path';
import { inputError, nearestName } from '@kineko/formats/problem';
import type { Source } from '../scenario.js';

/** Returns the real path of a plain file; throws an `InputError` if it is not one, or outside the folder. */
export async function findNamedFile(path: string, from: Source): Promise<string> {
  const refuse = (why: string): never => {
    throw inputError(`names the file ${JSON.stringify(path)}: ${why}`, from.path);
  };
  const wrong = problemOfPath(path);
  if (wrong !== undefined) refuse(`${wrong}; expected a path relative to, and beneath, the folder of ${from.path}`);
  const folder = resolve(dirname(from.path));
  const file = resolve(folder, path);
  let real: string;
  try {
    real = await realpath(file);
  } catch (error) {
    return refuse(await whyUnreachable(error, file, folder));
  }
  if (!isBeneath(real, await realpath(folder))) {
    refuse(`it is a link to ${real}; expected a file beneath ${folder}`);
  }
  const status = await stat(real);
  if (status.isDirectory()) refuse(`it is a folder, ${file}; name a file in it`);
  if (!status.isFile()) refuse(`it is a device, a socket or a pipe, ${file}; expected a plain file`);
  return real;
}

/** Judges the text of the path alone, the same way on every machine. */
function problemOfPath(path: string): string | undefined {
  if (path === '') return 'the name is empty';
  if (path.includes('\0')) return 'the name contains a NUL';
  if (/^[a-z][a-z\d+.-]+:/i.test(path)) return 'it is a URL and not a path';
  if (isAbsolute(path) || win32.isAbsolute(path) || /^[a-z]:/i.test(path)) return 'it is an absolute path';
  // Handles both kinds of separators.
  if (win32.normalize(path).split(win32.sep)[0] === '..') return 'it leads out of the folder';
  return undefined;
}

export function isBeneath(file: string, folder: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path.split(sep)[0] !== '..' && !isAbsolute(path);
}

async function whyUnreachable(error: unknown, file: string, folder: string): Promise<string> {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no file ${file}${await suggestion(file, folder)}`;
    case 'EACCES':
    case 'EPERM':
      return `${file} cannot be read: permission denied`;
    case 'ELOOP':
      return `${file} is a link to itself`;
    default:
      return `${file} cannot be found: ${message}`;
  }
}

async function suggestion(file: string, folder: string): Promise<string> {
  if (relative(folder, file).includes('\\') && sep !== '\\') return '; write / between the names of folders';
  const meant = await pathMeantBy(file, folder);
  return meant === undefined ? '' : `; did you mean ${JSON.stringify(meant)}?`;
}

/** Suggests an existing file similar to a missing one, as a path relative to a folder. */
export async function pathMeantBy(file: string, folder: string): Promise<string | undefined> {
  const parts = relative(folder, file).split(sep);
  let place = folder;
  for (const [i, part] of parts.entries()) {
    const entries = await readdir(place, { withFileTypes: true }).catch((): Dirent[] => []);
    if (!entries.some(({ name }) => name === part)) {
      const isLast = i === parts.length - 1;
      const names = entries.filter((entry) => isLast || !entry.isFile()).map(({ name }) => name);
      const meant = names.find((name) => isLast && parse(name).name === part) ?? nearestName(part, names);
      return meant === undefined ? undefined : parts.with(i, meant).join('/');
    }
    place = resolve(place, part);
  }
  return undefined;
}

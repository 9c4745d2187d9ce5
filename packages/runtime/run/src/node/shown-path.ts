import { isAbsolute, relative, resolve } from 'node:path';

/** A path relative to the current folder, if it is beneath it. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, resolve(cwd, path));
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? path : shown;
}

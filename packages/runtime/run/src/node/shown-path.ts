import { isAbsolute, relative, resolve } from 'node:path';

/** As the user would write it from where the program was started. */
export function shownPath(path: string, cwd: string): string {
  const shown = relative(cwd, resolve(cwd, path));
  return shown === '' || shown.startsWith('..') || isAbsolute(shown) ? path : shown;
}

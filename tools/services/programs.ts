/** The programs that tests use besides Node. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';

export interface Program {
  /** Names of the program; any of them is sufficient. */
  readonly names: readonly string[];
  /** Debian's package. */
  readonly debian: string;
}

export const CHROMIUM: Program = {
  // First the one without windows and menus, which takes less CPU time.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  debian: 'chromium-headless-shell',
};

export const PYTHON: Program = { names: ['python3'], debian: 'python3' };

export const REDIS: Program = { names: ['redis-server'], debian: 'redis-server' };

export const PROGRAMS: readonly Program[] = [CHROMIUM, PYTHON, REDIS];

/** Path of the first of some programs that is on the PATH. */
export function whereIs(names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not in this folder.
      }
    }
  }
  return undefined;
}

/** The path of a program; throws an error that names the package to install if it is missing. */
export function requireProgram({ names, debian }: Program): string {
  const path = whereIs(names);
  if (path !== undefined) return path;
  throw new Error(
    `this test needs ${names.join(' or ')}: install it (Debian: apt-get install ${debian}) and try again`,
  );
}

/** Finds the place of an error in an author's files. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Frame {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Frames below this one have loaded an author's file. */
const LOADER = /^(async )?loadModule \($/;

/** Returns the first frame in an author's file on the stack of the innermost cause of an error. */
export function authorFrame(error: unknown): Frame | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { cause, stack } = error as { readonly cause?: unknown; readonly stack?: unknown };
  return (
    (cause === error ? undefined : authorFrame(cause)) ?? (typeof stack === 'string' ? firstFrame(stack) : undefined)
  );
}

function firstFrame(stack: string): Frame | undefined {
  for (const text of stack.split('\n')) {
    const [by, frame] = frameOf(text) ?? [];
    if (by === undefined || frame === undefined) continue;
    // The code that loads a file is not its author's.
    if (LOADER.test(by) && !isAuthors(frame.file)) return undefined;
    if (isAuthors(frame.file)) return frame;
  }
  return undefined;
}

/** Parses `at name (place:line:column)` or `at place:line:column`; a place may contain spaces and brackets. */
function frameOf(text: string): [by: string, Frame] | undefined {
  const [, start, name] = /^\s+at ((?:async )?(?:.*? \()?)(.*)$/.exec(text) ?? [];
  const [, place, line, column] = /^(.*?):(\d+):(\d+)\)?$/.exec(name ?? '') ?? [];
  if (start === undefined || place === undefined) return undefined;
  const file = place.startsWith('file:') ? fileURLToPath(place) : place;
  return [start, { file, line: Number(line), column: Number(column) }];
}

function isAuthors(file: string): boolean {
  const isFile = /^([a-z]:)?[\\/]/i.test(file);
  return isFile && !/[\\/]node_modules[\\/]/.test(file) && !file.startsWith(ours());
}

let packages: string | undefined;

/** The folder with all packages if the sources are run; the folder of this package if it is installed. */
function ours(): string {
  if (packages !== undefined) return packages;
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('../', folder);
  const all = new URL('../../', folder);
  packages = fileURLToPath(all.pathname.endsWith('/packages/') ? all : folder);
  return packages;
}

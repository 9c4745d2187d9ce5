/** Where in an author's own files something went wrong. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Frame {
  /** Absolute path. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What lies behind it on a stack has asked for a file of an author. */
const LOADER = /^(async )?loadModule \($/;

/** The first place in an author's file on the stack of an error, or of what caused it; the innermost cause counts. */
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
    // Whoever has a file loaded is not its author.
    if (LOADER.test(by) && !isAuthors(frame.file)) return undefined;
    if (isAuthors(frame.file)) return frame;
  }
  return undefined;
}

/** `at name (place:line:column)`, or `at place:line:column`; a place may have spaces and brackets in it. */
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

/** The folder with all packages, layer by layer, where the sources run; the package itself where it is installed. */
function ours(): string {
  if (packages !== undefined) return packages;
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder)) && folder.pathname !== '/') folder = new URL('../', folder);
  const all = new URL('../../', folder);
  packages = fileURLToPath(all.pathname.endsWith('/packages/') ? all : folder);
  return packages;
}

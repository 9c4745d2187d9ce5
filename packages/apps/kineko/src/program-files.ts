/** Files of the installed program. Their paths are the same from the sources and from the bundle. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly exports: Readonly<Record<string, { readonly types?: string }>>;
}

function manifest(): Manifest {
  return JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as Manifest;
}

export function kinekoVersion(): string {
  return manifest().version;
}

/** The declarations of what authors can import, by the name of the import. */
export function declarationFiles(): Readonly<Record<string, string>> {
  const files = Object.entries(manifest().exports).flatMap(([path, { types }]) =>
    types === undefined ? [] : [[`kineko${path.slice(1)}`, join(FOLDER, types)] as const],
  );
  return Object.fromEntries(files);
}

/** The folder of all pages. */
export function pagesFolder(): string {
  return join(FOLDER, 'page/');
}

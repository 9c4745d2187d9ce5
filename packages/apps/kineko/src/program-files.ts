/** Files of the installed program. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export function kinekoVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

/** The folder of all pages. Its path is the same from the sources and from the bundle. */
export function pagesFolder(): string {
  return fileURLToPath(new URL('../page/', import.meta.url));
}

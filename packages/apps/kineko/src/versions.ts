import { readFileSync } from 'node:fs';

/** Of this program, as its package says. */
export function kinekoVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}

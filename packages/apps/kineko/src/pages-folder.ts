/** Where the files of all pages are. */
import { fileURLToPath } from 'node:url';

/** Beside the sources and beside the bundle. */
export function pagesFolder(): string {
  return fileURLToPath(new URL('../page/', import.meta.url));
}

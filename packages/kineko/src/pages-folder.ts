/** Where the files of all pages are. */
import { fileURLToPath } from 'node:url';

export function pagesFolder(): string {
  return fileURLToPath(new URL('../page/', import.meta.resolve('@kineko/web')));
}

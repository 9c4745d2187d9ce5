/** Where the files of all pages are. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export function pagesFolder(): string {
  // Not import.meta.resolve: once authors' files are loaded, that leads into the bundle, beside which there are no pages.
  const web = createRequire(import.meta.url).resolve('@kineko/web');
  return join(dirname(web), '../page/');
}

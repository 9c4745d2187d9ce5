/** Where the files of all pages are. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Found by `require`: what `import` finds changes when an author's file is loaded, see `loader-hooks.ts` of `@kineko/run`. */
export function pagesFolder(): string {
  return join(createRequire(import.meta.url).resolve('@kineko/web'), '..', '..', 'page/');
}

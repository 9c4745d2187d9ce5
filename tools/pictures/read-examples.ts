import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryOf, type GalleryEntry } from './gallery.js';

/** Returns all examples; throws if one has no README. */
export function readExamples(repository: string): readonly GalleryEntry[] {
  const folder = join(repository, 'examples');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => {
      const readme = join(folder, name, 'README.md');
      if (!existsSync(readme)) throw new Error(`examples/${name} has no README.md: a title, a sentence, a command`);
      return entryOf(name, readFileSync(readme, 'utf8'));
    });
}

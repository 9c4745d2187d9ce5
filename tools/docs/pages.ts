/** Which pages there are: README, CONTRIBUTING, the documents, the packages and the examples. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesIn } from '../shared/workspaces.js';
import { type Block, blocksOf } from './blocks.js';

export interface Page {
  /** From the repository's folder on, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  /** An example's page is about the folder it lies in, and is run in a copy of that. */
  readonly folder: string | undefined;
}

export function pagesOf(repository: string): readonly Page[] {
  const packages = packagesIn(repository).map(({ path }) => `${path}/README.md`);
  const written = ['docs', 'examples'].flatMap((folder) => markdownIn(repository, folder));
  return ['README.md', 'CONTRIBUTING.md', ...written, ...packages]
    .filter((path) => existsSync(join(repository, path)))
    .map((path) => pageOf(path, readFileSync(join(repository, path), 'utf8')));
}

export function pageOf(path: string, text: string): Page {
  const folder = /^(examples\/.+)\/README\.md$/.exec(path)?.[1];
  return { path, text, blocks: blocksOf(text), folder };
}

/** What is made by `npm run docs` is not written by hand: `docs/reference/api`. */
const MADE: readonly string[] = ['node_modules', '.vitepress', 'api'];

function markdownIn(repository: string, folder: string): readonly string[] {
  const entries = readdirSync(join(repository, folder), { withFileTypes: true });
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return MADE.includes(entry.name) ? [] : markdownIn(repository, path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

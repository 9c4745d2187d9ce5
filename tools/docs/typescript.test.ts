import { expect, test } from '@jest/globals';
import { pageOf } from './pages.js';
import { sourceFoldersOf } from './typescript.js';

function namesOf(...blocks: readonly string[]): readonly (readonly string[])[] {
  const page = pageOf('docs/a.md', blocks.map((info) => `\`\`\`${info}\nx;\n\`\`\`\n`).join(''));
  return sourceFoldersOf(page).map(({ files }) => [...files.keys()]);
}

test('files and fragments of a page are compiled side by side', () => {
  expect(namesOf('ts file=a.ts', 'ts', 'yaml file=a.yaml')).toEqual([['a.ts', 'fragment-4.ts']]);
});

test('compiles both versions of a file that is written twice', () => {
  expect(namesOf('ts file=a.ts', 'ts file=b.ts', 'ts file=a.ts')).toEqual([
    ['a.ts', 'b.ts'],
    ['a.ts', 'b.ts'],
  ]);
});

test('a page without code has nothing to compile', () => {
  expect(namesOf('sh', 'text')).toEqual([]);
});

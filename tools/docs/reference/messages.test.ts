import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '../../shared/workspaces.js';
import { declaredTypes } from './declared-types.js';
import { messagesPage } from './messages.js';

const FILE = join(REPOSITORY, 'docs', 'reference', 'messages.md');

test('docs/reference/messages.md says what the types say; KINEKO_WRITE=1 npm run jest -- tools/docs/reference rewrites it', () => {
  const page = messagesPage(REPOSITORY);
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, page);
  expect(readFileSync(FILE, 'utf8')).toBe(page);
});

test('types are read with their comments, on one line', () => {
  const source = `/** On top. */
type A = B & {
  /** About x. */
  x: { readonly y: number; readonly z?: string };
  w?: null;
};
export type C = { readonly kind: 'a' | 'b' } | { readonly kind: 'c'; readonly n: number };`;
  expect(declaredTypes('a.ts', source)).toEqual({
    doc: 'On top.',
    types: [
      {
        name: 'A',
        text: 'B & { x: { y: number; z?: string }; w?: null }',
        joined: ['B'],
        variants: [],
        members: [
          { name: 'x', type: '{ y: number; z?: string }', doc: 'About x.' },
          { name: 'w?', type: 'null', doc: '' },
        ],
      },
      {
        name: 'C',
        text: "{ kind: 'a' | 'b' } | { kind: 'c'; n: number }",
        joined: [],
        members: [],
        variants: [
          [{ name: 'kind', type: "'a' | 'b'", doc: '' }],
          [
            { name: 'kind', type: "'c'", doc: '' },
            { name: 'n', type: 'number', doc: '' },
          ],
        ],
      },
    ],
  });
});

import { describe, expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';
import { entriesOf } from './surface.js';
import { type Manifest, readWorkspace } from './workspace.js';

/** Declarations that the entries of all packages export, each counted once. The goal is 800: lower it with each name removed. */
const MAX_EXPORTED = 861;
/** Names that users can import, over all entries of `kineko`. */
const MAX_PUBLIC = 353;

describe('the real tree', () => {
  const { manifests, sources } = readWorkspace(REPOSITORY);
  const entries = entriesOf(manifests, sources);

  test(`exports at most ${MAX_EXPORTED} declarations`, () => {
    const declarations = new Set(entries.flatMap(({ names }) => names.map(({ declaration }) => declaration)));
    expect(declarations.size).toBeGreaterThan(MAX_EXPORTED / 2);
    expect(declarations.size).toBeLessThanOrEqual(MAX_EXPORTED);
  });

  test(`offers users at most ${MAX_PUBLIC} names`, () => {
    const names = entries.filter(({ specifier }) => /^kineko(\/|$)/.test(specifier)).flatMap((entry) => entry.names);
    expect(names.length).toBeGreaterThan(MAX_PUBLIC / 2);
    expect(names.length).toBeLessThanOrEqual(MAX_PUBLIC);
  });
});

test('follows names to their declarations, through files and packages', () => {
  const manifest = (name: string, entries: Record<string, string>): Manifest => ({
    path: '',
    folder: '',
    name,
    exports: Object.keys(entries),
    entries,
    dependencies: [],
  });
  const sources = [
    { path: 'a/index.ts', text: "export * from './inner.js'; export { type T as U } from './inner.js';" },
    { path: 'a/inner.ts', text: 'export interface T {} export const x = 1, y = 2; const hidden = 3;' },
    {
      path: 'b/index.ts',
      text: "export { x as z } from '@kineko/a'; export * as all from '@kineko/a'; export class C {}",
    },
  ];
  const manifests = [manifest('@kineko/a', { '.': 'a/index.ts' }), manifest('kineko', { './b': 'b/index.ts' })];
  const found = entriesOf(manifests, sources).map(({ specifier, names }) => [
    specifier,
    Object.fromEntries(names.map(({ name, declaration }) => [name, declaration])),
  ]);
  expect(Object.fromEntries(found)).toEqual({
    '@kineko/a': { T: 'a/inner.ts#T', U: 'a/inner.ts#T', x: 'a/inner.ts#x', y: 'a/inner.ts#y' },
    'kineko/b': { z: 'a/inner.ts#x', all: 'a/index.ts#all', C: 'b/index.ts#C' },
  });
});

import { describe, expect, test } from '@jest/globals';
import { FRONT_ENDS } from '../../packages/apps/kineko/src/front-ends.js';
import { REPOSITORY } from '../shared/workspaces.js';
import { findNamed } from './front-ends.js';
import { layerOf } from './layers.js';
import { readWorkspace } from './workspace.js';

const { sources, manifests } = readWorkspace(REPOSITORY);
const names = manifests.filter((manifest) => layerOf(manifest) === 'frontends').map(({ folder }) => folder);

test('nothing but the lists and the front ends themselves knows a front end', () => {
  expect(findNamed(sources, names)).toEqual([]);
});

test('every package of the layer is in the list', () => {
  expect(FRONT_ENDS.map(({ name }) => name).sort()).toEqual(names.toSorted());
});

describe('a violation is found', () => {
  test.each([
    ['apps/kineko/src/commands/run.ts', "switch (x) { case 'deeco': break; }"],
    ['runtime/run/src/load-scenario.ts', "const isOld = ['chirp', 'deeco'].includes(name);"],
    ['runtime/run/src/console/results.ts', "if (scenario.frontEnd === 'crsim') stop();"],
    ['workbench/lab/src/sweep.ts', "export const x = { robotsim: 1 }['robotsim'];"],
    ['workbench/viewer/src/viewer/app.tsx', "export const y = <p>{x === 'chirp'}</p>;"],
  ])('%s: %s', (file, text) => {
    const path = `packages/${file}`;
    expect(sources.map((source) => source.path)).toContain(path);
    expect(findNamed([{ path, text }], names)[0]).toMatch(/^packages\/.+:1 names the front end /);
  });

  test('an import of a front end by a command', () => {
    const path = 'packages/apps/kineko/src/commands/list.ts';
    expect(findNamed([{ path, text: "import type { X } from '@kineko/deeco';" }], names)).toEqual([
      `${path}:1 imports @kineko/deeco: only the lists of the program may import a front end`,
    ]);
  });
});

test('comments, keys and names inside longer texts are allowed', () => {
  const text = "// 'chirp'\nconst { deeco } = info; const file = 'robotsim.config';";
  expect(findNamed([{ path: 'packages/workbench/viewer/src/viewer/store.ts', text }], names)).toEqual([]);
});

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { FRONT_ENDS } from '../../packages/apps/kineko/src/front-ends.js';
import { findNamed, frontEndTable as table } from './front-ends.js';
import { readWorkspace } from './workspace.js';

const { sources } = readWorkspace(fileURLToPath(new URL('../..', import.meta.url)));
/** With one file of the real tree replaced; the others are empty, so that they need not be parsed again. */
const problems = (path: string, text: string) =>
  findNamed(
    sources.map((source) => ({ path: source.path, text: source.path === path ? text : '' })),
    table,
  );

test('nothing but the list and the front ends themselves knows a front end', () => {
  expect(findNamed(sources, table)).toEqual([]);
});

test('the table has every front end of the list, and only files that exist', () => {
  expect(FRONT_ENDS.map(({ name }) => name).sort()).toEqual(Object.keys(table.slices).sort());
  const paths = sources.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([table.list, ...table.shared, ...table.elsewhere, ...Object.values(table.slices).flat()]),
  );
});

describe('a violation in the real tree is found', () => {
  test.each([
    ['kineko/src/results.ts', "if (scenario.frontEnd === 'crsim') stop();"],
    ['kineko/src/commands/run.ts', "switch (x) { case 'deeco': break; }"],
    ['kineko/src/front-ends.ts', 'const isChirp = name !== `chirp`;'],
    ['run/src/load-scenario.ts', "const isOld = ['chirp', 'deeco'].includes(name);"],
    ['lab/src/sweep.ts', "export const x = { robotsim: 1 }['robotsim'];"],
    ['web/src/viewer/app.tsx', "export const y = <p>{x === 'chirp'}</p>;"],
  ])('%s: %s', (file, text) => {
    expect(problems(`packages/${file}`, text)[0]).toMatch(/^packages\/.+:1 names the front end /);
  });

  test.each([
    ['commands/run.ts', '../serve-chirp.js', 'it is part of the front end chirp; declare an interface'],
    ['front-ends.ts', './serve-crsim.js', 'it is part of the front end crsim; declare an interface'],
    ['serve-crsim.ts', './serve-chirp.js', 'it is part of the front end chirp; declare an interface'],
    ['serve-chirp.ts', './watching.js', 'chirp cannot take it along; hand it in, or make it shared'],
    ['results.ts', './scenario-options.js', 'shared files import shared files only'],
    ['commands/list.ts', '@kineko/frontends/deeco', 'only front ends may import it'],
  ])('%s imports %s', (file, specifier, why) => {
    const path = `packages/kineko/src/${file}`;
    expect(problems(path, `import type { X } from '${specifier}';`)).toEqual([
      `${path}:1 imports ${specifier}: ${why}`,
    ]);
  });
});

test('comments, keys and names inside longer texts are allowed', () => {
  const text = "// 'chirp'\nconst { deeco } = info; const file = 'robotsim.config';";
  expect(problems('packages/web/src/viewer/store.ts', text)).toEqual([]);
});

import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { findProblems } from './check.js';
import { readImports } from './import-graph.js';
import { mayImport, ranks, UNSCOPED } from './ranks.js';
import { type Manifest, readWorkspace } from './workspace.js';

test('the real tree keeps the order of the house', () => {
  const workspace = readWorkspace(fileURLToPath(new URL('../..', import.meta.url)));
  expect(workspace.sources.map(({ path }) => path)).toContain('packages/kernel/src/index.ts');
  expect(findProblems(workspace, ranks)).toEqual([]);
});

describe('the table of ranks', () => {
  test.each([
    ['kernel', []],
    ['geometry', []],
    ['formats', []],
    ['world', ['kernel', 'geometry', 'formats']],
    ['neko', ['kernel', 'geometry', 'formats']],
    ['run', ['kernel', 'geometry', 'formats']],
    ['robotsim', ['kernel', 'geometry', 'formats', 'world', 'neko', 'run']],
    ['frontends', ['kernel', 'geometry', 'formats', 'world', 'neko', 'run']],
    ['lab', ['kernel', 'geometry', 'formats', 'world', 'neko', 'run', 'robotsim']],
    ['web', ['geometry', 'formats']],
    ['create-kineko', []],
  ])('%s may import %j', (name, allowed) => {
    expect(mayImport(name, ranks)).toEqual(allowed);
  });

  test.each(['kineko', 'playground'])('%s may import every package below it, and not its neighbour', (name) => {
    expect(mayImport(name, ranks)).toEqual(Object.keys(ranks).filter((other) => ranks[other]?.rank !== 4));
  });

  test('two of a rank meet where the table says so', () => {
    const table = { left: { rank: 0 }, right: { rank: 0, meets: ['left'] } };
    expect(mayImport('right', table)).toEqual(['left']);
    expect(mayImport('left', table)).toEqual([]);
  });
});

describe('every way of importing is seen', () => {
  test.each([
    ["import x from './x.js';"],
    ["import { x } from './x.js';"],
    ["import * as x from './x.js';"],
    ["import './x.js';"],
    ["import type { X } from './x.js';"],
    ["import { type X } from './x.js';"],
    ["export * from './x.js';"],
    ["export { x } from './x.js';"],
    ["export {} from './x.js';"],
    ["export type { X } from './x.js';"],
    ["const x = await import('./x.js');"],
    ['const x = await import(`./x.js`);'],
    ["export type X = import('./x.js').X;"],
    ["import x = require('./x.js');"],
  ])('%s', (code) => {
    const path = 'packages/kernel/src/a.ts';
    const imports = readImports([
      { path, text: `// Größe 🤖, which must not shift the lines\n\n${code}\n` },
      { path: 'packages/kernel/src/x.ts', text: '' },
    ]);
    const target = { kind: 'file', path: 'packages/kernel/src/x.ts' };
    expect(imports).toEqual([{ file: path, line: 3, specifier: './x.js', target }]);
  });

  test('comments, strings and computed names are no imports', () => {
    const text = "// import './x.js';\nconst s = \"import './x.js'\"; await import(s);";
    expect(readImports([{ path: 'packages/kernel/src/a.ts', text }])).toEqual([]);
  });

  test.each([
    ['./x.js', 'packages/kernel/src/x.tsx'],
    ['./x.mjs', 'packages/kernel/src/x.mts'],
    ['./x.js', 'packages/kernel/src/x/index.ts'],
    ['./x', 'packages/kernel/src/x/index.ts'],
    ['./x/index.js', 'packages/kernel/src/x/index.ts'],
    ['../src/x.js', 'packages/kernel/src/x.ts'],
    ['.', 'packages/kernel/src/index.ts'],
  ])('%s is %s', (specifier, path) => {
    const [found] = readImports([
      { path: 'packages/kernel/src/a.ts', text: `import '${specifier}';` },
      { path, text: '' },
    ]);
    expect(found?.target).toEqual({ kind: 'file', path });
  });

  test('a file that cannot be read is named, with its line', () => {
    expect(() => readImports([{ path: 'packages/kernel/src/a.ts', text: '\nimport from from;' }])).toThrow(
      /^packages\/kernel\/src\/a\.ts:2 is no TypeScript/,
    );
  });
});

describe('arrows between packages', () => {
  test('a lower rank is right', () => {
    expect(problems({ 'world/src/a.ts': "import { x } from '@kineko/kernel';" })).toEqual([]);
    expect(problems({ 'kineko/src/a.ts': "import { x } from '@kineko/frontends';" })).toEqual([]);
  });

  test('a higher rank is wrong', () => {
    expect(problems({ 'kernel/src/a.ts': "\nimport { x } from '@kineko/world';" })).toEqual([
      'packages/kernel/src/a.ts:2 imports @kineko/world: ' +
        'kernel (rank 0) must not import world (rank 1); it may import nothing of ours',
    ]);
  });

  test.each([
    ['kernel', 'geometry'],
    ['neko', 'world'],
    ['world', 'neko'],
    ['robotsim', 'frontends'],
    ['frontends', 'robotsim'],
    ['lab', 'frontends'],
    ['web', 'kernel'],
    ['web', 'run'],
  ])('%s must not import %s', (from, to) => {
    expect(problems({ [`${from}/src/a.ts`]: `import type { X } from '@kineko/${to}';` })).toEqual([
      expect.stringContaining(`${from} (rank ${ranks[from]?.rank}) must not import ${to} (rank ${ranks[to]?.rank})`),
    ]);
  });

  test('nobody imports the command line', () => {
    expect(problems({ 'lab/src/a.ts': "import { x } from 'kineko';" })).toEqual([
      expect.stringContaining('lab (rank 3) must not import kineko (rank 4); it may import only kernel, '),
    ]);
  });

  test('the scaffold stands alone', () => {
    expect(problems({ 'create-kineko/src/a.ts': "import { x } from '@kineko/kernel';" })).toEqual([
      expect.stringContaining('create-kineko (rank 3) must not import kernel (rank 0); it may import nothing of ours'),
    ]);
    expect(problems({ 'lab/src/a.ts': "import { x } from 'create-kineko';" })).toEqual([
      expect.stringContaining('lab (rank 3) must not import create-kineko (rank 3)'),
    ]);
  });

  test('tests and benchmarks may look upwards', () => {
    const upwards = "import { x } from '@kineko/world'; import { y } from '@kineko/kernel';";
    expect(
      problems({
        'kernel/src/a.test.ts': upwards,
        'kernel/test/a.ts': upwards,
        'kernel/bench/a.bench.ts': upwards,
        'kernel/soak/a.soak.ts': upwards,
      }),
    ).toEqual([]);
  });

  test('npm and Node are nobody of ours', () => {
    expect(problems({ 'kernel/src/a.ts': "import 'tinyqueue'; import 'node:fs'; import 'kinekotopia';" })).toEqual([]);
  });
});

describe('names of packages', () => {
  test('a name that does not exist', () => {
    expect(problems({ 'world/src/a.ts': "import '@kineko/kernal';" })).toEqual([
      expect.stringContaining(
        'a.ts:1 imports @kineko/kernal: there is no package @kineko/kernal; there are kernel, geometry, ',
      ),
    ]);
  });

  test('a package without a place in the table', () => {
    const workspace = { manifests: [manifest('attic')], sources: [] };
    expect(findProblems(workspace, ranks)).toEqual([
      'packages/attic has no place in the house: give it a rank in tools/arrows/ranks.ts',
    ]);
  });

  test('a package that is called otherwise than its folder', () => {
    const workspace = { manifests: [{ ...manifest('kernel'), name: '@kineko/core' }], sources: [] };
    expect(findProblems(workspace, ranks)).toEqual([
      'packages/kernel/package.json is called @kineko/core; in this folder it must be @kineko/kernel',
    ]);
  });

  test('its own package by name', () => {
    expect(problems({ 'kernel/src/a.ts': "import { x } from '@kineko/kernel/pacing';" })).toEqual([
      'packages/kernel/src/a.ts:1 imports @kineko/kernel/pacing: ' +
        'that is its own package: import the file by a relative path',
    ]);
    expect(problems({ 'kernel/src/a.ts': "import { x } from './b.js';", 'kernel/src/b.ts': '' })).toEqual([]);
  });

  test('a package that package.json does not list', () => {
    expect(problems({ 'run/src/a.ts': "import { x } from '@kineko/geometry';" })).toEqual([
      'packages/run/src/a.ts:1 imports @kineko/geometry: ' +
        'packages/run/package.json does not list it: add "@kineko/geometry" to "dependencies"',
    ]);
  });
});

describe('ways into another package', () => {
  test('by a subpath that it offers', () => {
    expect(
      problems({ 'world/src/a.ts': "import '@kineko/kernel/pacing'; import '@kineko/formats/neko/log';" }),
    ).toEqual([]);
  });

  test.each(['world/src/a.ts', 'world/src/a.test.ts', 'world/bench/a.bench.ts', 'world/soak/a.soak.ts'])(
    '%s: by a deep path',
    (file) => {
      expect(problems({ [file]: "import '@kineko/kernel/src/log.js';" })).toEqual([
        `packages/${file}:1 imports @kineko/kernel/src/log.js: ` +
          '@kineko/kernel does not offer that; its exports are @kineko/kernel, @kineko/kernel/pacing',
      ]);
    },
  );

  test.each(['world/src/a.ts', 'world/src/a.test.ts', 'world/test/a.ts'])('%s: by a relative path', (file) => {
    const [problem, ...others] = problems({ [file]: "import '../../kernel/src/log.js';", 'kernel/src/log.ts': '' });
    expect(problem).toMatch(/that is a file of another package: import @kineko\/kernel, or a subpath/);
    expect(others).toEqual([]);
  });

  test.each([['../bench/big.js'], ['../../../tools/bench/comparison.js'], ['./a.test.js']])(
    'what is shipped does not need %s, which is not',
    (specifier) => {
      const files = { 'world/src/a.ts': `import '${specifier}';`, 'world/src/a.test.ts': '', 'world/bench/big.ts': '' };
      expect(problems(files)).toEqual([expect.stringContaining('only packages/world/src is shipped')]);
      expect(problems({ 'world/bench/a.bench.ts': "import '../../../tools/bench/comparison.js';" })).toEqual([]);
    },
  );
});

describe('cycles inside a package', () => {
  test('are shown whole, and type-only imports count', () => {
    const files = {
      'world/src/a.ts': "import { b } from './b.js';",
      'world/src/b.ts': "\nexport * from './deep/c.js';",
      'world/src/deep/c.ts': "\n\nimport type { A } from '../a.js';",
    };
    expect(problems(files)).toEqual([
      'packages/world/src/a.ts:1 → packages/world/src/b.ts:2 → packages/world/src/deep/c.ts:3 → ' +
        'packages/world/src/a.ts: an import cycle; move what they share into a file that both import',
    ]);
  });

  test('are found each, even when they share a file', () => {
    const files = {
      'world/src/a.ts': "import './b.js';",
      'world/src/b.ts': "import './a.js'; import './c.js';",
      'world/src/c.ts': "import './b.js'; import './c.js';",
    };
    expect(problems(files)).toEqual([
      expect.stringContaining('src/a.ts:1 → packages/world/src/b.ts:1 → packages/world/src/a.ts:'),
      expect.stringContaining('src/c.ts:1 → packages/world/src/c.ts:'),
    ]);
  });

  test('a diamond is none, and neither is a test that imports its subject', () => {
    const files = {
      'world/src/a.ts': "import './b.js'; import './c.js';",
      'world/src/b.ts': "import './d.js';",
      'world/src/c.ts': "import './d.js';",
      'world/src/d.ts': '',
      'world/src/d.test.ts': "import './a.js';",
    };
    expect(problems(files)).toEqual([]);
  });
});

describe('what the default entry must not load', () => {
  test("the kernel's pacing, through whatever file", () => {
    const files = {
      'kernel/src/index.ts': "export * from './simulator.js';",
      'kernel/src/simulator.ts': "import { wait } from './pacing.js';",
      'kernel/src/pacing.ts': '',
    };
    expect(problems(files)).toEqual([
      'packages/kernel/src/index.ts:1 → packages/kernel/src/simulator.ts:1 → packages/kernel/src/pacing.ts: ' +
        'the default entry of kernel reaches src/pacing.ts, which only a subpath may offer',
    ]);
  });

  test("neko's real networks", () => {
    const files = {
      'neko/src/index.ts': "export * from './networks/real/tcp.js';",
      'neko/src/networks/real/tcp.ts': '',
    };
    expect(problems(files)).toEqual([
      expect.stringContaining('the default entry of neko reaches src/networks/real, which only a subpath may offer'),
    ]);
  });

  test('they may use what the entry offers', () => {
    const files = {
      'kernel/src/index.ts': "export * from './simulator.js';",
      'kernel/src/simulator.ts': '',
      'kernel/src/pacing.ts': "import './simulator.js';",
      'neko/src/index.ts': "export * from './networks/realistic.js';",
      'neko/src/networks/realistic.ts': '',
    };
    expect(problems(files)).toEqual([]);
  });
});

describe('the three front ends', () => {
  test('do not import each other', () => {
    const files = { 'frontends/src/deeco/a.ts': "import '../crsim/b.js';", 'frontends/src/crsim/b.ts': '' };
    expect(problems(files)).toEqual([
      'packages/frontends/src/deeco/a.ts:1 → packages/frontends/src/crsim/b.ts: ' +
        'the rooms deeco, crsim and chirp of frontends must not import each other',
    ]);
  });

  test('not even through a file outside', () => {
    const files = {
      'frontends/src/chirp/a.ts': "import './b.js'; import '../index.js';",
      'frontends/src/chirp/b.ts': '',
      'frontends/src/index.ts': "\nexport * from './deeco/c.js';",
      'frontends/src/deeco/c.ts': '',
    };
    expect(problems(files)).toEqual([
      expect.stringMatching(/^packages\/frontends\/src\/chirp\/a\.ts:1 → .*index\.ts:2 → .*deeco\/c\.ts: the rooms/),
    ]);
  });

  test('share what stands outside, and are opened by the entry', () => {
    const files = {
      'frontends/src/deeco/a.ts': "import '../files.js'; import './b.js';",
      'frontends/src/deeco/b.ts': '',
      'frontends/src/crsim/c.ts': "import '../files.js';",
      'frontends/src/files.ts': '',
      'frontends/src/index.ts': "export * from './deeco/a.js'; export * from './crsim/c.js';",
    };
    expect(problems(files)).toEqual([]);
  });
});

/** The problems of a workspace with all packages of the table, holding these files beneath `packages/`. */
function problems(files: Record<string, string>): string[] {
  return findProblems(
    {
      manifests: Object.keys(ranks).map((folder) => manifest(folder)),
      sources: Object.entries(files).map(([path, text]) => ({ path: `packages/${path}`, text })),
    },
    ranks,
  );
}

function manifest(folder: string): Manifest {
  const exports: Record<string, string[]> = { kernel: ['.', './pacing'], formats: ['.', './neko/*'] };
  return {
    folder,
    name: UNSCOPED.includes(folder) ? folder : `@kineko/${folder}`,
    exports: exports[folder] ?? ['.'],
    // `run` has forgotten its dependencies.
    dependencies: folder === 'run' ? [] : Object.keys(ranks).map((name) => `@kineko/${name}`),
  };
}

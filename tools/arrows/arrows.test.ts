import { describe, expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';
import { findProblems } from './check.js';
import { readImports } from './import-graph.js';
import { exceptions, LAYERS, mayImport, UNSCOPED } from './layers.js';
import { type Manifest, readWorkspace } from './workspace.js';

const workspace = readWorkspace(REPOSITORY);

test('the real tree keeps the order of its layers', () => {
  expect(workspace.sources.map(({ path }) => path)).toContain('packages/foundation/kernel/src/index.ts');
  expect(findProblems(workspace)).toEqual([]);
});

describe('the layers of the real tree', () => {
  const placeOf = (name: string) => workspace.manifests.find(({ folder }) => folder === name)!;
  const below = (layer: string) =>
    workspace.manifests
      .filter(({ path }) => LAYERS.indexOf(path.split('/')[1]!) < LAYERS.indexOf(layer))
      .map(({ folder }) => folder);

  test.each([
    ['kernel', []],
    ['formats', []],
    ['run', below('runtime')],
    ['server', below('runtime')],
    ['ui', below('runtime')],
    ['lab', below('workbench')],
    ['editor', below('workbench')],
    ['robotsim', below('frontends')],
    ['chirp', below('frontends')],
    ['playground', below('apps')],
    ['create-kineko', []],
  ])('%s may import %j', (name, allowed) => {
    expect(mayImport(placeOf(name), workspace.manifests, exceptions)).toEqual(allowed);
  });

  test('the command line imports the scaffold and everything below', () => {
    expect(mayImport(placeOf('kineko'), workspace.manifests, exceptions).sort()).toEqual(
      [...below('apps'), 'create-kineko'].sort(),
    );
  });

  test('a violation that is planted in the real tree is found', () => {
    const path = 'packages/workbench/viewer/src/index.ts';
    const sources = [{ path, text: "import type { X } from '@kineko/deeco';" }];
    expect(findProblems({ ...workspace, sources })).toEqual([
      expect.stringContaining(`${path}:1 imports @kineko/deeco: viewer (workbench) must not import deeco (frontends)`),
    ]);
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
    const path = 'packages/foundation/kernel/src/a.ts';
    const imports = readImports([
      { path, text: `// Größe 🤖, which must not shift the lines\n\n${code}\n` },
      { path: 'packages/foundation/kernel/src/x.ts', text: '' },
    ]);
    const target = { kind: 'file', path: 'packages/foundation/kernel/src/x.ts' };
    expect(imports).toEqual([{ file: path, line: 3, specifier: './x.js', target }]);
  });

  test('comments, strings and computed names are no imports', () => {
    const text = "// import './x.js';\nconst s = \"import './x.js'\"; await import(s);";
    expect(readImports([{ path: 'packages/foundation/kernel/src/a.ts', text }])).toEqual([]);
  });

  test.each([
    ['./x.js', 'packages/foundation/kernel/src/x.tsx'],
    ['./x.mjs', 'packages/foundation/kernel/src/x.mts'],
    ['./x.js', 'packages/foundation/kernel/src/x/index.ts'],
    ['./x', 'packages/foundation/kernel/src/x/index.ts'],
    ['./x/index.js', 'packages/foundation/kernel/src/x/index.ts'],
    ['../src/x.js', 'packages/foundation/kernel/src/x.ts'],
    ['.', 'packages/foundation/kernel/src/index.ts'],
  ])('%s is %s', (specifier, path) => {
    const [found] = readImports([
      { path: 'packages/foundation/kernel/src/a.ts', text: `import '${specifier}';` },
      { path, text: '' },
    ]);
    expect(found?.target).toEqual({ kind: 'file', path });
  });

  test('a file that cannot be read is named, with its line', () => {
    expect(() => readImports([{ path: 'packages/foundation/kernel/src/a.ts', text: '\nimport from from;' }])).toThrow(
      /^packages\/foundation\/kernel\/src\/a\.ts:2 is no TypeScript/,
    );
  });
});

describe('imports between packages', () => {
  test('a lower layer is allowed', () => {
    expect(problems({ 'world/src/a.ts': "import { x } from '@kineko/kernel';" })).toEqual([]);
    expect(problems({ 'kineko/src/a.ts': "import { x } from '@kineko/deeco';" })).toEqual([]);
  });

  test('a higher layer is refused', () => {
    expect(problems({ 'kernel/src/a.ts': "\nimport { x } from '@kineko/world';" })).toEqual([
      'packages/foundation/kernel/src/a.ts:2 imports @kineko/world: ' +
        'kernel (foundation) must not import world (runtime); it may import nothing of ours',
    ]);
  });

  test.each([
    ['kernel', 'geometry'],
    ['neko', 'world'],
    ['server', 'run'],
    ['viewer', 'lab'],
    ['lab', 'robotsim'],
    ['robotsim', 'deeco'],
    ['deeco', 'robotsim'],
    ['playground', 'kineko'],
  ])('%s must not import %s', (from, to) => {
    const specifier = UNSCOPED.includes(to) ? to : `@kineko/${to}`;
    expect(problems({ [`${from}/src/a.ts`]: `import type { X } from '${specifier}';` })).toEqual([
      expect.stringContaining(`${from} (${LAYER[from]}) must not import ${to} (${LAYER[to]})`),
    ]);
  });

  test('neighbours are allowed where the table names them', () => {
    const files = { 'deeco/src/a.ts': "import '@kineko/robotsim';" };
    expect(problems(files, { neighbours: { deeco: ['robotsim'] }, alone: [] })).toEqual([]);
    expect(problems({ 'kineko/src/a.ts': "import 'create-kineko';" })).toEqual([]);
  });

  test('the scaffold imports nothing of ours', () => {
    expect(problems({ 'create-kineko/src/a.ts': "import { x } from '@kineko/kernel';" })).toEqual([
      expect.stringContaining(
        'create-kineko (apps) must not import kernel (foundation); it may import nothing of ours',
      ),
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

  test('npm and Node are not checked', () => {
    expect(problems({ 'kernel/src/a.ts': "import 'tinyqueue'; import 'node:fs'; import 'kinekotopia';" })).toEqual([]);
  });
});

describe('parts of a front end', () => {
  test.each([
    ['run', 'format'],
    ['node', 'run'],
    ['page', 'format'],
    ['lab', 'run'],
    ['run', 'run'],
  ])('%s imports %s', (from, to) => {
    const files = { [`deeco/src/${from}/a.ts`]: `import '../${to}/b.js';`, [`deeco/src/${to}/b.ts`]: '' };
    expect(problems(files)).toEqual([]);
  });

  test.each([
    ['format', 'run', 'no other part'],
    ['run', 'node', 'only format'],
    ['page', 'run', 'only format'],
    ['editing', 'run', 'only format'],
    ['node', 'page', 'only format and run'],
  ])('%s must not import %s', (from, to, expected) => {
    const files = { [`deeco/src/${from}/a.ts`]: `import '../${to}/b.js';`, [`deeco/src/${to}/b.ts`]: '' };
    expect(problems(files)).toEqual([
      `packages/frontends/deeco/src/${from}/a.ts:1 → packages/frontends/deeco/src/${to}/b.ts: ` +
        `${from} of deeco must not import ${to}; it may import ${expected}`,
    ]);
  });

  test('the declaration of a front end names every part', () => {
    const files = { 'deeco/src/node/front-end.ts': "import '../page/b.js';", 'deeco/src/page/b.ts': '' };
    expect(problems(files)).toEqual([]);
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

  test.each(['packages/attic', 'packages/cellar/attic'])('%s is in no layer', (path) => {
    const alone = { manifests: [{ ...manifest('attic'), path }], sources: [] };
    expect(findProblems(alone)).toEqual([
      `${path}: expected a package in the folder of a layer: foundation, runtime, workbench, frontends and apps`,
    ]);
  });

  test('a package is named after its folder', () => {
    const alone = { manifests: [{ ...manifest('kernel'), name: '@kineko/core' }], sources: [] };
    expect(findProblems(alone)).toEqual([
      'packages/foundation/kernel/package.json: expected the name @kineko/kernel, got @kineko/core',
    ]);
  });

  test('its own package by name', () => {
    expect(problems({ 'kernel/src/a.ts': "import { x } from '@kineko/kernel/pacing';" })).toEqual([
      'packages/foundation/kernel/src/a.ts:1 imports @kineko/kernel/pacing: ' +
        'that is its own package: import the file by a relative path',
    ]);
    expect(problems({ 'kernel/src/a.ts': "import { x } from './b.js';", 'kernel/src/b.ts': '' })).toEqual([]);
  });

  test('a package that package.json does not list', () => {
    expect(problems({ 'run/src/a.ts': "import { x } from '@kineko/geometry';" })).toEqual([
      'packages/runtime/run/src/a.ts:1 imports @kineko/geometry: ' +
        'packages/runtime/run/package.json does not list it: add "@kineko/geometry" to "dependencies"',
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
        `${placed(file)}:1 imports @kineko/kernel/src/log.js: ` +
          '@kineko/kernel does not offer that; its exports are @kineko/kernel, @kineko/kernel/pacing',
      ]);
    },
  );

  test.each(['world/src/a.ts', 'world/src/a.test.ts', 'world/test/a.ts'])('%s: by a relative path', (file) => {
    const [problem, ...others] = problems({
      [file]: "import '../../../foundation/kernel/src/log.js';",
      'kernel/src/log.ts': '',
    });
    expect(problem).toMatch(/that is a file of another package: import @kineko\/kernel, or a subpath/);
    expect(others).toEqual([]);
  });

  test.each([['../bench/big.js'], ['../../../../tools/bench/comparison.js'], ['./a.test.js']])(
    'what is shipped does not need %s, which is not',
    (specifier) => {
      const files = { 'world/src/a.ts': `import '${specifier}';`, 'world/src/a.test.ts': '', 'world/bench/big.ts': '' };
      expect(problems(files)).toEqual([expect.stringContaining('only packages/runtime/world/src is shipped')]);
    },
  );
});

test('tests, benchmarks and soaks import the tools by name, and what is shipped does not', () => {
  const byName = "import '@kineko/tools/bench/comparison';";
  expect(problems({ 'world/bench/a.bench.ts': byName, 'world/src/a.test.ts': byName })).toEqual([]);
  expect(problems({ 'world/src/a.ts': byName })).toEqual([
    expect.stringContaining('imports @kineko/tools/bench/comparison: there is no package @kineko/tools'),
  ]);
  expect(problems({ 'world/bench/a.bench.ts': "import '../../../../tools/bench/comparison.js';" })).toEqual([
    expect.stringContaining('tools are a package: import @kineko/tools'),
  ]);
});

describe('cycles inside a package', () => {
  test('are shown whole, and type-only imports count', () => {
    const files = {
      'world/src/a.ts': "import { b } from './b.js';",
      'world/src/b.ts': "\nexport * from './deep/c.js';",
      'world/src/deep/c.ts': "\n\nimport type { A } from '../a.js';",
    };
    expect(problems(files)).toEqual([
      'packages/runtime/world/src/a.ts:1 → packages/runtime/world/src/b.ts:2 → packages/runtime/world/src/deep/c.ts:3 → ' +
        'packages/runtime/world/src/a.ts: an import cycle; move what they share into a file that both import',
    ]);
  });

  test('are found each, even when they share a file', () => {
    const files = {
      'world/src/a.ts': "import './b.js';",
      'world/src/b.ts': "import './a.js'; import './c.js';",
      'world/src/c.ts': "import './b.js'; import './c.js';",
    };
    expect(problems(files)).toEqual([
      expect.stringContaining('src/a.ts:1 → packages/runtime/world/src/b.ts:1 → packages/runtime/world/src/a.ts:'),
      expect.stringContaining('src/c.ts:1 → packages/runtime/world/src/c.ts:'),
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
      'packages/foundation/kernel/src/index.ts:1 → packages/foundation/kernel/src/simulator.ts:1 → packages/foundation/kernel/src/pacing.ts: ' +
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

const LAYER: Readonly<Record<string, string>> = {
  kernel: 'foundation',
  geometry: 'foundation',
  formats: 'foundation',
  world: 'runtime',
  neko: 'runtime',
  run: 'runtime',
  server: 'runtime',
  lab: 'workbench',
  viewer: 'workbench',
  robotsim: 'frontends',
  deeco: 'frontends',
  kineko: 'apps',
  'create-kineko': 'apps',
  playground: 'apps',
};

function placed(path: string): string {
  return `packages/${LAYER[path.split('/')[0]!]}/${path}`;
}

/** The problems of a workspace with these files, whose paths start with the folder of a package. */
function problems(files: Record<string, string>, table = exceptions): string[] {
  return findProblems(
    {
      manifests: Object.keys(LAYER).map((folder) => manifest(folder)),
      sources: Object.entries(files).map(([path, text]) => ({ path: placed(path), text })),
    },
    table,
  );
}

function manifest(folder: string): Manifest {
  const exports: Record<string, string[]> = { kernel: ['.', './pacing'], formats: ['.', './neko/*'] };
  const name = (each: string) => (UNSCOPED.includes(each) ? each : `@kineko/${each}`);
  return {
    path: `packages/${LAYER[folder]}/${folder}`,
    folder,
    name: name(folder),
    exports: exports[folder] ?? ['.'],
    entries: {},
    // `run` does not declare its dependencies.
    dependencies: folder === 'run' ? [] : Object.keys(LAYER).map(name),
  };
}

/**
 * The real `.oxlintrc.json` and the real plugin, copied into a workspace with the real tree's folders and run over files
 * planted there: a typing mistake in a glob, or the move of a package, would otherwise disable a ban unnoticed. The files
 * are not planted in the tree itself, where other checks would find them.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { packagesIn, REPOSITORY as root } from '../shared/workspaces.js';

/** Packages that start, read and show runs. All other packages must be guarded. */
const freePackages = ['server', 'lab', 'viewer', 'editor', 'interop', 'kineko', 'create-kineko', 'playground'];
const paths = new Map(packagesIn(root).map(({ path }) => [basename(path), path]));
const guardedPackages = [...paths.keys()].filter((name) => !freePackages.includes(name));

/** One line of code each, and the rule that must catch it. */
const bans: readonly (readonly [line: string, rule: string])[] = [
  ['Math.random();', 'no-randomness'],
  ['const { random } = Math;', 'no-randomness'],
  ['crypto.getRandomValues(bytes);', 'no-randomness'],
  ["import { randomBytes } from 'node:crypto';", 'no-randomness'],
  ["import { randomInt } from 'crypto';", 'no-randomness'],

  ['Date.now();', 'no-wall-clock'],
  ['new Date();', 'no-wall-clock'],
  ['const clock = Date;', 'no-wall-clock'],
  ['export let when: Date;', 'no-wall-clock'],
  ['globalThis.Date.now();', 'no-wall-clock'],
  ['performance.now();', 'no-wall-clock'],
  ['process.hrtime();', 'no-wall-clock'],
  ['process.hrtime.bigint();', 'no-wall-clock'],
  ['const { hrtime } = process;', 'no-wall-clock'],
  ['process.uptime();', 'no-wall-clock'],
  ["console.time('x');", 'no-wall-clock'],
  ["import { performance as p } from 'node:perf_hooks';", 'no-wall-clock'],
  ["export * from 'perf_hooks';", 'no-wall-clock'],

  ['setTimeout(f, 1);', 'no-timers'],
  ['setTimeout?.(f, 1);', 'no-timers'],
  ['const later = setTimeout;', 'no-timers'],
  ['setInterval(f, 1);', 'no-timers'],
  ['setImmediate(f);', 'no-timers'],
  ['queueMicrotask(f);', 'no-timers'],
  ['new MessageChannel();', 'no-timers'],
  ['process.nextTick(f);', 'no-timers'],
  ["process['nextTick'](f);", 'no-timers'],
  ['requestAnimationFrame(f);', 'no-timers'],
  ['globalThis.setTimeout(f, 1);', 'no-timers'],
  ['window.setTimeout(f, 1);', 'no-timers'],
  ['self.setInterval(f, 1);', 'no-timers'],
  ['globalThis.window.setTimeout(f, 1);', 'no-timers'],
  ['(globalThis as unknown as Host).setTimeout(f, 1);', 'no-timers'],
  ['const { setTimeout: wait } = globalThis;', 'no-timers'],
  ['AbortSignal.timeout(1);', 'no-timers'],
  ["import { setTimeout as t } from 'node:timers';", 'no-timers'],
  ["import { setTimeout as s } from 'node:timers/promises';", 'no-timers'],
  ["import { Worker } from 'node:worker_threads';", 'no-timers'],
  ["await import('worker_threads');", 'no-timers'],

  ["import { readFileSync } from 'node:fs';", 'no-host'],
  ["import type { Socket } from 'net';", 'no-host'],
  ["export { join } from 'node:path';", 'no-host'],
  ["await import('node:os');", 'no-host'],
  ['await import(`node:os`);', 'no-host'],
  ["export let server: import('node:http').Server;", 'no-host'],
  ["process.env['SEED'];", 'no-host'],
  ['process.argv;', 'no-host'],
  ['new WeakRef(f);', 'no-host'],
  ['new FinalizationRegistry(f);', 'no-host'],

  ...'sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp expm1 log log1p log2 log10 pow cbrt hypot'
    .split(' ')
    .map((name) => [`Math.${name}(x);`, 'no-inexact-math'] as const),
  ["Math['sin'](x);", 'no-inexact-math'],
  ['Math[`sin`](x);', 'no-inexact-math'],
  ['Math?.sin(x);', 'no-inexact-math'],
  ['xs.map(Math.sin);', 'no-inexact-math'],
  ['const { sin } = Math;', 'no-inexact-math'],
  ['const { floor, cos: cosine } = Math;', 'no-inexact-math'],
  ['({ tan: y } = Math);', 'no-inexact-math'],
  ['const { Math: { exp } } = globalThis;', 'no-inexact-math'],
  ['(Math as Maths).sin(x);', 'no-inexact-math'],
  ['Math.somethingOfNextYear(x);', 'no-inexact-math'],
  ['y = x ** 2;', 'no-inexact-math'],
  ['y **= 2;', 'no-inexact-math'],

  ['const m = Math;', 'no-global-alias'],
  ['const { abs, ...others } = Math;', 'no-global-alias'],
  ['Math[name](x);', 'no-global-alias'],
  ["Reflect.get(Math, 'sin');", 'no-global-alias'],
  ['const host = globalThis;', 'no-global-alias'],
  ['const host = globalThis as unknown as Host;', 'no-global-alias'],
  ['const p = process;', 'no-global-alias'],

  ["'a'.localeCompare('b');", 'no-locale'],
  ['x.toLocaleString();', 'no-locale'],
  ["'a'.toLocaleUpperCase();", 'no-locale'],
  ['const { localeCompare } = String.prototype;', 'no-locale'],
  ['new Intl.Collator();', 'no-locale'],
  ['export let format: Intl.NumberFormat;', 'no-locale'],
];

/**
 * Declaring a global gives it a type, and must not hide its use. A separate file, since a declaration applies to the whole
 * file.
 */
const declaredGlobals = [
  'declare const process: { hrtime(): number };',
  'declare function setTimeout(f: () => void, ms: number): void;',
  'process.hrtime();',
  'setTimeout(() => {}, 1);',
].join('\n');

/** A second name is followed if it is a `const`. */
const secondNames = [
  'const host = globalThis as unknown as Host;',
  'const { process, Math: m } = host;',
  'process.nextTick(() => {});',
  'const { floor, cos } = m;',
  'const cosine = cos;',
  'host.setTimeout(() => {}, 1);',
].join('\n');

const combinators = ['race', 'all', 'any', 'allSettled'].map((name) => `export const ${name} = Promise.${name}([]);`);

const hostCode = "import 'node:fs';\nimport 'node:crypto';\nDate.now();\nMath.sin(1);";

const cleanCode = `
import type { Vector } from './vector.js';
import { sin } from './elementary.js';

export interface Wait { then(resolve: (value: number) => void): void }

const { floor, max: most } = Math;
const Date = 3;
const limits = { setTimeout: 1, Math: 2 };
const million = 10n ** 6n;

export async function measure(v: Vector, wait: Wait): Promise<string> {
  const performance = await wait;
  const width = Math.sqrt(v.x * v.x + v.y * v.y) + Math.abs(sin(performance)) + Math.PI;
  const copy = structuredClone(limits);
  const known = typeof globalThis === 'object' && typeof process !== 'undefined';
  await new Promise<void>((resolve) => resolve());
  return String(floor(width) + most(Date, copy.setTimeout + limits.Math)) + String(million) + String(known);
}

declare const process: unknown;
declare function structuredClone<T>(value: T): T;
`;

const files: Record<string, string> = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: { strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023'], types: [], noEmit: true },
    include: ['packages'],
  }),
  'package.json': JSON.stringify({ type: 'module' }),
  ...inEveryGuardedPackage('src/bans.ts', bans.map(([line]) => inItsOwnBlock(line)).join('\n')),
  ...inEveryGuardedPackage('src/deep/er/bans.ts', 'Math.random();'),
  ...inEveryGuardedPackage('src/declared.ts', declaredGlobals),
  ...inEveryGuardedPackage('src/second-names.ts', secondNames),
  ...inEveryGuardedPackage('src/x.test.ts', 'Math.random();\nsetTimeout(() => {}, Date.now());'),
  ...inEveryGuardedPackage('bench/x.bench.ts', 'Math.random();'),
  ...Object.fromEntries(
    ['node', 'console'].flatMap((part) => Object.entries(inEveryGuardedPackage(`src/deep/${part}/files.ts`, hostCode))),
  ),
  [at('robotsim/src/node/files.ts')]: hostCode,
  [at('robotsim/src/node/real-run.ts')]: 'Date.now();',
  ...inEveryGuardedPackage('src/clean.ts', cleanCode),
  ...inEveryGuardedPackage('src/vector.ts', 'export interface Vector { readonly x: number; readonly y: number }'),
  ...inEveryGuardedPackage('src/elementary.ts', 'export function sin(x: number): number { return x; }'),
  ...Object.fromEntries(guardedFolders().map((folder) => [`${folder}/planted.ts`, 'Math.random();\nMath.sin(1);'])),
  [at('viewer/src/panel.ts')]: 'Math.sin(Date.now());',
  [at('kernel/src/pacing.ts')]: 'setTimeout(() => {}, Date.now());',
  [at('neko/src/networks/real/tcp.ts')]: "import 'node:net';\nsetTimeout(() => {}, Date.now());",
  [at('neko/src/networks/sim/basic.ts')]: 'setTimeout(() => {}, 1);',
  [at('kernel/src/barrier.ts')]: [
    'declare const process: { nextTick(f: () => void): void } | undefined;',
    'const next = () => {};',
    'queueMicrotask(() => process?.nextTick(next));',
    'setImmediate(next);',
    'new MessageChannel();',
    'setTimeout(next, 1);',
    'Math.random();',
    'Date.now();',
    'const host = globalThis as unknown as Host;',
    'const { process: node, setImmediate: soon } = host;',
    'soon(() => node.nextTick(next));',
    'host.setTimeout(next, node.uptime());',
  ].join('\n'),
  [at('neko/src/protocols/fifo.ts')]: [...combinators, 'const { race: first } = Promise;', 'const P = Promise;'].join(
    '\n',
  ),
  [at('robotsim/src/run/algorithms/gathering.ts')]: combinators.join('\n'),
  [at('neko/src/dispatcher.ts')]: combinators.join('\n'),
  [at('neko/src/protocols/fifo.test.ts')]: combinators.join('\n'),
  [at('run/src/promises.ts')]: `
    async function work(): Promise<void> {}
    work();
    await work();
    if (work()) await files;
    declare const files: number;
  `,
  // The two parameters of \`then\` make it a thenable in the rule's eyes; with one it would pass unseen.
  [at('run/src/thenables.ts')]: `
    export class Wait implements PromiseLike<number> {
      then<T, U>(resolve?: ((n: number) => T) | null, reject?: ((e: unknown) => U) | null): PromiseLike<T | U> {
        throw new Error(String(resolve) + String(reject));
      }
    }
    function begin(): Wait { return new Wait(); }
    begin();
    new Wait();
    begin().then(() => 1);
    void begin();
    export const waits = [begin(), await begin()];
  `,
  [at('run/src/habits.ts')]: `
    type Kind = 'a' | 'b';
    export function name(kind: Kind): string { switch (kind) { case 'a': return 'x'; } return 'y'; }
    export function same(x: any, y: number): boolean { return x == y; }
    console.log(name('a'));
    // oxlint-disable-next-line eslint/no-var
    var old = 1;
    // oxlint-disable-next-line eslint/no-var -- planted
    var older = old;
    console.log(older);
  `,
  [at('run/src/run.test.ts')]: `
    import { expect, test } from '@jest/globals';
    test.only('focused', () => { expect(1).toBe(1); });
    test.skip('disabled', () => { expect(1).toBe(1); });
    test('empty', () => {});
  `,
  [at('run/src/old.ts')]: 'debugger;',
  'build/old.ts': 'debugger;',
  [at('run/dist/old.js')]: 'debugger;',
};

interface Finding {
  readonly rule: string;
  readonly line: number;
  readonly message: string;
}

let findings: Map<string, Finding[]>;

beforeAll(() => {
  findings = lint(files);
});

describe('in each package of the engine', () => {
  test.each(guardedPackages)('%s: reports every violation once, with its cure', (name) => {
    const found = engineFindings(at(`${name}/src/bans.ts`));
    expect(found).toHaveLength(bans.length);
    for (const [index, [line, rule]] of bans.entries()) {
      const here = found.filter((finding) => finding.line === index + 1);
      expect([line, here.map((finding) => finding.rule)]).toEqual([line, [`kineko(${rule})`]]);
      expect(here[0]?.message).toMatch(/^\S.*: \S/);
    }
    expect(rulesIn(at(`${name}/src/deep/er/bans.ts`))).toContain('kineko(no-randomness)');
  });

  test.each(guardedPackages)('%s: a declared global stays global', (name) => {
    expect(rulesAndLines(engineFindings(at(`${name}/src/declared.ts`)))).toEqual([
      ['kineko(no-wall-clock)', 3],
      ['kineko(no-timers)', 4],
    ]);
  });

  test.each(guardedPackages)('%s: a second name hides nothing', (name) => {
    expect(rulesAndLines(engineFindings(at(`${name}/src/second-names.ts`)))).toEqual([
      ['kineko(no-global-alias)', 1],
      ['kineko(no-global-alias)', 2],
      ['kineko(no-global-alias)', 2],
      ['kineko(no-timers)', 3],
      ['kineko(no-inexact-math)', 4],
      ['kineko(no-inexact-math)', 5],
      ['kineko(no-timers)', 6],
    ]);
  });

  test.each(guardedPackages)('%s: clean code passes', (name) => {
    expect(findingsIn(at(`${name}/src/clean.ts`))).toEqual([]);
  });

  test.each(guardedPackages)('%s: tests and benchmarks are free', (name) => {
    expect(engineFindings(at(`${name}/src/x.test.ts`))).toEqual([]);
    expect(engineFindings(at(`${name}/bench/x.bench.ts`))).toEqual([]);
  });

  test.each(guardedPackages)('%s: every folder of its real sources is guarded', (name) => {
    const folders = guardedFolders().filter((folder) => folder.startsWith(`${at(name)}/`));
    expect(folders).toContain(at(`${name}/src`));
    const everything = ['kineko(no-randomness)', 'kineko(no-inexact-math)'];
    expect(folders.map((folder) => [folder, engineRules(`${folder}/planted.ts`)])).toEqual(
      folders.map((folder) => {
        if (/\/networks\/real|\/src\/(?:page|lab)(?:\/|$)/.test(folder)) return [folder, []];
        return [folder, isOfHost(folder) ? ['kineko(no-inexact-math)'] : everything];
      }),
    );
  });

  test.each(['node', 'console'])('src/%s/ may use the host, but no maths that differs from host to host', (part) => {
    for (const name of guardedPackages.filter((each) => each !== 'robotsim' || part !== 'node')) {
      expect([name, engineRules(at(`${name}/src/deep/${part}/files.ts`))]).toEqual([name, ['kineko(no-inexact-math)']]);
    }
  });

  test('robotsim/src/node/ reads files, but no clock and no random bytes', () => {
    const found = rulesAndLines(engineFindings(at('robotsim/src/node/files.ts')));
    expect(found).toEqual([
      ['kineko(no-randomness)', 2],
      ['kineko(no-wall-clock)', 3],
      ['kineko(no-inexact-math)', 4],
    ]);
    expect(engineRules(at('robotsim/src/node/real-run.ts'))).toEqual([]);
  });

  test('the message names the remedy', () => {
    const messages = engineFindings(at('world/src/bans.ts')).map(({ message }) => message);
    expect(messages).toContain('Math.sin may be rounded differently by another engine: use sin of @kineko/geometry');
  });
});

describe('exceptions', () => {
  test('pacing and real networks may wait for real time', () => {
    expect(engineFindings(at('kernel/src/pacing.ts'))).toEqual([]);
    expect(engineFindings(at('neko/src/networks/real/tcp.ts'))).toEqual([]);
    expect(rulesIn(at('neko/src/networks/sim/basic.ts'))).toContain('kineko(no-timers)');
  });

  test('the barrier may use the queues that carry no time, and nothing else', () => {
    expect(rulesAndLines(engineFindings(at('kernel/src/barrier.ts')))).toEqual([
      ['kineko(no-timers)', 6],
      ['kineko(no-randomness)', 7],
      ['kineko(no-wall-clock)', 8],
      ['kineko(no-timers)', 12],
      ['kineko(no-wall-clock)', 12],
    ]);
  });

  test('packages outside the engine are free', () => {
    expect(engineFindings(at('viewer/src/panel.ts'))).toEqual([]);
  });

  test('what is built is not linted', () => {
    expect(findingsIn('build/old.ts')).toEqual([]);
    expect(findingsIn(at('run/dist/old.js'))).toEqual([]);
    expect(findingsIn(at('run/src/old.ts'))).not.toEqual([]);
  });
});

test("Promise's combinators are banned in protocols and algorithms only", () => {
  const banned = 'kineko(no-promise-combinators)';
  expect(engineFindings(at('neko/src/protocols/fifo.ts')).map(({ rule }) => rule)).toEqual(
    Array.from({ length: 6 }, () => banned),
  );
  expect(engineFindings(at('robotsim/src/run/algorithms/gathering.ts')).map(({ rule }) => rule)).toEqual(
    Array.from({ length: 4 }, () => banned),
  );
  expect(engineFindings(at('neko/src/dispatcher.ts'))).toEqual([]);
  expect(engineFindings(at('neko/src/protocols/fifo.test.ts'))).toEqual([]);
});

test('a lost promise is found by its type, and so is a lost thenable of our own', () => {
  expect(rulesAndLines(findingsIn(at('run/src/promises.ts')))).toEqual([
    ['typescript(no-floating-promises)', 3],
    ['typescript(await-thenable)', 5],
    ['typescript(no-misused-promises)', 5],
  ]);
  expect(rulesAndLines(findingsIn(at('run/src/thenables.ts')))).toEqual([
    ['typescript(no-floating-promises)', 8],
    ['typescript(no-floating-promises)', 9],
    ['typescript(no-floating-promises)', 10],
  ]);
});

test('general habits are checked', () => {
  expect(rulesIn(at('run/src/habits.ts'))).toEqual(
    expect.arrayContaining([
      'typescript(switch-exhaustiveness-check)',
      'typescript(no-explicit-any)',
      'eslint(eqeqeq)',
      'eslint(no-console)',
    ]),
  );
  expect(rulesIn(at('run/src/habits.ts')).filter((rule) => /no-var|disable/.test(rule))).toEqual([
    'kineko(reasoned-disable)',
  ]);
  expect(rulesIn(at('run/src/run.test.ts')).filter((rule) => rule.startsWith('jest('))).toEqual([
    'jest(no-focused-tests)',
    'jest(no-disabled-tests)',
    'jest(expect-expect)',
  ]);
});

/** A scope per line, so that two lines can declare the same name. */
function inItsOwnBlock(line: string): string {
  return /^(?:import|export) /.test(line) ? line : `{ ${line} }`;
}

function inEveryGuardedPackage(path: string, text: string): Record<string, string> {
  return Object.fromEntries(guardedPackages.map((name) => [at(`${name}/${path}`), text]));
}

/** The path of a package's file in the real tree: `kernel/src/barrier.ts` in `packages/foundation/kernel/src/barrier.ts`. */
function at(file: string): string {
  const [name = '', ...rest] = file.split('/');
  const path = paths.get(name);
  if (path === undefined) throw new Error(`no package lies in a folder called ${name}`);
  return [path, ...rest].join('/');
}

/** The folders of the real sources of guarded packages. */
function guardedFolders(): string[] {
  return guardedPackages.flatMap((name) => {
    const sources = at(`${name}/src`);
    const found = readdirSync(join(root, sources), { recursive: true, withFileTypes: true, encoding: 'utf8' });
    const inside = found.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    return [sources, ...inside.map((folder) => folder.slice(root.length).replaceAll('\\', '/'))];
  });
}

function isOfHost(folder: string): boolean {
  return /\/src\/(?:.*\/)?(?:node|console|page)(?:\/|$)/.test(folder) && !folder.includes('/robotsim/');
}

function engineRules(file: string): string[] {
  return engineFindings(file).map(({ rule }) => rule);
}

/** Findings of the engine's rules. */
function engineFindings(file: string): Finding[] {
  return findingsIn(file).filter(({ rule }) => rule.startsWith('kineko('));
}

function findingsIn(file: string): Finding[] {
  expect(Object.keys(files)).toContain(file);
  return findings.get(file) ?? [];
}

function rulesAndLines(found: readonly Finding[]): (readonly [rule: string, line: number])[] {
  return found.map(({ rule, line }) => [rule, line]);
}

function rulesIn(file: string): string[] {
  return findingsIn(file).map(({ rule }) => rule);
}

/** Lints the files in a temporary workspace, which is removed afterwards. */
function lint(planted: Record<string, string>): Map<string, Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'kineko-lint-'));
  try {
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    cpSync(join(root, 'tools/lint'), join(folder, 'tools/lint'), {
      recursive: true,
      filter: (path) => !path.endsWith('.ts'),
    });
    for (const [path, text] of Object.entries(planted)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return findingsByFile(runOxlint(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runOxlint(folder: string): string {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr, error } = spawnSync(process.execPath, [oxlint, '--type-aware', '--format', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw error;
  if (!stdout.trimStart().startsWith('{')) throw new Error(`oxlint printed no JSON but:\n${stdout}\n${stderr}`);
  return stdout;
}

interface OxlintReport {
  diagnostics: { code?: string; message: string; filename: string; labels: { span: { line: number } }[] }[];
}

function findingsByFile(json: string): Map<string, Finding[]> {
  const byFile = new Map<string, Finding[]>();
  for (const { code, message, filename, labels } of (JSON.parse(json) as OxlintReport).diagnostics) {
    const file = filename.replaceAll('\\', '/');
    // A finding without a rule is a syntax error; no rule has checked the file.
    if (code === undefined) throw new Error(`The planted file ${file} cannot be read: ${message}`);
    const finding = { rule: code, message, line: labels[0]?.span.line ?? 0 };
    byFile.set(file, [...(byFile.get(file) ?? []), finding]);
  }
  for (const found of byFile.values()) found.sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return byFile;
}

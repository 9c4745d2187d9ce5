import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runBench, usage } from './command.js';
import { runHere } from './runner.js';

/** Benchmarks in their built form; their work advances the clock `globalThis.plantedMicros`. */
const planted = {
  'package.json': '{ "type": "module" }',
  'packages/kernel/bench/queue.bench.js': `
    const working = (name, micros) => ({ name, setUp: () => () => { globalThis.plantedMicros += micros; return 1; } });
    export const comparisons = [10, 1000].map((n) => ({
      name: 'hold',
      n,
      alternatives: [working('plain', 40), working('clever: really', 10)],
    }));
  `,
  'packages/geometry/bench/sine.bench.js': `
    export const comparisons = [{ name: 'sine', n: 1, alternatives: [{ name: 'idle', setUp: () => () => 0 }] }];
  `,
  'packages/geometry/bench/readme.md': 'no benchmark',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kineko-bench-'));
  for (const [path, text] of Object.entries(planted)) write(path, text);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('prints a table for each comparison', async () => {
  expect(await bench(['--filter', 'hold'])).toEqual({
    code: 0,
    stdout: [
      'hold, n = 10',
      '  plain           25.0 k/s  1.00 x',
      '  clever: really   100 k/s  4.00 x',
      '',
      'hold, n = 1000',
      '  plain           25.0 k/s  1.00 x',
      '  clever: really   100 k/s  4.00 x',
      '',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('--json prints one object a line and nothing else', async () => {
  const { code, stdout, stderr } = await bench(['--json', '--filter', 'KERNEL']);
  expect([code, stderr]).toEqual([0, '']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(
    [10, 1000].flatMap((n) => [
      { name: 'hold: plain', n, perSecond: 25_000, ratio: 1, against: null },
      { name: 'hold: clever: really', n, perSecond: 100_000, ratio: 4, against: 'hold: plain' },
    ]),
  );
});

test('--busy leaves out comparisons in wall-clock time and names them; the pages list them', async () => {
  write(
    'packages/kernel/bench/idle.bench.js',
    `export const comparisons = [
       { name: 'walled', n: 2000, clock: 'wall', alternatives: [{ name: 'one', setUp: () => () => 1 }] },
       { name: 'frames', n: 3, unit: 'ms', needsIdleMachine: true, alternatives: [{ name: 'one', setUp: () => () => 1 }] },
       { name: 'bytes', n: 4, unit: 'bytes', isScaling: true, alternatives: [10, 20].map((n) => ({
           name: n + ' robots', setUp: () => () => n, target: { compares: 'growth', must: 3, figure: 'growth of ' + n } })) },
     ];`,
  );
  try {
    const pages = mkdtempSync(join(folder, 'pages-'));
    const { code, stderr } = await bench(['--busy', '--filter', 'idle.bench', '--pages', pages]);
    expect(code).toBe(0);
    expect(stderr.match(/left out, needs an idle machine: \w+/g)?.map((line) => line.split(' ').at(-1))).toEqual([
      'walled',
      'frames',
    ]);
    const [performance, scaling] = ['performance.md', 'scaling.md'].map((name) =>
      readFileSync(join(pages, name), 'utf8'),
    );
    expect(performance).toContain('- walled, n = 2,000\n- frames, n = 3\n');
    expect(performance).toMatch(/\| growth of 20 +\| 4 +\| 2.00 × +\| ≤ 3.00 +\| +\| reached +\|/);
    expect(scaling).toMatch(/## Bytes[^]*\| 20 robots +\| 20.0 bytes +\| 2.00 × +\|/);
  } finally {
    rmSync(join(folder, 'packages/kernel/bench/idle.bench.js'));
  }
});

test('a comparison with a unit runs once and prints its figures unchanged', async () => {
  write(
    'figures/packages/x/bench/a.bench.js',
    `const taking = (name, bytes) => ({ name, setUp: () => { let calls = 0; return () => bytes + 1000 * calls++; } });
     export const comparisons = [{ name: 'memory', n: 2, unit: 'bytes', alternatives: [taking('a', 8), taking('b', 4)] }];`,
  );
  const { stdout } = await bench(['--json'], { buildFolder: join(folder, 'figures') });
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { name: 'memory: a', n: 2, value: 8, unit: 'bytes', ratio: 1, against: null },
    { name: 'memory: b', n: 2, value: 4, unit: 'bytes', ratio: 0.5, against: 'memory: a' },
  ]);
});

test('--list names the comparisons and measures nothing', async () => {
  expect(await bench(['--list'])).toEqual({
    code: 0,
    stdout: [
      'sine, n = 1 (packages/geometry/bench/sine.bench.ts)',
      'hold, n = 10 (packages/kernel/bench/queue.bench.ts)',
      'hold, n = 1000 (packages/kernel/bench/queue.bench.ts)',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('--help explains itself', async () => {
  expect(await bench(['--help'])).toEqual({ code: 0, stdout: usage, stderr: '' });
});

test('a comparison that fails is named, and the others are measured', async () => {
  const { code, stdout, stderr } = await bench([]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^bench: sine, n = 1 \(packages\/geometry\/bench\/sine\.bench\.ts\): idle: .*0 operations/);
  expect(stdout).toContain('hold, n = 1000');
});

test('progress goes to stderr, on a terminal only, and is wiped away', async () => {
  const { stdout, stderr } = await bench(['--json', '--filter', 'hold'], { isTTY: true });
  expect(stderr).toContain('1/2 hold, n = 10 (packages/kernel/bench/queue.bench.ts) …');
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  expect(stdout.split('\n')).toHaveLength(5);
});

describe('an invalid request exits with 2 and prints the expected usage', () => {
  test.each([
    [['--fliter', 'x'], "Unknown option '--fliter'"],
    [['--filter'], "'--filter <value>' argument missing"],
    [['hold'], "Unexpected argument 'hold'"],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await bench(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr).toContain('--filter <text>');
  });

  test('a filter that matches nothing', async () => {
    expect(await bench(['--filter', 'hull'])).toEqual({
      code: 2,
      stdout: '',
      stderr: [
        'bench: no comparison\'s name or file contains "hull"; there are:',
        '  sine, n = 1 (packages/geometry/bench/sine.bench.ts)',
        '  hold, n = 10 (packages/kernel/bench/queue.bench.ts)',
        '  hold, n = 1000 (packages/kernel/bench/queue.bench.ts)',
        '',
      ].join('\n'),
    });
  });

  test('no benchmark at all', async () => {
    const { code, stderr } = await bench([], { buildFolder: join(folder, 'nowhere') });
    expect([code, stderr]).toEqual([
      2,
      'bench: there is no built packages/*/bench/*.bench.js: write one, and run `npm run build`\n',
    ]);
  });
});

describe('a file that is no benchmark is named, the others are measured, and the end is 1', () => {
  test.each([
    ['nothing', 'export {};', 'it must export `comparisons`'],
    ['something-else', 'export const comparisons = [null];', 'it must export `comparisons`'],
    ['an-error', "throw new Error('no such robot');", 'no such robot'],
  ])('exports %s', async (name, text, message) => {
    write(`${name}/packages/x/bench/a.bench.js`, text);
    write(`${name}/packages/x/bench/b.bench.js`, planted['packages/kernel/bench/queue.bench.js']);
    const { code, stdout, stderr } = await bench([], { buildFolder: join(folder, name) });
    expect(code).toBe(1);
    expect(stderr).toContain(`bench: packages/x/bench/a.bench.ts cannot be loaded: ${message}`);
    expect(stdout).toContain('hold, n = 1000');
  });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function bench(args: string[], { isTTY = false, buildFolder = folder } = {}) {
  const world = globalThis as { plantedMicros?: number };
  world.plantedMicros = 0;
  const written = { stdout: '', stderr: '' };
  const code = await runBench(args, {
    buildFolder,
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text), isTTY },
    start: ({ name, setUp }) => runHere(name, setUp(), () => world.plantedMicros ?? 0),
    measuring: { rounds: 3, atLeastMicros: 1_000, warmUpMicros: 0 },
  });
  return { code, ...written };
}

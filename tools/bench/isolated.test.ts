/** Runs the built files, as `npm run bench` does: Jest's loader does not apply to the file of a worker. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const built = fileURLToPath(new URL('../dist/bench', import.meta.url));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kineko-bench-apart-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the built command measures each alternative in a process of its own', () => {
  const lines = node([join(built, 'main.js'), '--quick', '--json', '--filter', 'logarithm of draws'])
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ name: expect.stringContaining(': Math.log'), ratio: 1, against: null }),
    expect.objectContaining({ name: expect.stringContaining(': log'), n: 4096 }),
  ]);
});

test('alternatives share no memory', () => {
  const outcome = apart(`
    const work = (name) => ({ name, setUp: () => () => { globalThis.calls = (globalThis.calls ?? 0) + 1; return globalThis.calls; } });
    export const comparisons = [{ name: 'planted', n: 1, alternatives: [work('a'), work('b')] }];
  `);
  expect(outcome).toEqual([3, 3]);
});

test('an alternative that cannot be set up, and one whose process ends, are named', () => {
  const outcome = apart(`
    export const comparisons = [{ name: 'planted', n: 1, alternatives: [
      { name: 'broken', setUp: () => { throw new Error('no such robot'); } },
      { name: 'gone', setUp: () => () => process.exit(7) },
    ] }];
  `);
  expect(outcome).toEqual(['no such robot', 'gone: its process ended with code 7']);
});

/** The results of two calls of both alternatives of a planted file: numbers of operations, or an error. */
function apart(text: string): unknown {
  const file = join(folder, 'planted.mjs');
  writeFileSync(file, text);
  const script = `
    import { runApart } from ${JSON.stringify(pathToFileURL(join(built, 'isolated.js')).href)};
    const runners = ['broken', 'gone'].map((name, index) => runApart(name, ${JSON.stringify(file)}, 0, index));
    const outcome = [];
    for (const runner of runners) outcome.push(await runner.time(2).then((timed) => timed.operations, (error) => error.message));
    for (const runner of runners) runner.close();
    console.log(JSON.stringify(outcome));
  `;
  return JSON.parse(node(['--input-type=module', '-e', script])) as unknown;
}

function node(args: string[]): string {
  return execFileSync(process.execPath, args, { encoding: 'utf8' });
}

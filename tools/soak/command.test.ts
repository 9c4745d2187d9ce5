import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runSoak, usage } from './command.js';

/** Soaks in their built form. */
const planted = {
  'package.json': '{ "type": "module" }',
  'packages/geometry/soak/contact.soak.js': `
    export const soaks = [{
      name: 'touch and go',
      seeds: 3,
      run: (seed) => ({ sums: { queries: 10, missed: 0 }, most: { ulp: seed === 2 ? 2.718281828 : 1 } }),
    }];
  `,
  'packages/kernel/soak/run.soak.js': `
    export const soaks = [{
      name: 'long runs',
      seeds: 2,
      run: async (seed) => {
        if (seed === 7) throw new Error('two robots overlap by 1 m');
        return { sums: { events: 1 } };
      },
    }];
  `,
  'packages/kernel/soak/readme.md': 'no soak',
};

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kineko-soak-'));
  for (const [path, text] of Object.entries(planted)) write(path, text);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('runs every check over its seeds and adds up what they found', async () => {
  expect(await soak([])).toEqual({
    code: 0,
    stdout: [
      'touch and go, seeds 1..3: 30 queries, 0 missed, ulp at most 2.72',
      'long runs, seeds 1..2: 2 events',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('--seeds and --filter choose', async () => {
  expect(await soak(['--filter', 'GEOMETRY', '--seeds', '5..6'])).toEqual({
    code: 0,
    stdout: 'touch and go, seeds 5..6: 20 queries, 0 missed, ulp at most 1\n',
    stderr: '',
  });
  expect((await soak(['--filter', 'long', '--seeds', '5'])).stdout).toBe('long runs, seeds 5..5: 1 events\n');
});

test('a check that fails is stopped there with the command that repeats it, and the others run', async () => {
  expect(await soak(['--seeds', '6..9'])).toEqual({
    code: 1,
    stdout: 'touch and go, seeds 6..9: 40 queries, 0 missed, ulp at most 1\n',
    stderr:
      'soak: long runs, seed 7: two robots overlap by 1 m\n' +
      "repeat it with: npm run soak -- --filter 'long runs' --seeds 7..7\n",
  });
});

test('--list names the checks and runs nothing', async () => {
  expect(await soak(['--list'])).toEqual({
    code: 0,
    stdout: [
      'touch and go (packages/geometry/soak/contact.soak.ts), seeds 1..3',
      'long runs (packages/kernel/soak/run.soak.ts), seeds 1..2',
      '',
    ].join('\n'),
    stderr: '',
  });
});

test('--help explains itself', async () => {
  expect(await soak(['--help'])).toEqual({ code: 0, stdout: usage, stderr: '' });
});

test('progress goes to stderr, on a terminal only, and is wiped away', async () => {
  const { stdout, stderr } = await soak(['--filter', 'touch'], { isTTY: true });
  expect(stderr).toContain('touch and go, seed 2 of 1..3 …');
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
  expect(stdout).not.toContain('\u001b');
});

describe('an invalid request exits with 2 and prints the expected usage', () => {
  test.each([
    [['--sedes', '1'], "Unknown option '--sedes'"],
    [['--seeds'], "'--seeds <value>' argument missing"],
    [['touch'], "Unexpected argument 'touch'"],
    [['--seeds', '3..1'], '--seeds 3..1: give a first and a last seed, whole numbers in that order, as in 1..20'],
    [['--seeds', 'all'], '--seeds all: give a first and a last seed'],
    [['--seeds=-1..4'], '--seeds -1..4: give a first and a last seed'],
    [['--filter', 'hull'], 'no check\'s name or file contains "hull"; there are:\n  touch and go'],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await soak(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  test('no soak at all', async () => {
    expect(await soak([], { buildFolder: join(folder, 'nowhere') })).toEqual({
      code: 2,
      stdout: '',
      stderr: 'soak: there is no built packages/*/soak/*.soak.js: write one, and run `npm run build`\n',
    });
  });
});

test('a file that is no soak is named, the others run, and the end is 1', async () => {
  write('broken/packages/x/soak/a.soak.js', 'export const soaks = [{}];');
  write('broken/packages/x/soak/b.soak.js', planted['packages/kernel/soak/run.soak.js']);
  const { code, stdout, stderr } = await soak([], { buildFolder: join(folder, 'broken') });
  expect(code).toBe(1);
  expect(stderr).toBe(
    'soak: packages/x/soak/a.soak.ts cannot be loaded: it must export `soaks`, a list of Soak (tools/soak/soak.ts)\n',
  );
  expect(stdout).toBe('long runs, seeds 1..2: 2 events\n');
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

async function soak(args: string[], { isTTY = false, buildFolder = folder } = {}) {
  const written = { stdout: '', stderr: '' };
  const code = await runSoak(args, {
    buildFolder,
    stdout: { write: (text) => (written.stdout += text) },
    stderr: { write: (text) => (written.stderr += text), isTTY },
  });
  return { code, ...written };
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { temporaryFolder } from '@kineko/tools/kits/temporary-folder';
import type { RunSummary } from '../scenario.js';
import { MAX_RUN_FILE_BYTES } from './host.js';
import { type Manifest, findManifest, startTicksOf } from './manifest.js';
import { RunFolder, type RunStart } from './run-folder.js';

const start: RunStart = {
  scenario: {
    frontEnd: 'robotsim',
    name: 'gathering',
    source: { path: 'gathering.config', bytes: new TextEncoder().encode('process.num = 3\n') },
  },
  config: [
    { key: 'process.num', value: '3', origin: { kind: 'file', place: { file: 'gathering.config', line: 1 } } },
    { key: '__proto__', value: 'x', origin: { kind: 'default' } },
  ],
  seed: 42,
  version: '0.1.0',
  files: { log: 'neko.log', trace: 'run.trace' },
};

const summary: RunSummary = {
  robots: 3,
  processes: 3,
  simulatedSeconds: 12.5,
  events: 100,
  motionRequests: 7,
  collisions: 1,
  delays: 0,
  messages: { sent: 5, delivered: 4, dropped: 1 },
  stoppedBy: 'time',
  remarks: ['a remark'],
  hasGoal: false,
};

function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

describe('a run folder', () => {
  test('overwrites no file behind a link that is left in it', async () => {
    const path = temporaryFolder();
    const outside = join(temporaryFolder({ notes: 'mine' }), 'notes');
    symlinkSync(outside, join(path, 'manifest.json.new'));
    await RunFolder.create(path, start);
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(await findManifest(path)).toMatchObject({ state: 'running' });
  });

  test('has the state of its run, and then its outcome', async () => {
    const path = join(temporaryFolder(), 'results', 'today');
    const folder = await RunFolder.create(path, start);
    expect(await findManifest(path)).toEqual({
      state: 'running',
      scenario: {
        door: 'robotsim',
        name: 'gathering',
        path: 'gathering.config',
        sha256: '8a97ad233931b634446e7e31a55bed0962bae9a4e5850e0d82f6b3e8e5e22af0',
      },
      config: Object.fromEntries(start.config.map(({ key, value, origin }) => [key, { value, origin }])),
      seed: 42,
      versions: {
        kineko: '0.1.0',
        node: process.versions.node,
        v8: process.versions.v8,
        platform: process.platform,
        arch: process.arch,
      },
      process: { pid: process.pid, host: hostname(), startTicks: startTicksOf(process.pid) },
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      files: { log: 'neko.log', trace: 'run.trace' },
    });
    expect(folder.pathOf('log')).toBe(join(path, 'neko.log'));
    expect(() => folder.pathOf('metrics')).toThrow('this run was started without a file for its metrics');

    const metrics = new Map([
      ['distance', 1.5],
      ['never', Infinity],
      ['unknown', NaN],
    ]);
    const hash = '0123456789abcdef0123456789abcdef';
    const problems = [{ severity: 'warning', text: 'a robot fell asleep' }] as const;
    await folder.finish({ state: 'complete', summary, metrics, hash, problems });
    expect(await findManifest(path)).toMatchObject({
      state: 'complete',
      seed: 42,
      endedAt: expect.stringMatching(/Z$/),
      wallSeconds: expect.any(Number),
      summary,
      metrics: { distance: 1.5, never: Infinity, unknown: NaN },
      hash,
      problems,
    });
    expect(readdirSync(path)).toEqual(['manifest.json']);
  });

  test('of a failed run has no summary, and has the reason', async () => {
    const path = join(temporaryFolder(), 'x');
    const folder = await RunFolder.create(path, start);
    await folder.finish({ state: 'failed', problems: [{ severity: 'error', text: 'robot 3 failed' }] });
    const manifest = await findManifest(path);
    expect(manifest).toMatchObject({ state: 'failed', problems: [{ text: 'robot 3 failed' }] });
    expect(manifest!.summary).toBeUndefined();
  });

  test('is JSON in which the format comes first', async () => {
    const path = temporaryFolder();
    await RunFolder.create(path, start);
    expect(readFileSync(join(path, 'manifest.json'), 'utf8')).toMatch(
      /^\{\n {2}"format": "kineko run",\n {2}"version": 1,\n {2}"state": "running",\n/,
    );
  });
});

/** The files of a run that another process is writing. */
function filesOf(manifest: Manifest, runner: Manifest['process']): Readonly<Record<string, string>> {
  const text = JSON.stringify({ format: 'kineko run', version: 1, ...manifest, process: runner });
  return { 'manifest.json': text, 'neko.log': 'log' };
}

describe('an existing folder', () => {
  const writers: ChildProcess[] = [];
  afterEach(() => writers.splice(0).forEach((writer) => writer.kill('SIGKILL')));

  test('is used if it is empty', async () => {
    await expect(RunFolder.create(temporaryFolder(), start)).resolves.toBeInstanceOf(RunFolder);
    const killed = temporaryFolder({ 'manifest.json.new': '{ "form' });
    await expect(RunFolder.create(killed, start)).resolves.toBeInstanceOf(RunFolder);
  });

  test('is cleared of the files of its earlier run, and of nothing else', async () => {
    const path = temporaryFolder();
    const earlier = await RunFolder.create(path, start);
    await earlier.finish({ state: 'complete', summary });
    put(path, { 'neko.log': 'log', 'run.trace': 'trace', 'notes.txt': 'notes' });
    mkdirSync(join(path, 'plots'));
    await RunFolder.create(path, { ...start, files: { log: 'neko.log' } });
    expect(readdirSync(path).toSorted()).toEqual(['manifest.json', 'notes.txt', 'plots']);
    expect(await findManifest(path)).toMatchObject({ state: 'running', files: { log: 'neko.log' } });
  });

  test('is refused while another process is writing its run there, and used when that was killed', async () => {
    const path = temporaryFolder();
    const { manifest } = await RunFolder.create(path, start);
    const writer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    writers.push(writer);
    const startTicks = startTicksOf(writer.pid!);
    for (const ofRun of [{ startTicks }, {}]) {
      put(path, filesOf(manifest, { pid: writer.pid!, host: hostname(), ...ofRun }));
      await expect(RunFolder.create(path, start)).rejects.toThrow(
        `${path}: process ${writer.pid} is writing its run here: wait for its end, or choose another folder`,
      );
    }
    expect(readFileSync(join(path, 'neko.log'), 'utf8')).toBe('log');
    const exit = once(writer, 'exit');
    writer.kill('SIGKILL');
    await exit;
    await expect(RunFolder.create(path, start)).resolves.toBeInstanceOf(RunFolder);
  });

  test('is used if another process has got the id of its killed run', async () => {
    const path = temporaryFolder();
    const { manifest } = await RunFolder.create(path, start);
    const pid = process.ppid;
    put(path, filesOf(manifest, { pid, host: hostname(), startTicks: (startTicksOf(pid) ?? 0) + 1 }));
    await expect(RunFolder.create(path, start)).resolves.toBeInstanceOf(RunFolder);
  });

  test('is refused if it contains something else', async () => {
    const path = temporaryFolder({ 'thesis.tex': 'x' });
    await expect(RunFolder.create(path, start)).rejects.toThrow(
      `${path}: is not empty and contains no run: choose a new folder for the results`,
    );
    expect(readdirSync(path)).toEqual(['thesis.tex']);
  });

  test.each(['{ "manifest_version": 3 }', 'not JSON', 'null', '[]', ''])(
    'is refused if it has a foreign manifest: %s',
    async (text) => {
      const path = temporaryFolder({ 'manifest.json': text });
      await expect(RunFolder.create(path, start)).rejects.toThrow('is not empty and contains no run');
      expect(readFileSync(join(path, 'manifest.json'), 'utf8')).toBe(text);
      expect(await findManifest(path)).toBeUndefined();
    },
  );

  test('is refused if a foreign file would be overwritten', async () => {
    const path = temporaryFolder();
    await RunFolder.create(path, { ...start, files: {} });
    put(path, { 'neko.log': 'mine' });
    await expect(RunFolder.create(path, start)).rejects.toThrow(
      `${path}: contains neko.log, not of its run, which would be overwritten; move it away`,
    );
  });

  test('is refused if it is a file, or beneath one', async () => {
    const path = temporaryFolder({ file: '' });
    await expect(RunFolder.create(join(path, 'file'), start)).rejects.toThrow('is a file');
    await expect(RunFolder.create(join(path, 'file', 'deeper'), start)).rejects.toThrow('is a file');
  });

  test('never loses a file that its manifest names elsewhere', async () => {
    const path = temporaryFolder({ 'precious.txt': 'x', 'run/keep': '' });
    const folder = join(path, 'run');
    put(folder, {
      'manifest.json': JSON.stringify({ format: 'kineko run', version: 1, files: { log: '../precious.txt' } }),
    });
    await expect(RunFolder.create(folder, start)).rejects.toThrow(
      'files.log: expected a file name without a path, got "../precious.txt"',
    );
    expect(existsSync(join(path, 'precious.txt'))).toBe(true);
  });
});

describe('an invalid manifest', () => {
  test('is refused with all its problems', async () => {
    const path = temporaryFolder();
    await RunFolder.create(path, start);
    const manifest = { ...(JSON.parse(readFileSync(join(path, 'manifest.json'), 'utf8')) as object) };
    Object.assign(manifest, {
      state: 'done',
      seed: 'seven',
      scenario: { door: 'robotsim', name: 3, path: 'x', sha256: 'abc' },
      config: { 'process.num': { value: 3, origin: { kind: 'dream' } } },
      versions: null,
      metrics: { distance: null },
      summary: { ...summary, stoppedBy: 'boredom', remarks: 'none', hasGoal: 1 },
      problems: [{ severity: 'error', text: 'x' }, 'y'],
      hash: 'xyz',
    });
    put(path, { 'manifest.json': JSON.stringify(manifest) });
    const file = join(path, 'manifest.json');
    await expect(findManifest(path)).rejects.toThrow(
      [
        'state: expected "running", "complete", "interrupted" or "failed", got "done"',
        'scenario.name: expected a string, got 3',
        'scenario.sha256: expected 64 hex digits, got "abc"',
        'config.process.num.value: expected a string, got 3',
        'config.process.num.origin.kind: expected "default", "file", "environment", "set" or "flag", got "dream"',
        'seed: expected a number, got "seven"',
        'versions: expected an object, got null',
        'summary.stoppedBy: expected "time", "empty", "finished", "shutdown", "stalled", "events", "log" or "interrupted", got "boredom"',
        'summary.remarks: expected a list, got "none"',
        'summary.hasGoal: expected true or false, got 1',
        'metrics.distance: expected a number, got null',
        'hash: expected 32 hex digits, got "xyz"',
        'problems[1]: expected an object, got "y"',
      ]
        .map((line) => `${file}: ${line}`)
        .join('\n'),
    );
  });

  test('is refused if it is no plain file, or too large', async () => {
    const path = temporaryFolder();
    const file = join(path, 'manifest.json');
    for (const [make, why] of [
      [() => mkdirSync(file), 'expected a file, got a folder'],
      [() => execFileSync('mkfifo', [file]), 'expected a file, got a named pipe'],
      [() => symlinkSync('/dev/zero', file), `expected at most ${MAX_RUN_FILE_BYTES} bytes (64 MiB), got more`],
    ] as const) {
      make();
      await expect(findManifest(path)).rejects.toThrow(`${file}: ${why}`);
      rmSync(file, { recursive: true });
    }
  });

  test('is refused if it has another version', async () => {
    const path = temporaryFolder({ 'manifest.json': '{ "format": "kineko run", "version": 2, "state": "asleep" }' });
    await expect(findManifest(path)).rejects.toThrow(/manifest\.json: version: expected 1, got 2$/);
  });
});

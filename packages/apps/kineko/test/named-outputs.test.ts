/** Output files that a scenario names replace only an earlier log of their kind. */
import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { REPOSITORY, Workspace } from './command-line.js';

const ROBOT = '<robots><robot class="basic.SimpleRobot" posX="9" posY="9" angle="0"/></robots>';

function deeco(logfile: string): string {
  return `<simulation cycles="3" logfile="${logfile}" sizeX="30" sizeY="20">${ROBOT}</simulation>`;
}

function neko(key: string, path: string): string {
  return `process.num = 1\nsimulation.time = 1\nrobot.algorithm = RandomMovement\nbornpoint.random = true\n${key} = ${path}\n`;
}

/** Files that a run must not replace, by name. */
const PRECIOUS: Readonly<Record<string, string | Uint8Array>> = {
  'picture.png': new Uint8Array(readFileSync(`${REPOSITORY}examples/deeco/maps/map01.png`)),
  '.bashrc': 'export PATH=$PATH:~/bin\n',
  'tool.sh': '#!/bin/sh\necho hello\n',
  '.git/config': '[core]\n\tbare = false\n',
  'thesis.txt': 'Chapter 1\n',
  'numbers.txt': '12\n34\nfifty-six\n',
  'empty.txt': '',
  'other.xml': '<simulation/>',
};

/** The two front ends whose files name logs, each with a scenario for a path. */
const SCENARIOS = {
  'DEECo logfile': ['x.xml', deeco],
  'animation.logpath': ['x.config', (path: string) => neko('animation.logpath', path)],
  'FileHandler.pattern': ['x.config', (path: string) => neko('FileHandler.pattern', path)],
} as const;

describe.each(Object.entries(SCENARIOS))('%s', (key, [file, scenario]) => {
  // An empty file may be the Neko log of a run that was killed at its start.
  const names = Object.keys(PRECIOUS).filter((name) => key === 'DEECo logfile' || name !== 'empty.txt');

  test.each(names)('does not replace %s, and reports the file and the flag', async (name) => {
    const workspace = new Workspace({ [file]: scenario(name), [name]: PRECIOUS[name]! });
    chmodSync(workspace.of(name), 0o755);
    const { code, stderr } = await workspace.kineko(['run', file, '--seed', '1']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${JSON.stringify(name)} for output`)]);
    expect(stderr).toContain(`--logfile ${name}`);
    expect(workspace.bytes(name)).toEqual(Buffer.from(PRECIOUS[name]!));
  });

  test('does not replace a file behind a link', async () => {
    const workspace = new Workspace({ [file]: scenario('log.txt'), 'thesis.txt': 'Chapter 1\n' });
    symlinkSync('thesis.txt', workspace.of('log.txt'));
    expect((await workspace.kineko(['run', file])).code).toBe(2);
    expect(workspace.text('thesis.txt')).toBe('Chapter 1\n');
  });

  test('does not block on a pipe', async () => {
    const workspace = new Workspace({ [file]: scenario('pipe') });
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', workspace.of('pipe')]);
    expect(await workspace.kineko(['run', file])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('it is not a plain file'),
    });
  });

  test('replaces its own log of an earlier run, and any file with --logfile', async () => {
    const workspace = new Workspace({ [file]: scenario('log.txt'), 'thesis.txt': 'Chapter 1\n' });
    for (const seed of ['1', '2']) {
      expect(await workspace.kineko(['run', file, '-q', '--seed', seed])).toMatchObject({ code: 0, stderr: '' });
    }
    const log = workspace.text('log.txt');
    expect(await workspace.kineko(['run', file, '-q', '--seed', '2', '--logfile', 'thesis.txt'])).toMatchObject({
      code: 0,
    });
    expect(workspace.text('thesis.txt')).toBe(log);
  });
});

test('does not replace the scenario, also with --logfile', async () => {
  for (const [file, text] of [
    ['x.config', neko('seed', '1')],
    ['x.xml', deeco('log.txt')],
  ] as const) {
    const workspace = new Workspace({ [file]: text });
    const { code, stderr } = await workspace.kineko(['run', file, '--seed', '1', '--logfile', file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${file}" for output: it is the scenario itself`)]);
    expect(workspace.text(file)).toBe(text);
  }
});

test('does not replace the scenario by a trace beside the log', async () => {
  const workspace = new Workspace({ 'x.trace': neko('seed', '1') });
  const { code, stderr } = await workspace.kineko(['run', 'x.trace', '--logfile', 'x.log', '--log', 'trace']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('"x.trace" for output: it is the scenario itself')]);
  expect(workspace.text('x.trace')).toBe(neko('seed', '1'));
});

test('refuses the scenario as output with the place that names it', async () => {
  const workspace = new Workspace({ 'x.config': neko('seed', '1'), 'y.config': neko('animation.logpath', 'y.config') });
  const expected = 'names the file "x.config" for output: it is the scenario itself; name another file\n';
  const env = { KINEKO_ANIMATION_LOGPATH: 'x.config' };
  for (const [args, circumstances, place] of [
    [['--logfile', 'x.config'], {}, '--logfile'],
    [['--set', 'animation.logpath=x.config'], {}, '--set animation.logpath=x.config'],
    [[], { env }, 'KINEKO_ANIMATION_LOGPATH'],
  ] as const) {
    const { code, stderr } = await workspace.kineko(['run', 'x.config', ...args, '--seed', '1'], circumstances);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${place}: ${expected}`)]);
  }
  const { stderr } = await workspace.kineko(['run', 'y.config', '--seed', '1']);
  expect(stderr).toContain('y.config:5:1: names the file "y.config" for output: it is the scenario itself');
});

test('refuses a log path with --out where it would have no effect', async () => {
  const workspace = new Workspace({ 'x.config': neko('seed', '1'), 'x.xml': deeco('log.txt') });
  for (const path of [
    ['--logfile', 'y.log'],
    ['--set', 'animation.logpath=y.log'],
    ['--set', 'FileHandler.pattern=y.log'],
  ]) {
    const given = path[0] === '--logfile' ? '--logfile' : path.join(' ');
    expect(await workspace.kineko(['run', 'x.config', ...path, '--out', 'o', '--log', 'mcap'])).toMatchObject({
      code: 2,
      stderr: `kineko: ${given} with --out: logs and traces are written into the folder only; omit one of them\n`,
    });
  }
  expect(await workspace.kineko(['run', 'x.xml', '--logfile', 'y.txt', '--out', 'p'])).toMatchObject({ code: 0 });
  expect([existsSync(workspace.of('o')), existsSync(workspace.of('y.txt'))]).toEqual([false, true]);
});

test('--out takes precedence over a log path of the file and of the environment', async () => {
  const workspace = new Workspace({ 'x.config': neko('animation.logpath', 'y.log') });
  const env = { KINEKO_ANIMATION_LOGPATH: 'z.log' };
  expect(await workspace.kineko(['run', 'x.config', '-q', '--out', 'o'], { env })).toMatchObject({
    code: 0,
    stderr: '',
  });
  expect(['o/neko.log', 'y.log', 'z.log'].map((path) => existsSync(workspace.of(path)))).toEqual([true, false, false]);
});

test('rejects a new hidden file beneath the folder of a DEECo scenario', async () => {
  for (const path of ['.bashrc', '.git/hooks/post-commit', 'a/.profile']) {
    const workspace = new Workspace({ 'x.xml': deeco(path) });
    const { code, stderr } = await workspace.kineko(['run', 'x.xml']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('it is a hidden file')]);
    expect(existsSync(workspace.of(path))).toBe(false);
  }
});

test.each(['validate', 'run'])('%s rejects a name that is too long', async (command) => {
  const workspace = new Workspace({ 'x.xml': deeco(`${'x'.repeat(300)}.txt`) });
  const { code, stdout, stderr } = await workspace.kineko([command, 'x.xml']);
  expect([code, stdout + stderr]).toEqual([2, expect.stringContaining('its name is too long; name another file')]);
});

test('validate reports it too', async () => {
  const workspace = new Workspace({ 'x.xml': deeco('thesis.txt'), 'thesis.txt': 'Chapter 1\n' });
  expect(await workspace.kineko(['validate', 'x.xml'])).toMatchObject({
    code: 2,
    stdout: expect.stringContaining(
      'x.xml:1:24: names the file "thesis.txt" for output: the file exists and is not a DEECo log',
    ),
  });
});

test('the trace beside a log of the configuration replaces only a trace', async () => {
  const workspace = new Workspace({ 'x.config': neko('animation.logpath', 'run.log'), 'run.trace': 'precious' });
  const args = ['run', 'x.config', '-q', '--log', 'both', '--seed', '1'];
  expect(await workspace.kineko(args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"run.trace" for output: the file exists and is not a trace'),
  });
  expect([workspace.text('run.trace'), existsSync(workspace.of('run.log'))]).toEqual(['precious', false]);
  workspace.write({ 'x.config': neko('animation.logpath', 'again.log') });
  for (let i = 0; i < 2; i++) expect(await workspace.kineko(args)).toMatchObject({ code: 0 });
});

test('accepts a path that the user sets', async () => {
  const workspace = new Workspace({ 'x.config': neko('animation.logpath', 'x.log'), 'other.txt': 'old' });
  const args = ['run', 'x.config', '-q', '--set', 'animation.logpath=other.txt'];
  expect(await workspace.kineko(args)).toMatchObject({ code: 0 });
  expect(workspace.text('other.txt')).not.toBe('old');
});

test('the log of a layer replaces its own, and other files only if the user allows it', async () => {
  const scenario = readFileSync(`${REPOSITORY}examples/deeco/firefighters.xml`, 'utf8');
  const workspace = new Workspace({ 'fire.xml': scenario });
  const map = 'simulation-logs/firemap.bin';
  const args = ['run', 'fire.xml', '--set', 'cycles=4', '--seed', '1', '-q'];
  for (let i = 0; i < 2; i++) expect(await workspace.kineko(args)).toMatchObject({ code: 0, stderr: '' });
  const bytes = workspace.bytes(map);
  for (const precious of [PRECIOUS['picture.png']!, '#!/bin/sh\n', '']) {
    workspace.write({ [map]: precious });
    const { code, stderr } = await workspace.kineko(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`--allow-path ${map}`)]);
    expect(workspace.bytes(map)).toEqual(Buffer.from(precious));
  }
  expect(await workspace.kineko([...args, '--allow-path', map])).toMatchObject({ code: 0, stderr: '' });
  expect(workspace.bytes(map)).toEqual(bytes);
});

describe.each([
  ['convert', 'run', 'x.csv'],
  ['render', 'run', '-o', 'x.png'],
])('%s', (...args) => {
  test('does not put a file in the place of a pipe or a device', async () => {
    const workspace = await recorded();
    const pipe = workspace.of(args.at(-1)!);
    execFileSync('mkfifo', [pipe]);
    const { code, stderr } = await workspace.kineko(args);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('expected a plain file, got a device, a socket or a pipe'),
    ]);
    expect(statSync(pipe).isFIFO()).toBe(true);
  });

  test('overwrites no file behind a link with the name of its partial file', async () => {
    const workspace = await recorded();
    workspace.write({ 'thesis.txt': 'Chapter 1\n' });
    symlinkSync('thesis.txt', workspace.of(`${args.at(-1)!}.partial`));
    expect(await workspace.kineko(args)).toMatchObject({ code: 0 });
    expect(workspace.text('thesis.txt')).toBe('Chapter 1\n');
    expect(lstatSync(workspace.of(args.at(-1)!)).isFile()).toBe(true);
  });
});

async function recorded(): Promise<Workspace> {
  const workspace = new Workspace({
    'x.config': 'process.num = 1\nsimulation.time = 1\nrobot.algorithm = RandomMovement\nbornpoint.random = true\n',
  });
  await workspace.kineko(['run', 'x.config', '--seed', '1', '-o', 'run']);
  return workspace;
}

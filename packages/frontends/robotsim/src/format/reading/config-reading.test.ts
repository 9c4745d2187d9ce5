import { describe, expect, test } from '@jest/globals';
import { problemsOf, readFiles } from '../../../test/config-files.js';
import { NekoConfig } from '../config.js';
import { resolvePath } from './paths.js';

describe('included files', () => {
  test('a file overrides its includes, wherever they are written, and a later include overrides an earlier one', async () => {
    const config = await readFiles({
      'main.config': 'include = a.config, b.yaml\nrobot.size = 1\ninclude = c.json',
      'a.config': 'robot.size = 2\nrobot.tag = a\nseed = 2',
      'b.yaml': 'seed: 3\nrobot.angle: 3',
      'c.json': '{"robot": {"angle": 4}}',
    });
    expect(problemsOf(config).filter((problem) => !problem.includes('bornpoint'))).toEqual([]);
    expect([config.get('robot.size'), config.get('robot.tag'), config.get('seed'), config.get('robot.angle')]).toEqual([
      1,
      'a',
      3,
      4,
    ]);
    expect(config.placeOf('seed')).toEqual({ file: 'b.yaml', line: 1, column: 1 });
  });

  test('lists of several files are not joined', async () => {
    const config = await readFiles({ 'main.config': 'include = a\nprotocol = C', a: 'protocol = A, B' });
    expect(config.get('protocol')).toEqual(['C']);
  });

  test('YAML includes by a text or a list', async () => {
    const config = await readFiles({
      'main.yaml': 'include: [a, b]',
      a: 'seed = 1',
      b: 'include = c',
      c: 'process.num = 4',
    });
    expect([config.get('seed'), config.get('process.num')]).toEqual([1, 4]);
  });

  test('reports a file that includes itself, directly or not, with the chain of files', async () => {
    const config = await readFiles({ 'a.config': 'include = b.config', 'b.config': 'seed = 1\ninclude = a.config' });
    expect(problemsOf(config)).toEqual([
      'b.config:2:11: include = "a.config" includes itself: a.config → b.config → a.config',
    ]);
    expect(config.get('seed')).toBe(1);
  });

  test('reports a missing file with the chain of files that includes it', async () => {
    const config = await readFiles({ 'a.config': 'include = b.config', 'b.config': 'include = gone.config' });
    expect(problemsOf(config)).toEqual([
      'b.config:1:11: (a.config → b.config) include = "gone.config" cannot be read: no such file',
    ]);
  });

  test('reads files by their written paths and the file that names them', async () => {
    const asked: string[] = [];
    const config = await NekoConfig.read({
      path: 'runs/main.config',
      text: 'include = sub/a.config',
      read: (path, from) => {
        asked.push(`${path} of ${from}`);
        return Promise.resolve(path === 'sub/a.config' ? 'include = ../b.config' : 'seed = 7');
      },
    });
    expect(asked).toEqual(['sub/a.config of runs/main.config', '../b.config of runs/sub/a.config']);
    expect(config.placeOf('seed')).toEqual({ file: 'runs/b.config', line: 1, column: 1 });
  });

  test('refuses includes that are nested too deeply or too many', async () => {
    let count = 0;
    const deeper = await NekoConfig.read({
      path: '0',
      text: 'include = 1',
      read: () => Promise.resolve(`include = ${++count + 1}`),
    });
    expect(problemsOf(deeper)).toEqual([expect.stringContaining('expected at most 16 nested includes')]);
    const wide = await NekoConfig.read({
      path: 'main',
      text: `include = ${Array.from({ length: 100 }, (_, i) => `f${i}`).join(', ')}`,
      read: () => Promise.resolve(''),
    });
    expect(problemsOf(wide)).toHaveLength(36);
    expect(problemsOf(wide)[0]).toContain('"f64": expected at most 64 files');
  });

  test('refuses includes if files cannot be read', async () => {
    const config = await NekoConfig.read({ path: 'x', text: 'include = y' });
    expect(problemsOf(config)).toEqual(['x:1:11: include = "y" cannot be read: no files can be read here']);
  });

  test('refuses include outside of files', async () => {
    const config = await readFiles({ 'x.config': '' });
    config.set('include', 'y.config', { kind: 'set', place: { file: '--set' } });
    expect(problemsOf(config)).toEqual(['--set: include works in files only']);
  });
});

describe('paths in files', () => {
  test.each([
    ['b.config', 'a/main.config', 'a/b.config'],
    ['./b.config', 'main.config', 'b.config'],
    ['../b.config', 'a/c/main.config', 'a/b.config'],
    ['../../b', 'a/main', '../b'],
    ['sub\\b', 'a\\main', 'a/sub/b'],
    ['/etc/x', 'a/main', '/etc/x'],
    ['x', '/main', '/x'],
    ['../x', '../main', '../../x'],
  ])('%j in %j is %j', (path, from, resolved) => {
    expect(resolvePath(path, from)).toBe(resolved);
  });
});

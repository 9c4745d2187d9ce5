/** Inputs that once caused internal errors or long delays: now rejected with a reason, or accepted. */
import { describe, expect, test } from '@jest/globals';
import { Workspace } from './command-line.js';

const RUN = 'simulation.time = 1\nrobot.algorithm = RandomMovement\nbornpoint.random = true\n';

test.each(['constructor', '__proto__', 'toString', 'always hasOwnProperty'])('the property %s', async (property) => {
  const workspace = new Workspace({ 'x.config': `process.num = 1\n${RUN}` });
  const { code, stderr } = await workspace.kineko(['check', 'x.config', '--property', property]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`property "${property}"`)]);
});

test('the ending constructor', async () => {
  const workspace = new Workspace({ 'x.log': '0.000 p0 event 1\n' });
  const { code, stderr } = await workspace.kineko(['convert', 'x.log', 'x.constructor']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('.log')]);
});

describe('arguments', () => {
  const workspace = new Workspace({ 'x.config': `process.num = 1\n${RUN}` });

  test.each([
    [['convert', 'a.log'], 'expected <in> <out>, got a.log'],
    [['run'], 'expected <configs..>, got no argument'],
    [['run', 'x.config', '--tme-limit', '3'], "unknown option '--tme-limit'; did you mean '--time-limit'?"],
    [['run', 'x.config', '-z'], "unknown option '-z'"],
    [['run', 'x.config', '--seed'], '--seed: expected a value'],
    [
      ['run', 'x.config', '--log', 'nekoo'],
      '--log: expected none, neko, trace, both or mcap, got "nekoo"; did you mean \'neko\'?',
    ],
    [
      ['new', 'algoritm', 'x'],
      'what: expected algorithm, protocol or experiment, got "algoritm"; did you mean \'algorithm\'?',
    ],
    [['schema', 'x'], 'unexpected argument "x"'],
    [['render', 'x.log'], 'expected --out <value>: output file'],
  ])('that are wrong are named with what is expected: %j', async (args, text) => {
    const { code, stderr } = await workspace.kineko(args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^kineko: .*\nusage: kineko \w/)]);
    expect(stderr).toContain(`kineko: ${text}`);
  });
});

describe('files that cannot be used', () => {
  const workspace = new Workspace({
    'empty.yaml': '',
    'binary.yaml': new Uint8Array([0x73, 0x3a, 0x20, 0, 1, 2, 3]),
    'tab.yaml': 'process:\n\tnum: 2\n',
    'folder/x': '',
  });

  test.each([
    ['run', 'missing.yaml', 'missing.yaml: no such file'],
    ['run', 'folder', 'folder: expected a file, got a folder'],
    ['run', 'empty.yaml', 'empty.yaml: empty file'],
    ['run', 'binary.yaml', 'binary.yaml: unrecognized file format'],
    ['run', 'tab.yaml', 'tab.yaml:2:1: Tabs are not allowed as indentation'],
    ['sweep', 'missing.yaml', 'missing.yaml: no such file'],
    ['sweep', 'folder', 'folder: expected a file, got a folder'],
    ['sweep', 'empty.yaml', 'empty.yaml: empty file'],
    ['sweep', 'binary.yaml', 'binary.yaml: expected a text file, got binary data'],
    ['sweep', 'tab.yaml', 'tab.yaml:2:1: Tabs are not allowed as indentation'],
  ])('are refused: kineko %s %s', async (command, file, text) => {
    const { code, stderr } = await workspace.kineko([command, file]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`kineko: ${text}`)]);
    expect((await workspace.kineko(['validate', file])).stdout).toContain(`${file}:`);
  });
});

test.each([
  ['x.config', 'there is a file with this name'],
  ['x'.repeat(300), 'its name is too long'],
])('a folder for results that cannot exist: %s', async (folder, why) => {
  const workspace = new Workspace({ 'x.config': `process.num = 1\n${RUN}` });
  const { code, stderr } = await workspace.kineko(['run', 'x.config', '--out', folder]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`${folder}: cannot be written: ${why}`)]);
});

test('a trace that a Parquet file cannot represent', async () => {
  const trace = `{"format":"kineko-trace","version":"1.0"}\n{"type":"crash","time":0,"process":0.5}\n`;
  const workspace = new Workspace({ 'x.jsonl': trace });
  const { code, stderr } = await workspace.kineko(['convert', 'x.jsonl', 'x.parquet']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('process: expected an integer below 2^53')]);
});

describe('a configuration whose top level is a flow mapping', () => {
  const FORMS = {
    'on one line': '{process.num: 1, simulation.time: 1, robot.algorithm: RandomMovement, bornpoint.random: true}',
    'on several lines':
      '{\n  process.num: 1,\n  simulation.time: 1,\n  robot: { algorithm: RandomMovement },\n  bornpoint.random: true\n}\n',
    'after a comment':
      '# A room\n{ process.num: 1, simulation.time: 1, robot.algorithm: RandomMovement, bornpoint.random: true }',
    'with comments inside':
      '{ # one robot\n  process.num: 1, simulation.time: 1, robot.algorithm: RandomMovement, bornpoint.random: true }',
    'with quotes':
      "{'process.num': 1, 'simulation.time': 1, 'robot.algorithm': 'RandomMovement', 'bornpoint.random': true}",
  };

  test.each(Object.entries(FORMS))('is run: %s', async (_, text) => {
    for (const name of ['x.config', 'x.yaml', 'x']) {
      const workspace = new Workspace({ [name]: text });
      expect(await workspace.kineko(['run', name, '--seed', '1', '-q'])).toMatchObject({ code: 0, stderr: '' });
    }
  });
});

test.each(['{"type": "world", "gravity": 1}', '{}', '{\n  "robots": []\n}'])(
  'a JSON file without children says that a Chirp world needs it: %s',
  async (text) => {
    const workspace = new Workspace({ 'world.json': text });
    const { code, stderr } = await workspace.kineko(['run', 'world.json']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('a Chirp world needs "children"')]);
  },
);

describe('more robots than the area can hold', () => {
  test.each([
    ['process.num = 30000\n', 'at most', '30000'],
    ['process.num = 9000\n', 'at most', '9000'],
  ])('are rejected before any is placed: %j', async (numbers, most, wanted) => {
    const config = `${numbers}robot.size = 5\nworld.width = 800\nworld.height = 800\n${RUN}`;
    const workspace = new Workspace({ 'x.config': config });
    const { code, stderr } = await workspace.kineko(['run', 'x.config', '--seed', '1']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`${most} \\d+ of ${wanted} robots fit`))]);
  });

  test('do not affect numbers that fit', async () => {
    const config = `process.num = 4\nrobot.size = 5\nworld.width = 20.0001\nworld.height = 20.0001\n${RUN}`;
    const { stderr } = await new Workspace({ 'x.config': config }).kineko(['run', 'x.config', '--seed', '1']);
    expect(stderr).not.toContain('at most');
  });
});

test.each(['null', '"5"', '1e300', '-1', 'NaN', 'undefined', '[3]'])('rejects sleep(%s)', async (value) => {
  const workspace = new Workspace({
    'x.config': `process.num = 1\nsimulation.time = 10\nrobot.algorithm = ./sleeper.ts\nbornpoint.random = true\n`,
    'sleeper.ts': `import { AbstractAlgorithm } from 'kineko';
export class Sleeper extends AbstractAlgorithm {
  protected async doMotion() {
    await (this as unknown as { sleep(seconds: unknown): Promise<void> }).sleep(${value});
  }
}\n`,
  });
  const { code, stderr } = await workspace.kineko(['run', 'x.config', '--seed', '1']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('expected a number of seconds from 0 to 2^31')]);
});

describe('the name of a class', () => {
  test.each(['a'.repeat(80_000), `${'a'.repeat(80_000)}.`, '.ts#'.repeat(20_000), 'A.'.repeat(40_000)])(
    'of 80,000 characters is refused: case %#',
    async (name) => {
      const workspace = new Workspace({ 'x.config': `process.num = 1\n${RUN.replace('RandomMovement', name)}` });
      const { code, stderr } = await workspace.kineko(['validate', 'x.config']);
      expect([code, stderr.length < 100_000]).toEqual([2, true]);
    },
  );
});

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lcm } from './lcm-command.js';

const cwd = mkdtempSync(join(tmpdir(), 'lcm-'));

async function printed(args: object): Promise<string> {
  let text = '';
  const stdout = { write: (more: string) => void (text += more) };
  const defaults = { initial: 'any', rigid: false, json: false };
  const code = await lcm(
    { ...defaults, ...args },
    { stdout, stderr: stdout, env: {}, cwd, signal: new AbortController().signal },
  );
  expect(code).toBe(0);
  return text;
}

describe('lcm matrix', () => {
  test('prints verdicts as a table', async () => {
    const text = await printed({ what: 'matrix', algorithms: ['ToHalf', 'Vig2Cols'], schedulers: ['fsync,cm-atomic'] });
    expect(text.split('\n')).toEqual([
      '          fsync  cm-atomic',
      'ToHalf    P      F 4',
      'Vig2Cols  P      F 10',
      '',
      'P: gathers under every fair schedule; F n: a schedule of n steps keeps the robots apart forever',
      'model: two robots, non-rigid moves, any initial colours, weak fairness, exact; 130 states explored',
      '',
    ]);
  });

  test('prints verdicts as JSON', async () => {
    const text = await printed({
      what: 'matrix',
      algorithms: ['VIG_2COLS'],
      schedulers: ['ASYNC_LC_ATOMIC', 'ASYNC_CM_ATOMIC'],
      json: true,
    });
    const cell = { algorithm: 'VIG_2COLS', prefix: '' };
    expect(JSON.parse(text)).toEqual([
      { ...cell, scheduler: 'ASYNC_LC_ATOMIC', verdict: 'P', states: 244, loop: '' },
      { ...cell, scheduler: 'ASYNC_CM_ATOMIC', verdict: 'F', states: 90, loop: '1211221112' },
    ]);
  });

  test('takes a table of a file', async () => {
    writeFileSync(
      join(cwd, 'mine.yaml'),
      'palette: [black, white]\nrules:\n  black black: stay white\n  black white: stay\n  white black: other\n  white white: half black\n',
    );
    const args = { what: 'matrix', schedulers: ['ssync', 'async'], json: true };
    const [mine, known] = await Promise.all(
      ['./mine.yaml', 'Vig2Cols'].map(
        async (name) => JSON.parse(await printed({ ...args, algorithms: [name] })) as object[],
      ),
    );
    expect(mine).toEqual(known!.map((cell) => ({ ...cell, algorithm: 'mine' })));
  });

  test('a table of a file can have the name of a built-in one', async () => {
    writeFileSync(join(cwd, 'ToHalf.yaml'), 'palette: [red, green]\nrules: {any any: other}\n');
    await printed({ what: 'matrix', algorithms: ['ToHalf.yaml'], schedulers: ['ssync'], save: 'own' });
    expect(readFileSync(join(cwd, 'own/ToHalf.ssync.yaml'), 'utf8')).toContain('palette: [red, green]');
  });

  test.each([
    ['an unknown colour', 'rules: {gren: stay}', 'bad.yaml:3:9: rules.gren: unknown colour'],
    [
      'a table that is not total',
      'rules:\n  red: stay',
      "bad.yaml:3:1: rules: expected a rule for every case, got none for 'green'",
    ],
    ['an unknown key', 'rules: {any: stay}\nrule: 3', "bad.yaml:4:1: unknown key 'rule'; did you mean 'rules'?"],
    ['no rules', '', 'bad.yaml:1:1: rules: expected an object, got nothing'],
  ])('refuses %s', async (_what, rules, message) => {
    writeFileSync(join(cwd, 'bad.yaml'), `lights: external\npalette: [red, green]\n${rules}\n`);
    await expect(printed({ what: 'matrix', algorithms: ['bad.yaml'] })).rejects.toThrow(message);
  });

  test.each([
    [{ algorithms: ['Vig2Col'] }, "unknown algorithm 'Vig2Col'; did you mean 'Vig2Cols'?"],
    [{ schedulers: ['asynk'] }, "unknown scheduler 'asynk'; did you mean 'async'?"],
    [{ colors: '3' }, '--colors: unexpected with kineko lcm matrix'],
  ])('refuses %j', async (args, message) => {
    await expect(printed({ what: 'matrix', ...args })).rejects.toThrow(message);
  });
});

test('lcm matrix --save writes a file for each counterexample', async () => {
  const args = {
    what: 'matrix',
    algorithms: ['ToHalf'],
    schedulers: ['fsync', 'ssync'],
    save: 'out/schedules',
    json: true,
  };
  expect(await printed(args)).toContain('1 activation schedule in out/schedules\n');
  expect(readFileSync(join(cwd, 'out/schedules/ToHalf.ssync.yaml'), 'utf8').split('\n')).toEqual([
    '# ToHalf under ssync: apart forever; each round of the loop scales the configuration by 1/4',
    'algorithm: ToHalf',
    'scheduler: ssync',
    'robots:',
    '  - {at: [0, 0], light: black}',
    '  - {at: [1, 0], light: black}',
    'prefix: []',
    'loop: [joint 0, joint 1]',
    '',
  ]);
});

describe('lcm enumerate', () => {
  const args = { what: 'enumerate', lights: 'external', colors: '3', scheduler: 'ssync' };

  test('lists the tables that gather', async () => {
    expect((await printed(args)).split('\n')).toEqual([
      'black: stay white;  white: other red;  red: half black',
      '',
      '1 of 131 tables gather: external lights, 3 colours, ssync',
      'model: two robots, non-rigid moves, any initial colours, weak fairness, exact; 3,537 states explored',
      '',
    ]);
    expect(JSON.parse(await printed({ ...args, json: true }))).toEqual({
      lights: 'external',
      colors: 3,
      scheduler: 'SSYNC',
      tables: 131,
      passing: 1,
      algorithms: [{ black: 'stay white', white: 'other red', red: 'half black' }],
    });
  });

  test('prints the number alone if no table gathers', async () => {
    expect(await printed({ ...args, scheduler: 'async' })).toMatch(/^0 of 131 tables gather/);
  });

  test.each([
    [{ colors: 'x' }, '--colors: expected an integer from 1 to 8, got "x"'],
    [{ lights: 'full' }, '--colors: expected a class of at most 1,000,000 tables, got full lights with 3 colours'],
    [{ lights: undefined }, 'expected --lights full|internal|external'],
    [{ algorithms: ['ToHalf'] }, 'unexpected argument "ToHalf" with kineko lcm enumerate'],
  ])('refuses %j', async (other, message) => {
    await expect(printed({ ...args, ...other })).rejects.toThrow(message);
  });
});

describe('lcm shrink', () => {
  const MEETING = `algorithm: GoToCentreOfGravity
scheduler: async
robots: [{at: [0, 0]}, {at: [1.5, 0.25]}, {at: [2, 1]}, {at: [0, 3]}]
prefix: [L 2, CB 2, CE 2, L 0, CB 0, CE 0, MB 0, go 0 1/3, L 3, CB 3, CE 3, MB 3, ME 3, ME 0, L 1, MB 2, go 2 0.7, ME 2]
loop: [CB 1, CE 1, MB 1, ME 1, L 0, CB 0, CE 0, MB 0, ME 0, L 2, CB 2, CE 2, MB 2, ME 2, L 3, CB 3, CE 3, MB 3, ME 3, L 1]
`;

  test('prints a schedule with fewer robots and steps that violates the same property', async () => {
    writeFileSync(join(cwd, 'meeting.yaml'), MEETING);
    const text = await printed({ what: 'shrink', algorithms: ['meeting.yaml'], property: 'no-meeting' });
    expect(text).toMatch(/^# Violates no-meeting; shrunk from meeting.yaml\n/);
    expect(text).toMatch(/\n10 steps instead of 38, after \d+ runs\n$/);
    expect(text.match(/at:/g)).toHaveLength(2);
  });

  test('finds the shortest schedule that keeps two robots apart forever', async () => {
    writeFileSync(
      join(cwd, 'apart.yaml'),
      `algorithm: ToHalf
scheduler: ssync
robots: [{at: [0, 0]}, {at: [3, 4]}]
prefix: [joint 0]
loop: [joint 0, joint 0, joint 1, joint 1, joint 0]
`,
    );
    const args = { what: 'shrink', algorithms: ['apart.yaml'], property: 'gathered-at-point' };
    expect(await printed(args)).toMatch(/\nloop: \[joint 0, joint 1\]\n.*2 steps instead of 6\n$/s);
  });

  test.each([
    [{ property: 'stays-gathered' }, 'meeting.yaml: the schedule does not violate stays-gathered'],
    [{ property: 'no-meting' }, "unknown property 'no-meting'; did you mean 'no-meeting'?"],
    [{}, 'expected --property <property>'],
    [{ algorithms: ['nameless.yaml'], property: 'no-meeting' }, 'nameless.yaml: algorithm: expected the name'],
    [{ algorithms: [] }, 'expected one activation schedule'],
  ])('refuses %j', async (args, message) => {
    writeFileSync(join(cwd, 'meeting.yaml'), MEETING);
    writeFileSync(join(cwd, 'nameless.yaml'), MEETING.replace(/^algorithm.*\n/, ''));
    await expect(printed({ what: 'shrink', algorithms: ['meeting.yaml'], ...args })).rejects.toThrow(message);
  });
});

import { describe, expect, test } from '@jest/globals';
import { describeStep } from './activation-schedule.js';
import { readSchedule, writeSchedule } from './schedule-file.js';

const read = (text: string) => readSchedule(text, 'x.yaml', 'x');

const ROBOTS = 'robots: [{at: [0, 0], light: black}, {at: [1/3, -0.5]}]';

describe('an activation schedule', () => {
  test('is read with all its parts', async () => {
    const schedule = await read(`
algorithm: Vig2Cols
scheduler: async-regular
delta: 0.1
${ROBOTS}
prefix: [L 0, CB 0, L 1, CE 0, MB 0, go 0 0.4, ME 0 1/2]
loop:
  - CB 1
  - CE 1
  - MB 1
  - ME 1
  - L 1
  - L 0
  - CB 0
  - CE 0
  - MB 0
  - ME 0
frames: {0: [rotate 90, unit 2], 1: [mirror]}
reads: {2: white}
`);
    expect(schedule).toMatchObject({ algorithm: 'Vig2Cols', delta: '0.1', table: { name: 'Vig2Cols' } });
    expect(schedule.scheduler.name).toBe('async-regular');
    expect(schedule.robots).toEqual([{ at: ['0', '0'], light: 'black' }, { at: ['1/3', '-0.5'] }]);
    expect(schedule.prefix.map(describeStep)).toEqual(['L 0', 'CB 0', 'L 1', 'CE 0', 'MB 0', 'go 0 0.4', 'ME 0 1/2']);
    expect([...schedule.frames]).toEqual([
      [0, { rotate: 90, unit: 2 }],
      [1, { isMirrored: true }],
    ]);
    expect([...schedule.reads]).toEqual([[2, 'white']]);
    expect(await read(writeSchedule(schedule))).toEqual({ ...schedule, table: expect.anything() });
  });

  test('contains a table of its own', async () => {
    const schedule = await read(`
algorithm: {lights: external, palette: [red, green], rules: {red: half green, green: stay}}
scheduler: ssync
${ROBOTS.replace('black', 'green')}
loop: [joint 0 1, 'joint [0]']
`);
    expect(schedule.table?.decide(0, 0, false)).toEqual({ move: 'half', light: 1 });
    expect(writeSchedule(await read(writeSchedule(schedule)))).toBe(writeSchedule(schedule));
  });
});

describe('a schedule is refused, with the step that is at fault', () => {
  test.each([
    ['an event out of order', 'async', 'prefix: [L 0, CE 0]', 'x.yaml:3:15: prefix[1]: CE 0: expected CB 0'],
    ['an unknown robot', 'async', 'prefix: [L 2]', 'prefix[0]: L 2: expected a robot from 0 to 1, got 2'],
    [
      'another robot inside a step',
      'async-lc-atomic',
      'prefix: [L 0, CB 0, L 1]',
      'prefix[2]: L 1: expected CE 0, since L CB CE is one step under async-lc-atomic',
    ],
    ['a round without all robots', 'fsync', 'loop: [joint 0]', 'loop[0]: joint 0: expected all robots in each step'],
    ['an event alone under fsync', 'fsync', 'loop: [L 0]', 'expected all robots in each step under fsync'],
    ['a joint step', 'async', 'loop: [joint 0 1]', 'joint 0 1: expected one robot under async'],
    [
      'a joint step of a busy robot',
      'async-lc-atomic',
      'prefix: [joint 0, joint 0 1]',
      'expected waiting robots, got robot 0, whose next event is MB 0',
    ],
    ['the wrong turn', 'round-robin', 'prefix: [joint 0, joint 0]', 'expected robot 1 under round-robin'],
    [
      'an unfair loop',
      'ssync',
      'loop: [joint 0]',
      'x.yaml:3:7: loop: expected steps of every robot, got none of robot 1',
    ],
    ['a loop that does not close', 'async', 'loop: [L 0, L 1]', 'L 0: expected CB 0 when the loop repeats'],
    [
      'a go at rest',
      'async',
      'prefix: [L 0, go 0 1/2]',
      'expected a robot that moves, got one whose next event is CB 0',
    ],
    [
      'a go back',
      'async',
      'prefix: [L 0, CB 0, CE 0, MB 0, go 0 1/2, go 0 1/4]',
      'go 0 1/4: expected a share from 1/2 to 1, got 1/4',
    ],
    [
      'a stop of a rigid move',
      'async',
      'prefix: [L 0, CB 0, CE 0, MB 0, ME 0 1/2]',
      'expected delta, since the move is stopped at 1/2',
    ],
    ['a read of an atomic light', 'async', 'prefix: [L 0]\nreads: {0: red}', 'expected no read under async'],
    ['a read at rest', 'async-safe', 'prefix: [L 0]\nreads: {0: red}', 'expected a read only for a Look while'],
    [
      'a second look during a decision',
      'async-lc-1-bounded',
      'prefix: [L 0, L 1, CB 1, CE 1, MB 1, ME 1, L 1]',
      'prefix[6]: L 1: expected CE 0 first, since others look at most 1 times during a decision',
    ],
    [
      'a read of no step',
      'async-safe',
      'prefix: [L 0]\nreads: {1: red}',
      'reads.1: expected a step from 0 to 0, got 1',
    ],
    ['a frame of no robot', 'async', 'prefix: [L 0]\nframes: {2: [mirror]}', 'frames.2: expected a robot from 0 to 1'],
    ['no step', 'async', 'loop: []', 'expected a step, got none'],
    ['an unknown step', 'async', 'prefix: [M 0]', "prefix[0]: expected a step such as 'L 0'"],
    [
      'an unknown scheduler',
      'asynch',
      'prefix: [L 0]',
      "x.yaml:1:12: scheduler: unknown scheduler 'asynch'; did you mean",
    ],
    ['an unknown frame', 'async', 'prefix: [L 0]\nframes: {0: [turn 3]}', "expected 'rotate 90', 'mirror' or 'unit 2'"],
  ])('%s', async (_what, scheduler, steps, message) => {
    await expect(read(`scheduler: ${scheduler}\nrobots: [{at: [0, 0]}, {at: [1, 0]}]\n${steps}\n`)).rejects.toThrow(
      message,
    );
  });

  test('an unknown colour', async () => {
    const text = `algorithm: Vig2Cols\nscheduler: ssync\nrobots: [{at: [0, 0], light: blck}]\nloop: [joint 0]\n`;
    await expect(read(text)).rejects.toThrow(
      "x.yaml:3:30: robots[0].light: unknown colour 'blck'; did you mean 'black'?",
    );
  });
});

describe('a file of oblot-sim', () => {
  test('becomes steps, with the places of moving robots at each Look', async () => {
    const schedule = await read('0, 1, 5, 6, 7, 8\n0, 2, 3, 3, 4, 4\n');
    expect(schedule.scheduler.name).toBe('async-lc-atomic');
    expect(schedule.prefix.map(describeStep)).toEqual([
      'joint 0 1',
      'MB 0',
      'MB 1',
      'ME 1',
      'go 0 1/2',
      'joint 1',
      'MB 1',
      'ME 1',
      'ME 0',
      'joint 0',
      'MB 0',
      'ME 0',
    ]);
  });

  test.each([
    ['0, 1, 2\n3, 2, 4\n', 'x.yaml:2: expected times in ascending order, got 2 after 3'],
    ['0, 1, 2, 3\n', 'x.yaml:1: expected three times per cycle'],
    ['0, 1, 2\n0, a, 2\n', 'x.yaml:2: expected times, separated by commas, got "a"'],
  ])('%j is refused', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});

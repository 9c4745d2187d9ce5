import { describe, expect, test } from '@jest/globals';
import { TWO_ROBOT_ALGORITHMS, tableNamed } from '../../format/algorithms.js';
import { findViolation } from '../../format/schedule-check.js';
import { readSchedule, writeSchedule } from '../../format/schedule-file.js';
import { SCHEDULERS, TWELVE_SCHEDULERS } from '../../format/schedulers.js';
import { tablesOf } from '../two-robots/enumerate.js';
import { explore } from '../two-robots/explore.js';
import { scheduleOf } from '../two-robots/schedule.js';
import { LineReplay, provesApart } from './replay.js';

const LOOP = [0, 1].map((robot) => ['L', 'CB', 'CE', 'MB', 'ME'].map((event) => `${event} ${robot}`).join()).join();

describe('every counterexample of a built-in table', () => {
  const models = TWO_ROBOT_ALGORITHMS.flatMap((algorithm) =>
    TWELVE_SCHEDULERS.map((scheduler) => ({ algorithm, scheduler, isRigid: false, initial: 'any' }) as const),
  );
  const schedules = models.flatMap((model) => {
    const found = explore(model).counterexample();
    return found === undefined ? [] : [scheduleOf(model, found)];
  });

  test('is one of 111 rigid schedules of at most 55 steps', () => {
    const lengths = schedules.map(({ prefix, loop }) => prefix.length + loop.length);
    expect([lengths.length, Math.min(...lengths), Math.max(...lengths)]).toEqual([111, 1, 55]);
    expect(schedules.filter(({ delta }) => delta !== undefined)).toEqual([]);
  });

  test('obeys its scheduler', () => {
    for (const schedule of schedules) expect(findViolation(schedule, 2)).toBeUndefined();
  });

  test('is a proof: each round of its loop leaves a scaled copy of the configuration', () => {
    const ratios = new Set(
      schedules.map((schedule) => {
        const { ratio, from, to } = provesApart(schedule, schedule.table!)!;
        expect([from, to]).toEqual([0, 1]);
        return ratio.toString();
      }),
    );
    expect([...ratios].sort()).toEqual(['-1', '-1/2', '-1/4', '-1/8', '1', '1/16', '1/2', '1/4', '1/8']);
  });

  test('is the same after it was written and read', async () => {
    for (const schedule of schedules) {
      const text = writeSchedule(schedule);
      expect(writeSchedule(await readSchedule(text, 'x.yaml', 'x'))).toBe(text);
    }
  });
});

test('counterexamples of all tables with two colours are proofs, stopped moves included', () => {
  let stopped = 0;
  for (const algorithm of tablesOf('full', ['black', 'white'])) {
    for (const scheduler of SCHEDULERS.filter(({ name }) => name === 'ssync' || name === 'async-move-safe')) {
      const model = { algorithm, scheduler, isRigid: false, initial: 'any' } as const;
      const found = explore(model).counterexample();
      if (found === undefined) continue;
      const schedule = scheduleOf(model, found);
      if (schedule.delta !== undefined) stopped++;
      expect(provesApart(schedule, algorithm)).toBeDefined();
    }
  }
  expect(stopped).toBe(4);
});

test('a schedule in which the robots gather proves nothing', async () => {
  const table = tableNamed('ToHalf', Error);
  const text = 'scheduler: ssync\nrobots: [{at: [0, 0]}, {at: [1, 0]}]\nloop: [joint 0 1]\n';
  expect(provesApart(await readSchedule(text, 'x.yaml', 'x'), table)).toBeUndefined();
});

test.each([
  ['shares of moves', 1000, 'ME 0 2/7'],
  ['halves alone', 3000, 'ME 0'],
])('a long schedule whose positions become long numbers proves nothing: %s', async (_, cycles, end) => {
  const table = tableNamed('ToHalf', Error);
  const start = 'algorithm: ToHalf\nscheduler: async\nrobots: [{at: [0, 0]}, {at: [1, 0]}]\n';
  const schedule = await readSchedule(
    `${start}${end === 'ME 0' ? '' : 'delta: 1/1000000\n'}prefix: [L 0, CB 0, CE 0, MB 0, ${end}]\nloop: [${LOOP}]\n`,
    'x.yaml',
    'x',
  );
  expect(provesApart(schedule, table)).toBeDefined();
  const prefix = Array.from({ length: cycles }, () => schedule.prefix).flat();
  expect(provesApart({ ...schedule, prefix }, table)).toBeUndefined();
});

test('positions are exact', () => {
  const replay = new LineReplay(tableNamed('ToHalf', Error), ['L'], [0, 0]);
  for (const event of ['L', 'CB', 'CE', 'MB'] as const) replay.take({ kind: 'event', event, robot: 0 });
  replay.take({ kind: 'go', robot: 0, share: '1/3' });
  expect(replay.positions.map(String)).toEqual(['1/6', '1']);
  for (const event of ['L', 'CB', 'CE', 'MB', 'ME'] as const) replay.take({ kind: 'event', event, robot: 1 });
  expect(replay.positions.map(String)).toEqual(['1/6', '7/12']);
});

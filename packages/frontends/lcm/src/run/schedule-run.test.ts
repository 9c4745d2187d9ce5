import { describe, expect, test } from '@jest/globals';
import { lcmProblems, lcmRun, type LcmOutcome } from '../../test/lcm-runs.js';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { TWO_ROBOT_ALGORITHMS } from '../format/algorithms.js';
import type { Fraction } from '../format/fraction.js';
import { writeSchedule } from '../format/schedule-file.js';
import { TWELVE_SCHEDULERS } from '../format/schedulers.js';
import { LineReplay } from './line/replay.js';
import { explore } from './two-robots/explore.js';
import { scheduleOf } from './two-robots/schedule.js';

const PAIR = [
  [0, 0],
  [1, 0],
] as const;

const numberOf = ({ numerator, denominator }: Fraction): number => Number(numerator) / Number(denominator);

/** Positions after each step: those of the replay on rational numbers. */
function replayed({ table, prefix, loop, reads, ...rest }: ActivationSchedule, steps: number): [number, number][] {
  const replay = LineReplay.of({ table, prefix, loop, reads, ...rest }, table!);
  return Array.from({ length: steps }, (_, step) => {
    const index = step < prefix.length ? step : prefix.length + ((step - prefix.length) % loop.length);
    const read = reads.get(index);
    replay.take([...prefix, ...loop][index]!, read === undefined ? undefined : table!.palette.indexOf(read));
    const [a, b] = replay.positions;
    return [numberOf(a), numberOf(b)];
  });
}

/** The same in a run: the places at which motions ended, by step. */
function played(outcome: LcmOutcome, steps: number): [number, number][] {
  const places: [number, number] = [0, 1];
  const ends = outcome.of('motionEnd');
  let next = 0;
  return Array.from({ length: steps }, (_, step) => {
    for (; next < ends.length && ends[next]!.time < step + 1; next++) places[ends[next]!.robot] = ends[next]!.x;
    return [places[0], places[1]];
  });
}

describe('a schedule of two robots', () => {
  const models = TWO_ROBOT_ALGORITHMS.flatMap((algorithm) =>
    TWELVE_SCHEDULERS.map((scheduler) => ({ algorithm, scheduler, isRigid: false, initial: 'any' as const })),
  );
  const schedules = models.flatMap((model) => {
    const found = explore(model).counterexample();
    return found === undefined ? [] : [scheduleOf(model, found)];
  });

  test('is played as the exact replay has it, for all counterexamples of the matrix', async () => {
    expect(schedules).toHaveLength(111);
    for (const schedule of schedules) {
      const steps = schedule.prefix.length + 3 * schedule.loop.length;
      const files = { 'adversary.yaml': writeSchedule(schedule) };
      const values = { algorithm: schedule.algorithm!, 'lcm.schedule': 'adversary.yaml', 'simulation.time': steps };
      const outcome = await lcmRun(PAIR, values, { files });
      expect(played(outcome, steps)).toEqual(replayed(schedule, steps));
      expect(outcome.summary.remarks[0]).toContain('activation schedule adversary.yaml');
      expect(outcome.summary.remarks[0]).toMatch(/exact$/);
    }
  });

  test('ends the run if it has no loop', async () => {
    const files = { 'a.yaml': 'scheduler: centralized\nprefix: [L 0, CB 0, CE 0, MB 0, ME 0]\n' };
    const outcome = await lcmRun(PAIR, { algorithm: 'ToOther', 'lcm.schedule': 'a.yaml' }, { files });
    expect(outcome.summary).toMatchObject({ stoppedBy: 'shutdown', simulatedSeconds: 5 });
    expect(outcome.summary.remarks).toContain('the activation schedule ended');
  });

  const problemsOf = (text: string, values: Readonly<Record<string, string>> = {}): Promise<readonly string[]> =>
    lcmProblems(PAIR, { algorithm: 'ToOther', 'lcm.schedule': 'a.yaml', ...values }, { files: { 'a.yaml': text } });

  test('is refused if it violates its scheduler, or that of the configuration', async () => {
    expect(await problemsOf('scheduler: ssync\nprefix: [L 0, L 1]\n')).toEqual([expect.stringContaining('a.yaml:2')]);
    const async = 'scheduler: async\nprefix: [L 0, L 1]\n';
    expect(await problemsOf(async)).toEqual([]);
    expect(await problemsOf(async, { 'lcm.scheduler': 'ssync' })).toEqual([
      expect.stringContaining('(lcm.scheduler is ssync)'),
    ]);
  });

  test('is refused if it does not fit the robots', async () => {
    const robots = 'robots: [{at: [0, 0]}, {at: [2, 0]}]';
    expect(await problemsOf(`scheduler: async\n${robots}\nprefix: [L 0]\n`)).toEqual([
      'main.config:7:1: a.yaml: expected bornpoint2 = 2, 0, where the schedule places it',
    ]);
    expect(await problemsOf('scheduler: async\nprefix: [L 5]\n')).toEqual([
      'main.config:7:1: a.yaml: expected a schedule for 2 robots, as process.num says, got one for 6',
    ]);
    expect(await problemsOf('nonsense: 1')).toEqual([
      expect.stringContaining('scheduler'),
      expect.stringContaining("unknown key 'nonsense'"),
    ]);
  });

  test('may stop moves after delta at the earliest', async () => {
    const text = (share: string): string =>
      `scheduler: centralized\ndelta: 1/4\nprefix: [L 0, CB 0, CE 0, MB 0, ME 0 ${share}]\n`;
    const run = (share: string): Promise<LcmOutcome> =>
      lcmRun(PAIR, { algorithm: 'ToOther', 'lcm.schedule': 'a.yaml' }, { files: { 'a.yaml': text(share) } });
    expect((await run('1/4')).of('motionEnd')).toEqual([expect.objectContaining({ x: 0.25 })]);
    await expect(run('1/8')).rejects.toThrow(
      'step 4 (ME 0 1/8): expected a share from 0.25 to 1 of the segment, got 0.125',
    );
  });
});

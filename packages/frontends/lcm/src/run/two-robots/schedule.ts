/** Turns a counterexample of the explorer into an activation schedule that a run can play. */
import type { ActivationSchedule, ScheduleStep } from '../../format/activation-schedule.js';
import { LCM_EVENTS } from '../../format/schedulers.js';
import { LineReplay } from '../line/replay.js';
import { FAR, type TwoRobotModel } from './abstraction.js';
import type { AbstractStep, Counterexample } from './explore.js';

/** Where a Look sees a moving robot, and where a move that falls short ends. */
const SHARE = '1/2';
/** Shorter than any move of the schedule that falls short; robots start at distance 1. */
const DELTA = '1/8';

export function scheduleOf({ algorithm, scheduler }: TwoRobotModel, found: Counterexample): ActivationSchedule {
  const { position, colors } = found.start;
  const { palette } = algorithm;
  const replay = new LineReplay(algorithm, scheduler.steps[0]!, colors);
  const next = [0, 0];
  const reads = new Map<number, string>();
  let isFar = position === FAR;
  let count = 0;

  const convert = (steps: readonly AbstractStep[]): ScheduleStep[] => {
    const converted: ScheduleStep[] = [];
    /** Robots that were seen on their way in this part of the schedule. */
    const seen = new Set<number>();
    const add = (step: ScheduleStep, read = -1): void => {
      if (read >= 0) reads.set(count, palette[read]!);
      replay.take(step, read < 0 ? undefined : read);
      converted.push(step);
      count++;
    };
    for (const { robots, read } of steps) {
      if (robots === 3) {
        add({ kind: 'joint', robots: [0, 1] });
        next.fill(scheduler.steps[0]!.length % LCM_EVENTS.length);
        continue;
      }
      const robot = robots - 1;
      const group = scheduler.steps.find(([first]) => first === LCM_EVENTS[next[robot]!])!;
      const other = 1 - robot;
      if (group[0] === 'L' && replay.isMoving(other) && !seen.has(other)) {
        add({ kind: 'go', robot: other, share: SHARE });
        seen.add(other);
      }
      const isWhole = group[0] === 'L' && group.length > 1 && !(isFar && group.includes('ME'));
      if (isWhole) add({ kind: 'joint', robots: [robot] });
      for (const event of isWhole ? [] : group) {
        const isShort = event === 'ME' && isFar && replay.isMoving(robot);
        if (isShort) isFar = false;
        if (event === 'ME') seen.delete(robot);
        add({ kind: 'event', event, robot, ...(isShort && { share: SHARE }) }, event === 'L' ? read : -1);
      }
      next[robot] = (next[robot]! + group.length) % LCM_EVENTS.length;
    }
    return converted;
  };

  const prefix = convert(found.prefix);
  const loop = convert(found.loop);
  return {
    scheduler,
    algorithm: algorithm.name,
    table: algorithm,
    ...(position === FAR && { delta: DELTA }),
    robots: colors.map((color, robot) => ({ at: [String(robot), '0'], light: palette[color]! })),
    prefix,
    loop,
    frames: new Map(),
    reads,
  };
}

/** Smaller variants of an activation schedule, for shrinking: the largest reductions first. */
import type { ActivationSchedule, ScheduleStep } from './activation-schedule.js';
import { Fraction } from './fraction.js';
import { robotsOf } from './schedule-file.js';

/** A step with the colour that its Look reads of a light being written. */
interface Entry {
  readonly step: ScheduleStep;
  readonly read: string | undefined;
}

/** The schedule without a loop: the loop is repeated a number of times. */
export function unrolled(schedule: ActivationSchedule, times: number): ActivationSchedule {
  const { prefix, loop, reads } = schedule;
  const entries = [...prefix, ...loop].map((step, index) => ({ step, read: reads.get(index) }));
  const rounds = Array.from({ length: times }, () => entries.slice(prefix.length));
  return withEntries(schedule, [...entries.slice(0, prefix.length), ...rounds.flat()]);
}

function withEntries(schedule: ActivationSchedule, entries: readonly Entry[]): ActivationSchedule {
  const reads = entries.flatMap(({ read }, index) => (read === undefined ? [] : [[index, read] as const]));
  return { ...schedule, prefix: entries.map(({ step }) => step), loop: [], reads: new Map(reads) };
}

/** @param schedule Without a loop. */
export function* smallerSchedules(schedule: ActivationSchedule): Generator<ActivationSchedule> {
  const { prefix, reads, robots, frames } = schedule;
  const entries = prefix.map((step, index) => ({ step, read: reads.get(index) }));
  const keep = (isKept: (entry: Entry, index: number) => boolean): ActivationSchedule =>
    withEntries(schedule, entries.filter(isKept));
  // The tail: large parts first.
  for (let part = Math.floor(entries.length / 2); part >= 1; part = Math.floor(part / 2)) {
    yield withEntries(schedule, entries.slice(0, entries.length - part));
  }
  for (let robot = 0; robots.length > 1 && robot < robots.length; robot++) yield withoutRobot(schedule, entries, robot);
  for (const cycle of cyclesOf(entries, robotsOf(schedule))) yield keep((_, index) => !cycle.has(index));
  for (const [at, { step }] of entries.entries()) {
    if (step.kind === 'go') yield keep((_, index) => index !== at);
  }
  for (const [at, entry] of entries.entries()) {
    for (const step of simplerSteps(entry.step)) yield withEntries(schedule, entries.with(at, { ...entry, step }));
  }
  if (frames.size > 0) yield { ...schedule, frames: new Map() };
  const rounded = robots.map((robot) => ({ ...robot, at: [integer(robot.at[0]), integer(robot.at[1])] as const }));
  if (rounded.some(({ at }, robot) => at.join() !== robots[robot]!.at.join())) yield { ...schedule, robots: rounded };
}

function withoutRobot(schedule: ActivationSchedule, entries: readonly Entry[], robot: number): ActivationSchedule {
  const renamed = (other: number): number => (other > robot ? other - 1 : other);
  const kept = entries.flatMap(({ step, read }): Entry[] => {
    if (step.kind !== 'joint')
      return step.robot === robot ? [] : [{ step: { ...step, robot: renamed(step.robot) }, read }];
    const robots = step.robots.filter((other) => other !== robot).map(renamed);
    return robots.length === 0 ? [] : [{ step: { ...step, robots }, read }];
  });
  const frames = [...schedule.frames].filter(([other]) => other !== robot);
  return {
    ...withEntries(schedule, kept),
    robots: schedule.robots.toSpliced(robot, 1),
    frames: new Map(frames.map(([other, frame]) => [renamed(other), frame])),
  };
}

/** The steps of each cycle of one robot that are its own. */
function* cyclesOf(entries: readonly Entry[], robots: number): Generator<ReadonlySet<number>> {
  for (let robot = 0; robot < robots; robot++) {
    let cycle = new Set<number>();
    for (const [index, { step }] of entries.entries()) {
      const isAlone = step.kind === 'joint' ? step.robots.join() === String(robot) : step.robot === robot;
      if (!isAlone) continue;
      if (cycle.size > 0 && (step.kind === 'joint' || (step.kind === 'event' && step.event === 'L'))) {
        yield cycle;
        cycle = new Set();
      }
      cycle.add(index);
    }
    if (cycle.size > 0) yield cycle;
  }
}

/** A whole move, a share of one half, or fewer robots at once. */
function simplerSteps(step: ScheduleStep): ScheduleStep[] {
  switch (step.kind) {
    case 'joint':
      return step.robots.length < 2
        ? []
        : step.robots.map((robot) => ({ ...step, robots: step.robots.filter((other) => other !== robot) }));
    case 'go':
      return step.share === '1/2' ? [] : [{ ...step, share: '1/2' }];
    case 'event':
      if (step.share === undefined) return [];
      return [{ ...step, share: undefined }, ...(step.share === '1/2' ? [] : [{ ...step, share: '1/2' }])];
  }
}

function integer(text: string): string {
  const { numerator, denominator } = Fraction.read(text)!;
  return String(numerator / denominator);
}

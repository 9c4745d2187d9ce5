/**
 * Activation schedules of oblot-sim: a line per robot, with the times of each cycle in turn: the robot looks and computes,
 * starts to move, ends its move. Robots move at constant speed.
 */
import { expected, inputError } from '@kineko/formats/problem';
import type { ActivationSchedule, ScheduleStep } from './activation-schedule.js';
import { Fraction } from './fraction.js';
import { schedulerNamed } from './schedulers.js';

/** Whether the first line consists of numbers. */
export function isOblotSim(text: string): boolean {
  return /^\s*\d[\d.]*(?:[ \t]*,[ \t]*\d[\d.]*)+[ \t]*(?:\r?\n|$)/.test(text);
}

const MAX_EVENTS = 30_000;

interface TimedEvent {
  readonly time: Fraction;
  readonly robot: number;
  readonly kind: 'look' | 'start' | 'end';
  readonly cycle: Cycle;
  /** Order at one instant: moves end, robots look, moves start, and end at once if they take no time. */
  readonly rank: number;
}

interface Cycle {
  readonly look: Fraction;
  readonly start: Fraction;
  readonly end: Fraction;
}

/** Throws an `InputError` with the line that is invalid. */
export function readOblotSim(text: string, file: string): ActivationSchedule {
  const lines = text.trimEnd().split(/\r?\n/);
  const cycles = lines.map((line, index) => cyclesOf(line, { file, line: index + 1 }));
  const events = cycles.flatMap((own, robot) => own.flatMap((cycle) => eventsOf(cycle, robot)));
  if (events.length > MAX_EVENTS) throw inputError(`expected at most ${MAX_EVENTS} times, got ${events.length}`, file);
  events.sort((a, b) => compare(a.time, b.time) || a.rank - b.rank || a.robot - b.robot);
  const prefix: ScheduleStep[] = [];
  const moving = new Map<number, Cycle>();
  for (let k = 0; k < events.length; k++) {
    const { time, robot, kind, cycle } = events[k]!;
    if (kind === 'start') {
      prefix.push({ kind: 'event', event: 'MB', robot });
      moving.set(robot, cycle);
    } else if (kind === 'end') {
      prefix.push({ kind: 'event', event: 'ME', robot });
      moving.delete(robot);
    }
    if (kind !== 'look') continue;
    const robots = [robot];
    while (events[k + 1]?.kind === 'look' && compare(events[k + 1]!.time, time) === 0) robots.push(events[++k]!.robot);
    prefix.push(...advances(moving, time), { kind: 'joint', robots });
  }
  const scheduler = schedulerNamed('async-lc-atomic', Error);
  return { scheduler, robots: [], prefix, loop: [], frames: new Map(), reads: new Map() };
}

function cyclesOf(line: string, place: { readonly file: string; readonly line: number }): Cycle[] {
  const words = line.split(',').map((word) => word.trim());
  const times = words.map((word) => {
    const time = Fraction.read(word);
    if (time === undefined) throw inputError(expected('times, separated by commas', word), place);
    return time;
  });
  const late = times.findIndex((time, k) => k > 0 && time.isLess(times[k - 1]!));
  if (late > 0)
    throw inputError(`expected times in ascending order, got ${words[late]} after ${words[late - 1]}`, place);
  if (times.length % 3 !== 0) {
    throw inputError(
      `expected three times per cycle: look, start of the move, end of the move; got ${times.length}`,
      place,
    );
  }
  return Array.from({ length: times.length / 3 }, (_, cycle) => {
    const [look, start, end] = times.slice(cycle * 3);
    return { look: look!, start: start!, end: end! };
  });
}

function eventsOf(cycle: Cycle, robot: number): TimedEvent[] {
  const { look, start, end } = cycle;
  return [
    { time: look, robot, cycle, kind: 'look', rank: 1 },
    { time: start, robot, cycle, kind: 'start', rank: 2 },
    { time: end, robot, cycle, kind: 'end', rank: start.equals(end) ? 3 : 0 },
  ];
}

/** Puts each moving robot where it is at the time of a Look. */
function advances(moving: ReadonlyMap<number, Cycle>, time: Fraction): ScheduleStep[] {
  return Array.from(moving)
    .filter(([, { start }]) => start.isLess(time))
    .sort(([a], [b]) => a - b)
    .map(([robot, { start, end }]) => {
      const share = time.minus(start).over(end.minus(start)).toString();
      return { kind: 'go', robot, share };
    });
}

function compare(a: Fraction, b: Fraction): number {
  return a.isLess(b) ? -1 : a.equals(b) ? 0 : 1;
}

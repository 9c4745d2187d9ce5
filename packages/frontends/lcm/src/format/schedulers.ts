/** The schedulers: which events of a cycle form an indivisible step, and which robots may take one together. */
import { unknownName } from '@kineko/formats/problem';

/** The events of a cycle, in their order: look, compute begins, compute ends, move begins, move ends. */
export const LCM_EVENTS = ['L', 'CB', 'CE', 'MB', 'ME'] as const;
export type LcmEvent = (typeof LCM_EVENTS)[number];

/** How a Look reads a light that is being written: the old colour; the old or the new one; any colour. */
export type Register = 'atomic' | 'regular' | 'safe';

export interface Scheduler {
  /** As in configurations: `async-lc-atomic`. */
  readonly name: string;
  /** Events of a cycle, in groups. A step is one group of one robot, or the first group of several robots. */
  readonly steps: readonly (readonly LcmEvent[])[];
  /** Which robots may take the first group in one step: one; any set of waiting robots; only all robots. */
  readonly joint: 'never' | 'any' | 'all';
  readonly register: Register;
  /** Whether the robots take their steps in a fixed order. */
  readonly isInTurn?: true;
  /** Maximum number of Looks of other robots between a Look and the end of its computation; default: any number. */
  readonly maxForeignLooks?: number;
  /** Schedulers all of whose executions this one has, too: a table that fails under one of them fails under this one. */
  readonly contains: readonly string[];
  readonly doc: string;
}

const CYCLE: Scheduler['steps'] = [LCM_EVENTS];
const LOOK_COMPUTE: Scheduler['steps'] = [['L', 'CB', 'CE'], ['MB'], ['ME']];
const COMPUTE_MOVE: Scheduler['steps'] = [['L'], ['CB', 'CE', 'MB', 'ME']];
const MOVE: Scheduler['steps'] = [['L'], ['CB'], ['CE'], ['MB', 'ME']];
const SINGLE: Scheduler['steps'] = LCM_EVENTS.map((event) => [event]);

function row(
  name: string,
  steps: Scheduler['steps'],
  joint: Scheduler['joint'],
  register: Register,
  contains: readonly string[],
  doc: string,
): Scheduler {
  return { name, steps, joint, register, contains, doc };
}

/** The twelve schedulers of the literature, in the order in which results are listed. */
export const TWELVE_SCHEDULERS: readonly Scheduler[] = [
  row('centralized', CYCLE, 'never', 'atomic', [], 'one robot at a time does a whole cycle'),
  row('fsync', CYCLE, 'all', 'atomic', [], 'all robots do each cycle together'),
  row('ssync', CYCLE, 'any', 'atomic', ['centralized', 'fsync'], 'any set of robots does a cycle together'),
  row(
    'async-lc-atomic',
    LOOK_COMPUTE,
    'any',
    'atomic',
    ['ssync', 'async-lc-strict'],
    'look and compute are one step; waiting robots may share it',
  ),
  row(
    'async-lc-strict',
    LOOK_COMPUTE,
    'never',
    'atomic',
    ['centralized'],
    'look and compute are one step of one robot',
  ),
  row('async-cm-atomic', COMPUTE_MOVE, 'never', 'atomic', ['ssync'], 'compute and move are one step'),
  row('async-move-atomic', MOVE, 'never', 'atomic', ['async-cm-atomic'], 'a move is one step'),
  row('async', SINGLE, 'never', 'atomic', ['async-lc-1-bounded', 'async-move-atomic'], 'each event is a step'),
  row(
    'async-regular',
    SINGLE,
    'never',
    'regular',
    ['async', 'async-move-regular'],
    'as async; a light being written shows its old or its new colour',
  ),
  row(
    'async-safe',
    SINGLE,
    'never',
    'safe',
    ['async-regular', 'async-move-safe'],
    'as async; a light being written shows any colour',
  ),
  row(
    'async-move-regular',
    MOVE,
    'never',
    'regular',
    ['async-move-atomic'],
    'as async-move-atomic, with the lights of async-regular',
  ),
  row(
    'async-move-safe',
    MOVE,
    'never',
    'safe',
    ['async-move-regular'],
    'as async-move-atomic, with the lights of async-safe',
  ),
];

const ROUND_ROBIN: Scheduler = {
  ...row('round-robin', CYCLE, 'never', 'atomic', [], 'as centralized, in a fixed order of the robots'),
  isInTurn: true,
};

const BOUNDED: Scheduler = {
  ...row(
    'async-lc-1-bounded',
    SINGLE,
    'never',
    'atomic',
    ['async-lc-atomic'],
    'as async; from a look to the end of its compute, others look at most once',
  ),
  maxForeignLooks: 1,
};

export const SCHEDULERS: readonly Scheduler[] = [...TWELVE_SCHEDULERS, ROUND_ROBIN, BOUNDED];

/** Whether a robot has looked and not ended its computation. @param next Index of its next event. */
export function isDeciding(next: number): boolean {
  return next > 0 && next <= LCM_EVENTS.indexOf('CE');
}

/** All schedulers that a scheduler contains, directly or not, those with the fewest steps first. */
export function containedIn({ contains }: Scheduler): readonly Scheduler[] {
  const names = new Set(contains);
  for (const name of names) for (const each of schedulerNamed(name, Error).contains) names.add(each);
  return SCHEDULERS.filter(({ name }) => names.has(name)).sort((a, b) => a.steps.length - b.steps.length);
}

/** `ASYNC_LC_ATOMIC`: the name of a scheduler in tables of results. */
export function schedulerLabel({ name }: Scheduler): string {
  return name.toUpperCase().replaceAll('-', '_');
}

/** Finds a scheduler by its name, with or without `async-`, or its label; throws an error made by `fail` if there is none. */
export function schedulerNamed(name: string, fail: (text: string) => Error): Scheduler {
  const wanted = name.toLowerCase().replaceAll('_', '-');
  const found = SCHEDULERS.find((scheduler) => [wanted, `async-${wanted}`].includes(scheduler.name));
  if (found !== undefined) return found;
  throw fail(
    unknownName(
      'scheduler',
      name,
      SCHEDULERS.map((scheduler) => scheduler.name),
    ),
  );
}

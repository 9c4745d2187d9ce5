/** An assignment: a scenario that lacks its algorithm, and what is expected of one. */
import { Given } from '../given.js';

export interface Assignment {
  readonly title: string;
  readonly file: string;
  readonly scenario: string;
  /** The key of the scenario that takes the student's file. */
  readonly algorithm: string;
  readonly set: ReadonlyMap<string, string>;
  readonly tasks: readonly Task[];
  readonly limits: Limits;
}

/** A property, and what it is worth. */
export interface Task {
  readonly name: string;
  readonly property: string;
  readonly points: number;
  /** Of its runs: `0..19`. */
  readonly seeds: readonly number[];
}

export interface Limits {
  /** Of a run, on the wall. */
  readonly seconds: number;
  /** Of a run. */
  readonly megabytes: number;
}

const DEFAULT_LIMITS: Limits = { seconds: 20, megabytes: 256 };
const MOST_SEEDS = 10_000;

/** Throws an `InputError` with all problems. */
export async function readAssignment(file: string, text: string): Promise<Assignment> {
  const given = await Given.read(file, text);
  given.only('title', 'scenario', 'algorithm', 'set', 'seeds', 'tasks', 'limits');
  given.requireSound();
  const scenario = given.entry('scenario')?.string('the name of a scenario, from the folder of this file');
  if (given.entry('scenario') === undefined) given.fail('it has no scenario: it needs one');
  const seeds = seedsOf(given.entry('seeds')) ?? range(0, 19);
  const tasks = given.entry('tasks');
  if (tasks?.isList !== true || tasks.items().length === 0) {
    given.fail('it has no tasks: a list of properties and their points is right');
  }
  const positive = (n: number): boolean => n > 0 && Number.isFinite(n);
  const limits = given.entry('limits');
  limits?.only('seconds', 'megabytes');
  const assignment: Assignment = {
    title: given.entry('title')?.string('a title') ?? file.replace(/^.*[\\/]/, ''),
    file,
    scenario: scenario ?? '',
    algorithm: given.entry('algorithm')?.string('a key of the scenario') ?? 'robot.algorithm',
    set: new Map((given.entry('set')?.entries() ?? []).map(([key, value]) => [key, String(value.scalar() ?? '')])),
    tasks: (tasks?.items() ?? []).map((task) => taskOf(task, seeds)),
    limits: {
      seconds: limits?.entry('seconds')?.number('a number above 0', positive) ?? DEFAULT_LIMITS.seconds,
      megabytes: limits?.entry('megabytes')?.number('a number above 0', positive) ?? DEFAULT_LIMITS.megabytes,
    },
  };
  given.requireSound();
  return assignment;
}

function taskOf(given: Given, seeds: readonly number[]): Task {
  given.only('name', 'property', 'points', 'seeds');
  const property = given.entry('property')?.string('a property, as kineko check takes it') ?? '';
  if (given.entry('property') === undefined) given.fail('it has no property: it needs one');
  return {
    name: given.entry('name')?.string('a name') ?? property,
    property,
    points: given.entry('points')?.number('a number of at least 0', (n) => n >= 0 && Number.isFinite(n)) ?? 1,
    seeds: seedsOf(given.entry('seeds')) ?? seeds,
  };
}

function seedsOf(given: Given | undefined): number[] | undefined {
  if (given === undefined) return undefined;
  const { data } = given;
  if (given.isList) return given.items().flatMap((item) => item.number('a whole number', Number.isSafeInteger) ?? []);
  if (Number.isSafeInteger(data)) return [data as number];
  const [, from, to] = /^(\d{1,9})\.\.(\d{1,9})$/.exec(typeof data === 'string' ? data : '') ?? [];
  const seeds = from === undefined || Number(to) - Number(from) >= MOST_SEEDS ? [] : range(Number(from), Number(to));
  return seeds.length > 0 ? seeds : given.fail(`0..19, or a list of at most ${MOST_SEEDS} seeds is right`);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

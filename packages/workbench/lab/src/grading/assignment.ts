/** An assignment: a scenario without its algorithm, and the properties that an algorithm must satisfy. */
import type { Place } from '@kineko/formats/problem';
import { described, nonBlank, numberWhere, type Path, readShape } from '@kineko/formats/shape';
import * as z from 'zod/mini';
import { readYamlSource } from '@kineko/formats/yaml';
import { scalar } from '../scalar.js';

export interface Assignment {
  readonly title: string;
  readonly file: string;
  readonly scenario: string;
  /** The key of the scenario that takes the student's file. */
  readonly algorithm: string;
  readonly set: ReadonlyMap<string, string>;
  readonly tasks: readonly Task[];
  readonly limits: Limits;
  /** Places of values in the file, for messages. */
  placeOf(path: Path): Place;
}

/** A property, and what it is worth. */
export interface Task {
  readonly name: string;
  readonly property: string;
  readonly points: number;
  /** Seeds of its runs. */
  readonly seeds: readonly number[];
}

export interface Limits {
  /** Wall-clock seconds per run. */
  readonly seconds: number;
  /** Memory per run. */
  readonly megabytes: number;
}

const MAX_SEEDS = 10_000;
const SEEDS = `0..19, or a list of at most ${MAX_SEEDS} seeds`;
const seed = numberWhere('an integer', Number.isSafeInteger);

/** Expanded once its length is known. */
const seeds = z.union(
  [
    z.array(seed).check(z.refine((list) => list.length <= MAX_SEEDS, described(SEEDS))),
    seed,
    z.string().check(z.refine((text) => lengthOf(text) > 0 && lengthOf(text) <= MAX_SEEDS, described(SEEDS))),
  ],
  described(SEEDS),
);

const aboveZero = numberWhere('a number above 0', (n) => n > 0);
const TASKS = 'a list of properties and their points';

const shape = z.strictObject(
  {
    title: z.optional(nonBlank('a title')),
    scenario: nonBlank('the path of a scenario, relative to the folder of this file'),
    algorithm: z._default(nonBlank('a key of the scenario'), 'robot.algorithm'),
    set: z.nullish(z.record(z.string(), scalar)),
    seeds: z._default(seeds, '0..19'),
    tasks: z
      .array(
        z.strictObject({
          name: z.optional(nonBlank('a name')),
          property: nonBlank('a property, as kineko check takes it'),
          points: z._default(
            numberWhere('a number of at least 0', (n) => n >= 0),
            1,
          ),
          seeds: z.optional(seeds),
        }),
        described(TASKS),
      )
      .check(z.minLength(1, described(TASKS))),
    limits: z._default(z.strictObject({ seconds: z._default(aboveZero, 20), megabytes: z._default(aboveZero, 256) }), {
      seconds: 20,
      megabytes: 256,
    }),
  },
  described('an assignment, an object with scenario and tasks'),
);

/** Throws an `InputError` with all problems. */
export async function readAssignment(file: string, text: string): Promise<Assignment> {
  const source = await readYamlSource(text, file);
  const given = readShape(shape, source);
  return {
    ...given,
    title: given.title ?? file.replace(/^.*[\\/]/, ''),
    file,
    placeOf: (path) => source.placeOf!(path, false),
    set: new Map(Object.entries(given.set ?? {}).map(([key, value]) => [key, String(value)])),
    tasks: given.tasks.map((task) => ({
      ...task,
      name: task.name ?? task.property,
      seeds: expanded(task.seeds ?? given.seeds),
    })),
  };
}

const RANGE = /^(\d{1,9})\.\.(\d{1,9})$/;

/** The number of seeds in `0..19`. */
function lengthOf(range: string): number {
  const [, from, to] = RANGE.exec(range) ?? [];
  return from === undefined ? 0 : Number(to) - Number(from) + 1;
}

function expanded(given: z.infer<typeof seeds>): readonly number[] {
  if (typeof given !== 'string') return [given].flat();
  const from = Number(RANGE.exec(given)![1]);
  return Array.from({ length: lengthOf(given) }, (_, i) => from + i);
}

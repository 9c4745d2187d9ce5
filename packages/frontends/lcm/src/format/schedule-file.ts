/** Reads and writes activation schedules: YAML or JSON, and the files of oblot-sim. */
import { expected, InputError, type Place, unknownName } from '@kineko/formats/problem';
import {
  described,
  listUpTo,
  nonBlank,
  type Path,
  problemAt,
  readShape,
  type Source,
  table,
} from '@kineko/formats/shape';
import { readYamlSource } from '@kineko/formats/yaml';
import * as z from 'zod/mini';
import {
  type ActivationSchedule,
  describeStep,
  type ScheduledFrame,
  type ScheduleStep,
} from './activation-schedule.js';
import { findTable } from './algorithms.js';
import { Fraction } from './fraction.js';
import { isOblotSim, readOblotSim } from './oblot-sim.js';
import { findViolation } from './schedule-check.js';
import { LCM_EVENTS, type LcmEvent, schedulerNamed } from './schedulers.js';
import type { TableAlgorithm } from './table.js';
import { checkedTable, tableShape } from './table-file.js';

const MAX_STEPS = 100_000;
const MAX_ROBOTS = 10_000;

const NUMBER = 'a number or a fraction such as 1/3';
/** As written, since a double is not always what was written. */
const number = z.pipe(
  z
    .union([z.string(), z.number()], described(NUMBER))
    .check(z.refine((value) => Fraction.read(String(value)) !== undefined, described(NUMBER))),
  z.transform(String),
);

const STEP = "a step such as 'L 0', 'ME 0 1/2', 'go 0 1/2' or 'joint 0 1'";
const step = z.pipe(
  z.string(described(STEP)).check(z.refine((text) => stepOf(text) !== undefined, described(STEP))),
  z.transform((text) => stepOf(text)!),
);

const FRAME = "'rotate 90', 'mirror' or 'unit 2'";
const frame = z.pipe(
  z.array(z.string(described(FRAME)).check(z.refine((text) => frameOf(text) !== undefined, described(FRAME)))),
  z.transform((words): ScheduledFrame => Object.assign({}, ...words.map(frameOf)) as ScheduledFrame),
);

const shape = z.strictObject(
  {
    algorithm: z.optional(z.union([nonBlank('the name of an algorithm'), tableShape])),
    scheduler: z.string(),
    delta: z.optional(number),
    settings: z._default(table(z.pipe(z.union([z.string(), z.number(), z.boolean()]), z.transform(String))), {}),
    robots: z._default(
      listUpTo(
        z.strictObject({
          at: z.tuple([number, number], described('a list of x and y')),
          light: z.optional(z.string()),
        }),
        MAX_ROBOTS,
      ),
      [],
    ),
    prefix: z._default(listUpTo(step, MAX_STEPS), []),
    loop: z._default(listUpTo(step, MAX_STEPS), []),
    frames: z._default(table(frame), {}),
    reads: z._default(table(z.string()), {}),
  },
  described('an activation schedule: an object with scheduler, prefix and loop'),
);

/** Undefined if the text is no step. */
function stepOf(text: string): ScheduleStep | undefined {
  const [word = '', ...rest] = text.split(/[\s,[\]]+/).filter((part) => part !== '');
  const [first = '', share] = rest;
  const isRobot = (part: string): boolean => /^\d{1,6}$/.test(part);
  if (word === 'joint') {
    const robots = rest.map(Number);
    const isValid = rest.length > 0 && rest.every(isRobot) && new Set(robots).size === rest.length;
    return isValid ? { kind: 'joint', robots } : undefined;
  }
  if (!isRobot(first) || rest.length > 2) return undefined;
  if (share !== undefined && !/^\d/.test(share)) return undefined;
  if (share !== undefined && Fraction.read(share) === undefined) return undefined;
  const robot = Number(first);
  if (word === 'go') return share === undefined ? undefined : { kind: 'go', robot, share };
  return LCM_EVENTS.includes(word as LcmEvent) ? { kind: 'event', event: word as LcmEvent, robot, share } : undefined;
}

function frameOf(text: string): ScheduledFrame | undefined {
  const [word, value, ...rest] = text.split(/\s+/);
  const amount = Number(value);
  if (word === 'mirror' && value === undefined) return { isMirrored: true };
  if (rest.length > 0 || value === undefined || !Number.isFinite(amount)) return undefined;
  if (word === 'rotate') return { rotate: amount };
  return word === 'unit' && amount > 0 ? { unit: amount } : undefined;
}

/** Throws an `InputError` if the schedule is invalid, or violates its scheduler. @param name Name of a table in the file. */
export async function readSchedule(text: string, file: string, name: string): Promise<ActivationSchedule> {
  return (await readPlacedSchedule(text, file, name)).schedule;
}

export interface PlacedSchedule {
  readonly schedule: ActivationSchedule;
  /** The place of a part of the file. */
  placeOf?(path: Path): Place | undefined;
}

/** The same, with places for messages. */
export async function readPlacedSchedule(text: string, file: string, name: string): Promise<PlacedSchedule> {
  if (isOblotSim(text)) return { schedule: readOblotSim(text, file) };
  const source = await readYamlSource(text, file);
  const { algorithm, scheduler, settings, frames, reads, ...rest } = readShape(shape, source);
  const known =
    typeof algorithm === 'object'
      ? checkedTable({ name, ...algorithm }, source, ['algorithm'])
      : findTable(algorithm ?? '');
  const schedule: ActivationSchedule = {
    ...rest,
    scheduler: schedulerNamed(scheduler, (what) => errorAt(source, ['scheduler'], what)),
    algorithm: known?.name ?? (algorithm as string | undefined),
    table: known,
    settings: new Map(Object.entries(settings)),
    frames: numbered(frames, source, 'frames'),
    reads: numbered(reads, source, 'reads'),
  };
  if (known !== undefined) checkColors(schedule, known, source);
  const violation = findViolation(schedule, robotsOf(schedule));
  if (violation !== undefined) {
    const { part, index } = violation;
    throw errorAt(source, index === undefined ? [part] : [part, index], violation.text);
  }
  checkNumbers(schedule, source);
  return { schedule, placeOf: (path) => source.placeOf?.(path, false) };
}

/** Frames belong to robots, and reads to steps. */
function checkNumbers(schedule: ActivationSchedule, source: Source): void {
  const { frames, reads, prefix, loop } = schedule;
  for (const [key, numbers, limit] of [
    ['frames', frames.keys(), robotsOf(schedule)],
    ['reads', reads.keys(), prefix.length + loop.length],
  ] as const) {
    const unknown = [...numbers].find((each) => each >= limit);
    if (unknown === undefined) continue;
    const what = key === 'frames' ? 'a robot' : 'a step';
    throw errorAt(source, [key, String(unknown)], expected(`${what} from 0 to ${limit - 1}`, unknown));
  }
}

function errorAt(source: Source, path: Path, what: string): InputError {
  return new InputError([problemAt(source, path, what)]);
}

/** The number of robots that a schedule places or, if it places none, that it names. */
export function robotsOf({ robots, prefix, loop }: ActivationSchedule): number {
  if (robots.length > 0) return robots.length;
  const named = [...prefix, ...loop].flatMap((each) => (each.kind === 'joint' ? each.robots : [each.robot]));
  return named.reduce((most, robot) => Math.max(most, robot + 1), 0);
}

function numbered<T>(entries: Readonly<Record<string, T>>, source: Source, key: string): ReadonlyMap<number, T> {
  return new Map(
    Object.entries(entries).map(([text, value]) => {
      if (!/^\d{1,9}$/.test(text)) throw errorAt(source, [key, text], expected('an integer from 0', text));
      return [Number(text), value];
    }),
  );
}

function checkColors({ robots, reads }: ActivationSchedule, { palette }: TableAlgorithm, source: Source): void {
  const named = [
    ...robots.map(({ light }, index) => [light, ['robots', index, 'light']] as const),
    ...Array.from(reads, ([step, color]) => [color, ['reads', String(step)]] as const),
  ];
  for (const [color, path] of named) {
    if (color === undefined || palette.includes(color)) continue;
    throw errorAt(source, path, unknownName('colour', color, palette));
  }
}

/** Writes a schedule as YAML. @param remarks Lines of a comment at the top. */
export function writeSchedule(schedule: ActivationSchedule, remarks: readonly string[] = []): string {
  const {
    algorithm,
    table: own,
    scheduler,
    delta,
    settings = new Map<string, string>(),
    robots,
    prefix,
    loop,
    frames,
    reads,
  } = schedule;
  // A table of the user may have the name of a built-in one.
  const isInline = own !== undefined && findTable(own.name) !== own;
  const rules = (text: TableAlgorithm): string[] => [
    'algorithm:',
    `  lights: ${text.lights}`,
    `  palette: [${text.palette.join(', ')}]`,
    '  rules:',
    ...Object.entries(text.rules).map(([seen, decision]) => `    ${seen}: ${decision}`),
  ];
  const light = (color: string | undefined): string => (color === undefined ? '' : `, light: ${color}`);
  const frameWords = ({ rotate, isMirrored, unit }: ScheduledFrame): string[] => [
    ...(isMirrored === true ? ['mirror'] : []),
    ...(rotate === undefined ? [] : [`rotate ${rotate}`]),
    ...(unit === undefined ? [] : [`unit ${unit}`]),
  ];
  return [
    // A line break would end the comment.
    ...remarks.map((remark) => `# ${remark.replaceAll(/\s+/g, ' ')}`),
    ...(isInline
      ? rules(own)
      : algorithm === undefined
        ? []
        : [`algorithm: ${/^[A-Za-z]\w*$/.test(algorithm) ? algorithm : JSON.stringify(algorithm)}`]),
    `scheduler: ${scheduler.name}`,
    ...(delta === undefined ? [] : [`delta: ${delta}`]),
    ...(settings.size > 0 ? ['settings:'] : []),
    ...Array.from(settings, ([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`),
    ...(robots.length > 0 ? ['robots:'] : []),
    ...robots.map(({ at, light: color }) => `  - {at: [${at.join(', ')}]${light(color)}}`),
    ...(frames.size > 0 ? ['frames:'] : []),
    ...Array.from(frames, ([robot, each]) => `  ${robot}: [${frameWords(each).join(', ')}]`),
    ...wrapped('prefix', prefix.map(describeStep)),
    ...wrapped('loop', loop.map(describeStep)),
    ...(reads.size > 0 ? ['reads: # colour that a Look reads of a light being written, by step'] : []),
    ...Array.from(reads, ([each, color]) => `  ${each}: ${color}`),
    '',
  ].join('\n');
}

const WIDTH = 100;

/** `key: [a, b, …]`, on lines of limited length. */
function wrapped(key: string, items: readonly string[]): string[] {
  const lines = [`${key}: [`];
  for (const [index, item] of items.entries()) {
    const text = index === items.length - 1 ? item : `${item}, `;
    if (lines.at(-1)!.length + text.length > WIDTH) lines.push('  ');
    lines.push(lines.pop()! + text);
  }
  lines.push(`${lines.pop()!}]`);
  return lines.map((line) => line.trimEnd());
}

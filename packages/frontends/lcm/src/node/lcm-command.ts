/** `kineko lcm`: complete answers about two robots. */
import { writeFile } from 'node:fs/promises';
import { basename, extname, join, resolve } from 'node:path';
import { expected } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';
import { type CliContext, counted, EXIT, type ExitCode, grouped, UsageError } from '@kineko/run/console';
import { makeFolder, readSource, writing } from '@kineko/run/node';
import type { ActivationSchedule } from '../format/activation-schedule.js';
import { type KnownTable, tableNamed, TWO_ROBOT_ALGORITHMS } from '../format/algorithms.js';
import { writeSchedule } from '../format/schedule-file.js';
import {
  containedIn,
  type Scheduler,
  schedulerLabel,
  schedulerNamed,
  TWELVE_SCHEDULERS,
} from '../format/schedulers.js';
import { LIGHT_KINDS, type Lights, type TableAlgorithm } from '../format/table.js';
import { readTable } from '../format/table-file.js';
import { provesApart, type SelfSimilarity } from '../run/line/replay.js';
import type { TwoRobotModel } from '../run/two-robots/abstraction.js';
import { classSize, MAX_TABLES, tablesOf } from '../run/two-robots/enumerate.js';
import {
  type AbstractStep,
  type Counterexample,
  type Exploration,
  explore,
  explorePreset,
} from '../run/two-robots/explore.js';
import { scheduleOf } from '../run/two-robots/schedule.js';

interface Arguments {
  readonly what: 'matrix' | 'enumerate' | 'shrink' | 'link';
  readonly algorithms?: readonly string[];
  readonly schedulers?: readonly string[];
  readonly lights?: Lights;
  readonly colors?: string;
  readonly scheduler?: string;
  readonly save?: string;
  readonly property?: string;
  readonly playground?: string;
  readonly initial: 'any' | 'equal' | 'preset';
  readonly rigid: boolean;
  readonly json: boolean;
}

export async function lcm(given: object, context: CliContext): Promise<ExitCode> {
  const args = given as Arguments;
  const unused = {
    matrix: ['lights', 'colors', 'scheduler', 'property', 'playground'],
    enumerate: ['algorithms', 'schedulers', 'save', 'property', 'playground'],
    shrink: ['lights', 'colors', 'scheduler', 'schedulers', 'save', 'playground'],
    link: ['lights', 'colors', 'scheduler', 'schedulers', 'save', 'property'],
  } as const;
  for (const name of unused[args.what]) {
    const value = args[name];
    if (value === undefined || value.length === 0) continue;
    const shown = name === 'algorithms' ? `unexpected argument ${JSON.stringify(value[0])}` : `--${name}: unexpected`;
    throw new UsageError(`${shown} with kineko lcm ${args.what}`);
  }
  if (args.what === 'matrix') return matrix(args, context);
  if (args.what === 'enumerate') return enumerate(args, context);
  const [file, ...rest] = args.algorithms ?? [];
  if (file === undefined || rest.length > 0) throw new UsageError('expected one activation schedule');
  if (args.what === 'link') {
    return (await import('./link-schedule.js')).linkSchedule(file, args.playground ?? '', context);
  }
  return (await import('./shrink-schedule.js')).shrinkSchedule(file, args.property, context);
}

const usage = (text: string): Error => new UsageError(text);

interface Cell {
  readonly algorithm: TableAlgorithm & Partial<KnownTable>;
  readonly scheduler: Scheduler;
  readonly states: number;
  /** Undefined if the robots gather. */
  readonly counterexample: Counterexample | undefined;
  readonly schedule: ActivationSchedule | undefined;
  /** Undefined if the replay of the schedule proves nothing. */
  readonly proof: SelfSimilarity | undefined;
}

function cellOf({ model, found }: Decided): Cell {
  const { algorithm, scheduler } = model;
  const { states, counterexample: find } = found;
  const counterexample = find();
  const schedule = counterexample && scheduleOf(model, counterexample);
  return {
    algorithm,
    scheduler,
    states,
    counterexample,
    schedule,
    proof: schedule && provesApart(schedule, algorithm),
  };
}

async function matrix(args: Arguments, context: CliContext): Promise<ExitCode> {
  const { stdout, cwd, signal } = context;
  const names = listed(args.algorithms);
  const algorithms =
    names.length === 0 ? TWO_ROBOT_ALGORITHMS : await Promise.all(names.map((name) => tableAt(name, cwd)));
  const chosen = listed(args.schedulers).map((name) => schedulerNamed(name, usage));
  const schedulers = chosen.length === 0 ? TWELVE_SCHEDULERS : chosen;
  const cells: Cell[] = [];
  for (const algorithm of algorithms) {
    for (const scheduler of schedulers) {
      if (await isAborted(signal)) return EXIT.interrupted;
      cells.push(cellOf(decided(algorithm, scheduler, args)));
    }
  }
  if (args.save !== undefined) await save(cells, args.save, context);
  stdout.write(args.json ? `${JSON.stringify(cells.map(jsonOf))}\n` : describeMatrix(cells, schedulers, args));
  return EXIT.ok;
}

/** `a,b c` as words. */
function listed(names: readonly string[] = []): string[] {
  return names.flatMap((name) => name.split(',')).filter((name) => name !== '');
}

/** A built-in table, or one of a file. */
async function tableAt(name: string, cwd: string): Promise<TableAlgorithm> {
  if (!/[./\\]/.test(name)) return tableNamed(name, usage);
  const { bytes } = await readSource(resolve(cwd, name));
  return readTable(textOf(bytes), name, basename(name, extname(name)));
}

interface Decided {
  readonly model: TwoRobotModel;
  readonly found: Exploration;
}

function decided(algorithm: TableAlgorithm, scheduler: Scheduler, { rigid, initial }: Arguments): Decided {
  const model = { algorithm, scheduler, isRigid: rigid, initial: initial === 'preset' ? 'equal' : initial } as const;
  return { model, found: initial === 'preset' ? explorePreset(model) : explore(model) };
}

/** Lets signals arrive between two explorations. */
async function isAborted(signal: AbortSignal): Promise<boolean> {
  await new Promise((proceed) => setImmediate(proceed));
  return signal.aborted;
}

function jsonOf({ algorithm, scheduler, states, counterexample }: Cell): object {
  return {
    algorithm: algorithm.label ?? algorithm.name,
    scheduler: schedulerLabel(scheduler),
    verdict: counterexample === undefined ? 'P' : 'F',
    states,
    prefix: digits(counterexample?.prefix),
    loop: digits(counterexample?.loop),
  };
}

/** One digit per step: 1 and 2 for one robot, 3 for both. */
function digits(steps: readonly AbstractStep[] = []): string {
  return steps.map(({ robots }) => robots).join('');
}

function describeMatrix(cells: readonly Cell[], schedulers: readonly Scheduler[], args: Arguments): string {
  const algorithms = [...new Set(cells.map(({ algorithm }) => algorithm))];
  const shortName = ({ name }: Scheduler): string => name.replace(/^async-/, '');
  const rows = algorithms.map((algorithm) => [
    algorithm.name,
    ...cells.filter((cell) => cell.algorithm === algorithm).map(verdictOf),
  ]);
  const states = cells.reduce((sum, cell) => sum + cell.states, 0);
  const isUnproved = cells.some((cell) => cell.counterexample !== undefined && cell.proof === undefined);
  return [
    ...aligned([['', ...schedulers.map(shortName)], ...rows]),
    '',
    'P: gathers under every fair schedule; F n: a schedule of n steps keeps the robots apart forever',
    ...(isUnproved ? ['F n?: the exact replay of the schedule does not prove it'] : []),
    `model: ${describeModel(args)}; ${counted(states, 'state')} explored`,
    '',
  ].join('\n');
}

function verdictOf({ counterexample, proof }: Cell): string {
  if (counterexample === undefined) return 'P';
  return `F ${counterexample.prefix.length + counterexample.loop.length}${proof === undefined ? '?' : ''}`;
}

/** Writes each counterexample as an activation schedule. */
async function save(cells: readonly Cell[], folder: string, { cwd, stderr }: CliContext): Promise<void> {
  const failing = cells.filter(({ schedule }) => schedule !== undefined);
  await writing(folder, async () => {
    makeFolder(resolve(cwd, folder));
    for (const { algorithm, scheduler, schedule, proof } of failing) {
      const remark =
        proof === undefined
          ? `${algorithm.name} under ${scheduler.name}`
          : `${algorithm.name} under ${scheduler.name}: apart forever; each round of the loop scales the configuration by ${proof.ratio.toString()}`;
      const file = join(folder, `${algorithm.name}.${scheduler.name}.yaml`);
      await writeFile(resolve(cwd, file), writeSchedule(schedule!, [remark]));
    }
  });
  stderr.write(`${counted(failing.length, 'activation schedule')} in ${folder}\n`);
}

function describeModel({ initial, rigid }: Arguments): string {
  const colors = { any: 'any', equal: 'equal', preset: 'chosen' }[initial];
  return `two robots, ${rigid ? 'rigid' : 'non-rigid'} moves, ${colors} initial colours, weak fairness, exact`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}

const COLORS = ['black', 'white', 'red', 'yellow', 'green', 'blue', 'orange', 'purple'];

async function enumerate(args: Arguments, { stdout, signal }: CliContext): Promise<ExitCode> {
  const { lights, json } = args;
  if (lights === undefined) throw new UsageError(`expected --lights ${LIGHT_KINDS.join('|')}`);
  if (args.scheduler === undefined) throw new UsageError('expected --scheduler <name> (see kineko lcm --help)');
  const scheduler = schedulerNamed(args.scheduler, usage);
  const colors = colorsOf(args.colors, lights);
  const passing: TableAlgorithm[] = [];
  // Schedulers with fewer states refute most tables.
  const smaller = containedIn(scheduler).filter(({ steps }) => steps.length < scheduler.steps.length);
  const chain = [...smaller, scheduler];
  let tables = 0;
  let states = 0;
  for (const algorithm of tablesOf(lights, COLORS.slice(0, colors))) {
    if (await isAborted(signal)) return EXIT.interrupted;
    tables++;
    const isGathering = chain.every((each) => {
      const { found } = decided(algorithm, each, args);
      states += found.states;
      return found.isGathering;
    });
    if (isGathering) passing.push(algorithm);
  }
  const result = { lights, colors, scheduler: schedulerLabel(scheduler), tables, passing: passing.length };
  if (json) stdout.write(`${JSON.stringify({ ...result, algorithms: passing.map(({ rules }) => rules) })}\n`);
  else {
    const rows = passing.map(({ rules }) => Object.entries(rules).map(([seen, decision]) => `${seen}: ${decision}`));
    stdout.write(
      [
        ...aligned(rows.map((row) => row.map((rule) => `${rule};`))).map((line) => line.replace(/;$/, '')),
        ...(rows.length > 0 ? [''] : []),
        `${grouped(passing.length)} of ${counted(tables, 'table')} gather: ${lights} lights, ${counted(colors, 'colour')}, ${scheduler.name}`,
        `model: ${describeModel(args)}; ${counted(states, 'state')} explored`,
        '',
      ].join('\n'),
    );
  }
  return EXIT.ok;
}

function colorsOf(text: string | undefined, lights: Lights): number {
  const colors = /^[1-9]\d?$/.test(text ?? '') ? Number(text) : 0;
  if (colors < 1 || colors > COLORS.length) {
    throw new UsageError(`--colors: ${expected(`an integer from 1 to ${COLORS.length}`, text)}`);
  }
  if (classSize(lights, colors) > MAX_TABLES) {
    const what = `a class of at most ${grouped(MAX_TABLES)} tables, got ${lights} lights with ${colors} colours`;
    throw new UsageError(`--colors: expected ${what}`);
  }
  return colors;
}

/** Runs of Look-Compute-Move configurations that exist in a test only. */
import { describeProblem } from '@kineko/formats/problem';
import type { RecordOf, RecordType, TraceRecord } from '@kineko/formats/trace';
import { robotsim } from '@kineko/robotsim';
import { type Host, loadScenario, type RunSummary, type Scenario } from '@kineko/run';
import { lcmAlgorithms } from '../src/run/index.js';

export type Values = Readonly<Record<string, string | number | boolean>>;
export type Point = readonly [x: number, y: number];

export interface LcmContext {
  /** Exports of authors' files, by path. */
  readonly modules?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly files?: Readonly<Record<string, string>>;
}

export interface LcmOutcome {
  readonly summary: RunSummary;
  readonly records: readonly TraceRecord[];
  readonly of: <T extends RecordType>(type: T) => RecordOf<T>[];
}

/** A scenario with points. @param places One for each robot. */
export function lcmScenario(places: readonly Point[], values: Values, context: LcmContext = {}): Promise<Scenario> {
  const points = places.map(([x, y], index) => [`bornpoint${index + 1}`, `${x}, ${y}`] as const);
  const all = { ghost_mode: true, 'robot.size': 0, 'simulation.time': 20, ...Object.fromEntries(points), ...values };
  const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}\n`);
  const source = { path: 'main.config', bytes: new TextEncoder().encode(lines.join('')) };
  const algorithms = (): Promise<ReturnType<typeof lcmAlgorithms>> => Promise.resolve(lcmAlgorithms());
  return loadScenario(source, { frontEnds: [robotsim({ algorithms })], host: hostOf(context) });
}

function hostOf({ modules = {}, files = {} }: LcmContext): Host {
  const found = <T>(all: Readonly<Record<string, T>>, path: string): Promise<T> => {
    const item = all[path.replace('./', '')];
    return item === undefined ? Promise.reject(new Error(`there is no file ${path}`)) : Promise.resolve(item);
  };
  return {
    readBytes: async (path) => new TextEncoder().encode(await found(files, path)),
    loadModule: (path) => found(modules, path),
  };
}

export async function lcmRun(places: readonly Point[], values: Values, context?: LcmContext): Promise<LcmOutcome> {
  const scenario = await lcmScenario(places, values, context);
  const records: TraceRecord[] = [];
  const emit = (record: TraceRecord): void => void records.push({ ...record });
  const run = await scenario.open({ seed: scenario.seed ?? 1, emit });
  await run.advance();
  const of = <T extends RecordType>(type: T): RecordOf<T>[] =>
    records.filter((record): record is RecordOf<T> => record.type === type);
  return { summary: run.summary(), records, of };
}

/** All problems, each as one line. */
export async function lcmProblems(
  places: readonly Point[],
  values: Values,
  context?: LcmContext,
): Promise<readonly string[]> {
  return (await (await lcmScenario(places, values, context)).problems()).map(describeProblem);
}

/** Places of the robots after their last motions, by id. */
export function endsOf(outcome: LcmOutcome): { readonly x: number; readonly y: number }[] {
  const ends = new Map<number, { x: number; y: number }>();
  for (const { robot, x, y } of [...outcome.of('robot'), ...outcome.of('motionEnd')]) ends.set(robot, { x, y });
  return [...ends].sort(([a], [b]) => a - b).map(([, place]) => place);
}

import { refusal, type Runner } from './runner.js';

export interface Measuring {
  /** Odd, so that the median is one of the rounds. */
  readonly rounds: number;
  /**
   * One measurement repeats the work until it takes about this long: so that the resolution of the clock does not matter.
   */
  readonly atLeastMicros: number;
  /** How long each alternative runs before it is measured. */
  readonly warmUpMicros: number;
}

export interface Rate {
  readonly alternative: string;
  /** Operations per second of CPU time, or the figure if the comparison has a unit. */
  readonly perSecond: number;
  /** This alternative's rate divided by the first one's. */
  readonly ratio: number;
  /** The rate in each round; none for a figure. */
  readonly rounds: readonly number[];
}

/** V8 takes about a second until code as large as the engine is as fast as it gets. */
export const thorough: Measuring = { rounds: 7, atLeastMicros: 50_000, warmUpMicros: 1_000_000 };
/** For a check that the benchmarks run, without meaningful speeds. */
export const quick: Measuring = { rounds: 3, atLeastMicros: 2_000, warmUpMicros: 0 };

/** Even an empty call fills a measurement long before this; a stopped clock must not hang the run. */
const MAX_REPETITIONS = 1 << 30;

/**
 * Measures the alternatives of one comparison in rounds, A B A B …, in CPU time.
 *
 * Not tinybench: it runs one alternative after the other in wall time, and on a shared machine the ratio then depends on
 * other programs.
 */
export async function measure(runners: readonly Runner[], how: Measuring): Promise<Rate[]> {
  if (how.rounds % 2 !== 1) throw new RangeError(`The number of rounds must be odd, and is ${how.rounds}`);

  for (const runner of runners) await warmUp(runner, how);
  const calls: number[] = [];
  for (const runner of runners) calls.push(await calibrate(runner, how));
  const rounds: number[][] = [];
  while (rounds.length < how.rounds) {
    const rates: number[] = [];
    for (const [index, runner] of runners.entries()) {
      const { operations, micros } = await runner.time(at(calls, index));
      rates.push((operations / Math.max(micros, 1)) * 1e6);
    }
    rounds.push(rates);
  }

  return runners.map(({ name }, index) => ({
    alternative: name,
    perSecond: median(rounds.map((rates) => at(rates, index))),
    // The median of the ratios, not the ratio of the medians: both measurements of a round were made under the same load.
    ratio: median(rounds.map((rates) => at(rates, index) / at(rates, 0))),
    rounds: rounds.map((rates) => at(rates, index)),
  }));
}

/** Takes the figure of each alternative: once if it never changes, else in rounds, whose medians count. */
export async function takeFigures(runners: readonly Runner[], rounds = 1): Promise<Rate[]> {
  const taken: number[][] = [];
  while (taken.length < rounds) {
    const figures: number[] = [];
    for (const runner of runners) figures.push((await runner.time(1)).operations);
    taken.push(figures);
  }
  return runners.map(({ name }, index) => ({
    alternative: name,
    perSecond: median(taken.map((figures) => at(figures, index))),
    // Figures may be 0.
    ratio: index === 0 ? 1 : median(taken.map((figures) => at(figures, index) / at(figures, 0))),
    rounds: [],
  }));
}

/** The middle one of an odd number of values. */
export function median(values: readonly number[]): number {
  if (values.length % 2 !== 1) throw new RangeError(`There is no middle one among ${values.length} values`);
  return at(
    values.toSorted((a, b) => a - b),
    (values.length - 1) / 2,
  );
}

/** Runs the work until it is compiled. */
async function warmUp(runner: Runner, how: Measuring): Promise<void> {
  let { micros } = await runner.time(1);
  if (micros >= how.warmUpMicros) return;
  const calls = await calibrate(runner, how);
  while (micros < how.warmUpMicros) micros += (await runner.time(calls)).micros;
}

/** The number of calls that fill one measurement. */
async function calibrate(runner: Runner, how: Measuring): Promise<number> {
  for (let calls = 1; calls < MAX_REPETITIONS; calls *= 2) {
    const { micros, operations } = await runner.time(calls);
    if (operations === 0) throw refusal(runner.name, calls, operations);
    // From here on the estimate is good; further doubling would take up to twice the time without benefit.
    if (micros >= how.atLeastMicros / 4) return Math.ceil((calls * how.atLeastMicros) / micros);
  }
  throw new Error(`${runner.name}: ${MAX_REPETITIONS} calls take no time that the clock can see`);
}

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new RangeError(`No value ${index} among ${values.length}`);
  return value;
}

/** Statistics of the repetitions of each point. */
import type { CellResult } from '../cell.js';
import type { MetricSpec, Point } from '../experiment/experiment.js';
import { BUILT_IN_METRICS } from '../metrics/built-in.js';
import type { Sweep } from '../sweep.js';
import { type Bounds, type Interval, meanInterval, meanOf, wilsonInterval } from './intervals.js';
import type { Results, Table } from './table.js';

export interface Estimate {
  /** Repetitions with a value. */
  readonly count: number;
  /** Repetitions without a value, for example because the robots never gathered. */
  readonly missing: number;
  /** Repetitions with a value whose run hit a limit before its goal: the value is that at the limit. */
  readonly censored: number;
  readonly mean: number | null;
  /** With n - 1; null with fewer than two values. */
  readonly standardDeviation: number | null;
  /** The confidence interval; null with fewer than two values, unless it is a share. */
  readonly interval: Interval | null;
  readonly min: number | null;
  readonly median: number | null;
  readonly max: number | null;
}

export interface PointSummary {
  readonly point: Point;
  /** By metric. */
  readonly estimates: ReadonlyMap<string, Estimate>;
}

interface Sample {
  readonly value: number | null;
  readonly isCensored: boolean;
}

export function summarise(sweep: Sweep, results: Results): PointSummary[] {
  const { experiment, cells, points } = sweep;
  const isCensored = censoring(sweep, results);
  const outcomes = new Set(experiment.metrics.filter(isFinished).map(({ name }) => name));
  const byPoint = points.map(() => new Map(experiment.metrics.map(({ name }) => [name, [] as Sample[]])));
  for (const { id, point } of cells) {
    const result = results.get(id);
    if (result === undefined) continue;
    for (const [metric, list] of byPoint[point.index]!) {
      // That a run did not finish is itself a value.
      const isOutcome = outcomes.has(metric);
      list.push({ value: result.values[metric] ?? null, isCensored: !isOutcome && isCensored(result) });
    }
  }
  const natures = new Map(
    experiment.metrics.map((spec) => {
      const values = byPoint.flatMap((lists) => lists.get(spec.name)!.flatMap(({ value }) => value ?? []));
      return [spec.name, natureOf(spec, values)] as const;
    }),
  );
  return points.map((point, i) => ({
    point,
    estimates: new Map(
      [...byPoint[i]!].map(([metric, samples]) => [
        metric,
        estimate(samples, experiment.confidence, natures.get(metric)),
      ]),
    ),
  }));
}

/** A limit is no censoring if it is the planned end: no run has a goal, and none ended otherwise. */
function censoring({ experiment }: Sweep, results: Results): (result: CellResult) => boolean {
  const isLimit = ({ stoppedBy }: CellResult): boolean => stoppedBy === 'time' || stoppedBy === 'events';
  const hasGoal =
    experiment.stop.when !== undefined ||
    experiment.metrics.some(isFinished) ||
    [...results.values()].some((result) => !isLimit(result));
  return (result) => hasGoal && isLimit(result);
}

function isFinished(spec: MetricSpec): boolean {
  return spec.kind === 'named' && spec.of === 'finished';
}

/** A share of runs, or a quantity with its bounds. */
type Nature = { readonly kind: 'share' } | ({ readonly kind: 'quantity' } & Bounds);

const UNBOUNDED: Nature = { kind: 'quantity', min: -Infinity, max: Infinity };

/** The values of the whole sweep show the nature of an author's metric: only 0 and 1 is a share, nothing below 0 a bound. */
function natureOf(spec: MetricSpec, values: readonly number[]): Nature {
  const builtIn = spec.kind === 'named' ? BUILT_IN_METRICS.find(({ name }) => name === spec.of) : undefined;
  const isCounted = spec.kind === 'named' && builtIn?.isShare !== true;
  if (
    builtIn?.isShare === true ||
    (!isCounted && values.length > 0 && values.every((each) => each === 0 || each === 1))
  ) {
    return { kind: 'share' };
  }
  if (builtIn?.mayBeNegative === true || values.some((value) => value < 0)) return UNBOUNDED;
  return { kind: 'quantity', min: 0, max: Infinity };
}

export function estimate(samples: readonly Sample[], confidence: number, nature: Nature = UNBOUNDED): Estimate {
  const present = samples.filter((sample): sample is Sample & { readonly value: number } => sample.value !== null);
  const values = present.map(({ value }) => value).sort((a, b) => a - b);
  const [count, missing] = [values.length, samples.length - values.length];
  const censored = present.filter(({ isCensored }) => isCensored).length;
  if (count === 0) {
    const none = { mean: null, standardDeviation: null, interval: null, min: null, median: null, max: null };
    return { count, missing, censored, ...none };
  }
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const standardDeviation = count < 2 ? null : Math.sqrt(squares / (count - 1));
  const interval =
    nature.kind === 'share'
      ? wilsonInterval(values.filter((value) => value === 1).length, count, confidence)
      : (meanInterval(values, confidence, nature) ?? null);
  const median = (values[Math.floor((count - 1) / 2)]! + values[Math.floor(count / 2)]!) / 2;
  return { count, missing, censored, mean, standardDeviation, interval, min: values[0]!, median, max: values.at(-1)! };
}

/** One row per metric and point. */
export function summaryTable({ experiment }: Sweep, summaries: readonly PointSummary[]): Table {
  const parameters = experiment.parameters.map(({ name }) => name);
  const rows = summaries.flatMap(({ point, estimates }) =>
    [...estimates].map(([metric, of]) => [
      ...parameters.map((name) => point.values.get(name)!),
      metric,
      of.count,
      of.missing,
      of.censored,
      of.mean,
      of.standardDeviation,
      of.interval?.low ?? null,
      of.interval?.high ?? null,
      of.interval?.method ?? null,
      of.min,
      of.median,
      of.max,
    ]),
  );
  const spread = ['mean', 'standard_deviation', 'low', 'high', 'interval', 'min', 'median', 'max'];
  return { columns: [...parameters, 'metric', 'count', 'missing', 'censored', ...spread], rows };
}

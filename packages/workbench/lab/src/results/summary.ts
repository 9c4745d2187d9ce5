/** Statistics of the repetitions of each point. */
import type { Point } from '../experiment/experiment.js';
import type { Sweep } from '../sweep.js';
import { studentQuantile } from './student.js';
import type { Results, Table } from './table.js';

export interface Estimate {
  /** Repetitions with a value. */
  readonly count: number;
  /** Repetitions without a value, for example because the robots never gathered. */
  readonly missing: number;
  readonly mean: number | null;
  /** With n - 1; null with fewer than two values. */
  readonly standardDeviation: number | null;
  /** Half the width of the confidence interval; null with fewer than two values. */
  readonly margin: number | null;
  readonly min: number | null;
  readonly median: number | null;
  readonly max: number | null;
}

export interface PointSummary {
  readonly point: Point;
  /** By metric. */
  readonly estimates: ReadonlyMap<string, Estimate>;
}

export function summarise({ experiment, cells, points }: Sweep, results: Results): PointSummary[] {
  const byPoint = points.map(() => new Map(experiment.metrics.map(({ name }) => [name, [] as (number | null)[]])));
  for (const { id, point } of cells) {
    const result = results.get(id);
    if (result === undefined) continue;
    for (const [metric, list] of byPoint[point.index]!) list.push(result.values[metric] ?? null);
  }
  return points.map((point, i) => ({
    point,
    estimates: new Map([...byPoint[i]!].map(([metric, values]) => [metric, estimate(values, experiment.confidence)])),
  }));
}

export function estimate(all: readonly (number | null)[], confidence: number): Estimate {
  const values = all.filter((value) => value !== null).sort((a, b) => a - b);
  const count = values.length;
  const missing = all.length - count;
  if (count === 0) {
    return { count, missing, mean: null, standardDeviation: null, margin: null, min: null, median: null, max: null };
  }
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  const standardDeviation = count < 2 ? null : Math.sqrt(squares / (count - 1));
  const margin =
    standardDeviation === null ? null : (studentQuantile(confidence, count - 1) * standardDeviation) / Math.sqrt(count);
  const median = (values[Math.floor((count - 1) / 2)]! + values[Math.floor(count / 2)]!) / 2;
  return { count, missing, mean, standardDeviation, margin, min: values[0]!, median, max: values[count - 1]! };
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
      of.mean,
      of.standardDeviation,
      of.margin === null ? null : of.mean! - of.margin,
      of.margin === null ? null : of.mean! + of.margin,
      of.min,
      of.median,
      of.max,
    ]),
  );
  const statistics = ['count', 'missing', 'mean', 'standard_deviation', 'low', 'high', 'min', 'median', 'max'];
  return { columns: [...parameters, 'metric', ...statistics], rows };
}

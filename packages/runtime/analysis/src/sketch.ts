/** Quantiles of many values in little memory. */
import { exp } from '@kineko/geometry';
import { log } from '@kineko/kernel';

/** Maximum relative error of a quantile. */
export const RELATIVE_ERROR = 0.01;

/** Ratio of the bounds of a bucket. */
const GROWTH = (1 + RELATIVE_ERROR) / (1 - RELATIVE_ERROR);
const LOG_GROWTH = log(GROWTH);

/** Smaller values count as 0. */
const SMALLEST = 1e-12;

/** Enough for values that differ by a factor of 10^17; beyond that the smallest ones share a bucket. */
const MAX_BUCKETS = 2048;

/** A bucket of a sketch, with a value that represents all of its values. */
export interface Bucket {
  readonly value: number;
  readonly count: number;
}

/**
 * Counts values in buckets whose bounds grow by a factor, so that one value of a bucket represents the others with a known
 * relative error (Masson, Rim and Lee: DDSketch, VLDB 2019). Values must not be negative.
 */
export class Sketch {
  private readonly counts = new Map<number, number>();
  private zeros = 0;
  private lowest = -Infinity;

  add(value: number): void {
    if (value < SMALLEST) {
      this.zeros++;
      return;
    }
    const index = Math.max(this.lowest, Math.ceil(log(value) / LOG_GROWTH));
    this.counts.set(index, (this.counts.get(index) ?? 0) + 1);
    if (this.counts.size > MAX_BUCKETS) this.joinLowest();
  }

  /** From the smallest value to the largest. */
  buckets(): Bucket[] {
    const sorted = [...this.counts].sort(([a], [b]) => a - b);
    const buckets = sorted.map(([index, count]) => ({ value: middleOf(index), count }));
    return this.zeros > 0 ? [{ value: 0, count: this.zeros }, ...buckets] : buckets;
  }

  /** Makes room: the lower half of the buckets become one, which costs accuracy only where values are smallest. */
  private joinLowest(): void {
    const indexes = [...this.counts.keys()].sort((a, b) => a - b);
    const kept = indexes[indexes.length >> 1]!;
    let joined = 0;
    for (const index of indexes) {
      if (index >= kept) break;
      joined += this.counts.get(index)!;
      this.counts.delete(index);
    }
    this.lowest = kept;
    this.counts.set(kept, this.counts.get(kept)! + joined);
  }
}

/** The value of a bucket that is no further, relatively, from one bound than from the other. */
function middleOf(index: number): number {
  return (2 * exp(index * LOG_GROWTH)) / (GROWTH + 1);
}

/** The value of a rank, counted from 0, among the values of some buckets. */
export function valueOfRank(buckets: readonly Bucket[], rank: number): number {
  let below = 0;
  for (const { value, count } of buckets) {
    below += count;
    if (rank < below) return value;
  }
  return buckets.at(-1)?.value ?? NaN;
}

import { UsageError } from './usage-error.js';

/** So many seeds are more likely a slip than a wish. */
const MOST_SEEDS = 100_000_000;

/** A list of seeds that need not be made. */
export interface Seeds {
  readonly length: number;
  at(index: number): number;
}

/** `0..9999`, `7`, `1,5,20..29`. */
export function readSeeds(text: string): Seeds {
  const ranges = text.split(',').map((part) => {
    const [, first, last] = /^\s*(-?\d{1,15})(?:\.\.(-?\d{1,15}))?\s*$/.exec(part) ?? [];
    const [from, to] = [Number(first), Number(last ?? first)];
    if (first === undefined || to < from) throw new UsageError(`--seeds ${text}: 0..999, or 7, or 1,5,20..29 is right`);
    return { from, count: to - from + 1 };
  });
  const length = ranges.reduce((sum, { count }) => sum + count, 0);
  if (length > MOST_SEEDS)
    throw new UsageError(`--seeds ${text}: these are ${length} seeds; ${MOST_SEEDS} are the most`);
  return {
    length,
    at(index) {
      let left = index;
      for (const { from, count } of ranges) {
        if (left < count) return from + left;
        left -= count;
      }
      throw new RangeError(`there are ${length} seeds, no seed ${index}`);
    },
  };
}

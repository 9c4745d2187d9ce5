import { expected } from '@kineko/formats/problem';
import { UsageError } from '@kineko/run/console';

const MAX_SEEDS = 100_000_000;

/** A list of seeds that is computed, not stored. */
export interface Seeds {
  readonly length: number;
  at(index: number): number;
}

/** `0..9999`, `7`, `1,5,20..29`. */
export function readSeeds(text: string): Seeds {
  const ranges = text.split(',').map((part) => {
    const bounds = part.split('..');
    const [from, to = from] = bounds.map((bound) => (/^\s*\d+\s*$/.test(bound) ? Number(bound) : NaN));
    if (bounds.length > 2 || !(from! <= to!) || !Number.isSafeInteger(to)) {
      throw new UsageError(`--seeds: ${expected('integers from 0 such as 0..999, 7 or 1,5,20..29', text)}`);
    }
    return { from: from!, count: to! - from! + 1 };
  });
  const length = ranges.reduce((sum, { count }) => sum + count, 0);
  if (length > MAX_SEEDS) throw new UsageError(`--seeds ${text}: ${expected(`at most ${MAX_SEEDS} seeds`, length)}`);
  return {
    length,
    at(index) {
      let left = index;
      for (const { from, count } of ranges) {
        if (left < count) return from + left;
        left -= count;
      }
      throw new RangeError(`expected an index below ${length}, got ${index}`);
    },
  };
}

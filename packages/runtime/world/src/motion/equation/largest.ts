import type { Interval } from './interval.js';

/** A non-negative function of time: an upper bound within an interval, and the value at an instant. */
interface Size {
  upper(piece: Interval): number;
  at(t: number): number;
}

export type Largest = { readonly bound: number } | { readonly unboundedIn: Interval };

/** Bounds may exceed the maximum by this factor: the search for contacts hardly takes longer. */
const SLACK = 1.1;
/** 2^-40: an interval that is this share of the whole counts as an instant. */
const INSTANT = 9.094947017729282e-13;
const FIRST_SAMPLES = 32;

/**
 * An upper bound from 0 to `duration` that is close to the maximum: intervals whose bound clearly exceeds the values found
 * are halved, the widest first, up to `most` intervals. Where there is no bound, or no value, returns the interval.
 */
export function largest(size: Size, duration: number, most: number): Largest {
  let seen = 0;
  for (let i = 0; i <= FIRST_SAMPLES; i++) {
    const t = (i / FIRST_SAMPLES) * duration;
    const value = size.at(t);
    if (!(value < Infinity)) return { unboundedIn: { low: t, high: t } };
    seen = Math.max(seen, value);
  }
  let bound = 0;
  const pieces: Interval[] = [{ low: 0, high: duration }];
  // The list grows during the loop.
  for (const piece of pieces) {
    const { low, high } = piece;
    const middle = low + (high - low) / 2;
    const value = size.at(middle);
    if (!(value < Infinity)) return { unboundedIn: { low: middle, high: middle } };
    seen = Math.max(seen, value);
    const upper = size.upper(piece);
    const isInstant = high - low <= duration * INSTANT || !(middle > low && middle < high);
    if (upper > seen * SLACK && !isInstant && pieces.length + 2 <= most) {
      pieces.push({ low, high: middle }, { low: middle, high });
    } else if (upper < Infinity) {
      bound = Math.max(bound, upper);
    } else {
      return { unboundedIn: piece };
    }
  }
  return { bound };
}

import { cos, exp, sin } from '@kineko/geometry';

/**
 * Interval arithmetic: the range of an operation over all arguments within their intervals. Ends are moved outward by
 * more than their rounding error, so that both the true value and the computed one are always inside.
 *
 * A result without a bound, or without a value, is the whole line: if one end is not finite, neither is the other.
 */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const EVERYTHING: Interval = { low: -Infinity, high: Infinity };

export function isBounded({ low, high }: Interval): boolean {
  return low > -Infinity && high < Infinity;
}

/** The largest absolute value in an interval. */
export function magnitude({ low, high }: Interval): number {
  return Math.max(-low, high);
}

export function point(value: number): Interval {
  return Number.isFinite(value) ? { low: value, high: value } : EVERYTHING;
}

/** Widens by two units in the last place; the engine's functions are accurate to less than one. */
function outward(low: number, high: number): Interval {
  const lower = low - (Math.abs(low) * (2 * Number.EPSILON) + Number.MIN_VALUE);
  const higher = high + (Math.abs(high) * (2 * Number.EPSILON) + Number.MIN_VALUE);
  return lower > -Infinity && higher < Infinity ? { low: lower, high: higher } : EVERYTHING;
}

export function negative({ low, high }: Interval): Interval {
  return { low: -high, high: -low };
}

export function sum(a: Interval, b: Interval): Interval {
  return outward(a.low + b.low, a.high + b.high);
}

export function difference(a: Interval, b: Interval): Interval {
  return outward(a.low - b.high, a.high - b.low);
}

export function product(a: Interval, b: Interval): Interval {
  const p = a.low * b.low;
  const q = a.low * b.high;
  const r = a.high * b.low;
  const s = a.high * b.high;
  return outward(Math.min(p, q, r, s), Math.max(p, q, r, s));
}

export function quotient(a: Interval, b: Interval): Interval {
  if (b.low <= 0 && b.high >= 0) return EVERYTHING;
  const p = a.low / b.low;
  const q = a.low / b.high;
  const r = a.high / b.low;
  const s = a.high / b.high;
  return outward(Math.min(p, q, r, s), Math.max(p, q, r, s));
}

export function power(a: Interval, exponent: number): Interval {
  if (exponent < 0) return quotient(point(1), power(a, -exponent));
  if (!isBounded(a)) return EVERYTHING;
  if (exponent % 2 === 1) return hull(powerOfPoint(a.low, exponent), powerOfPoint(a.high, exponent));
  const nearest = a.low > 0 ? a.low : a.high < 0 ? -a.high : 0;
  return notNegative(hull(powerOfPoint(nearest, exponent), powerOfPoint(magnitude(a), exponent)));
}

/** Multiplies in the order in which powers are computed. */
function powerOfPoint(value: number, exponent: number): Interval {
  let result = point(1);
  let factor = point(value);
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = product(result, factor);
    if (rest > 1) factor = product(factor, factor);
  }
  return result;
}

function hull(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

/** Clamps the lower end of a result that cannot be negative. */
function notNegative(a: Interval): Interval {
  return a.low < 0 && isBounded(a) ? { low: 0, high: a.high } : a;
}

export function squareRoot(a: Interval): Interval {
  if (!(a.low >= 0)) return EVERYTHING;
  return notNegative(outward(Math.sqrt(a.low), Math.sqrt(a.high)));
}

export function exponential(a: Interval): Interval {
  return isBounded(a) ? notNegative(outward(exp(a.low), exp(a.high))) : EVERYTHING;
}

export function sine(a: Interval): Interval {
  return wave(sin, a, 0.25);
}

export function cosine(a: Interval): Interval {
  return wave(cos, a, 0);
}

/** A wave of period 2π between -1 and 1 whose crests are at `crest` turns, and whose troughs are half a turn later. */
function wave(of: (x: number) => number, a: Interval, crest: number): Interval {
  if (!isBounded(a)) return EVERYTHING;
  const first = of(a.low);
  const last = of(a.high);
  const { low, high } = outward(Math.min(first, last), Math.max(first, last));
  const from = a.low / TURN - crest;
  const to = a.high / TURN - crest;
  return {
    low: holdsWhole(from - 0.5, to - 0.5) ? -1 : Math.max(low, -1),
    high: holdsWhole(from, to) ? 1 : Math.min(high, 1),
  };
}

const TURN = 2 * Math.PI;

/** Whether there is an integer between two numbers, or so close that rounding may hide it. */
function holdsWhole(from: number, to: number): boolean {
  const margin = 8 * Number.EPSILON * (1 + Math.max(Math.abs(from), Math.abs(to)));
  return Math.ceil(from - margin) <= to + margin;
}

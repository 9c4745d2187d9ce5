/**
 * Two discs in uniform motion over one span of time, in integers: the offset of their centres is (p + s q) / unit, where s
 * goes from 0 to 1, and the sum of their radii is reach / unit.
 */
import { type Fraction, integerRoot, nearestDouble } from './fraction.js';

export interface RelativeSpan {
  readonly px: bigint;
  readonly py: bigint;
  readonly qx: bigint;
  readonly qy: bigint;
  readonly reach: bigint;
  readonly unit: bigint;
}

/** The least distance on a span, and the share of the span after which it is reached first. */
export interface Nearest {
  /** The square of the distance, exactly. */
  readonly squared: Fraction;
  readonly share: number;
}

/** The part of a span in which the discs overlap; the ends are shares of the span. */
export interface Overlap {
  readonly isInsideAtStart: boolean;
  readonly isInsideAtEnd: boolean;
  /** Sign of the least distance minus the sum of the radii: negative if they overlap, 0 if they graze. */
  readonly sign: number;
  readonly entry: number;
  readonly exit: number;
}

export function nearestOf({ px, py, qx, qy, unit }: RelativeSpan): Nearest {
  const speed = qx * qx + qy * qy;
  const closing = -(px * qx + py * qy);
  const square = unit * unit;
  if (closing <= 0n) return { squared: { over: px * px + py * py, under: square }, share: 0 };
  if (closing >= speed) {
    const [x, y] = [px + qx, py + qy];
    return { squared: { over: x * x + y * y, under: square }, share: 1 };
  }
  const cross = px * qy - py * qx;
  return {
    squared: { over: cross * cross, under: square * speed },
    share: nearestDouble({ over: closing, under: speed }),
  };
}

export function overlapOf(span: RelativeSpan): Overlap {
  const { px, py, qx, qy, reach, unit } = span;
  const [ex, ey] = [px + qx, py + qy];
  const square = reach * reach;
  const atStart = px * px + py * py - square;
  const isInsideAtStart = atStart < 0n;
  const isInsideAtEnd = ex * ex + ey * ey < square;
  const { squared } = nearestOf(span);
  const difference = squared.over * unit * unit - square * squared.under;
  const sign = difference < 0n ? -1 : difference > 0n ? 1 : 0;
  // Distance is convex in time, so that discs that overlap at both ends overlap throughout.
  if (sign >= 0 || (isInsideAtStart && isInsideAtEnd))
    return { isInsideAtStart, isInsideAtEnd, sign, entry: 0, exit: 1 };
  const roots = rootsOf(qx * qx + qy * qy, px * qx + py * qy, atStart);
  return {
    isInsideAtStart,
    isInsideAtEnd,
    sign,
    entry: isInsideAtStart ? 0 : roots[0],
    exit: isInsideAtEnd ? 1 : roots[1],
  };
}

/** More than a double needs, as the result is a share of a span, from 0 to 1. */
const BITS = 80n;

/** The roots of a s² + 2 b s + c, from 0 to 1, where a is positive and the roots are real. */
export function rootsOf(a: bigint, b: bigint, c: bigint): readonly [number, number] {
  const root = integerRoot((b * b - a * c) << (2n * BITS));
  const [middle, under] = [-b << BITS, a << BITS];
  return [clamped({ over: middle - root, under }), clamped({ over: middle + root, under })];
}

function clamped(share: Fraction): number {
  return Math.min(Math.max(nearestDouble(share), 0), 1);
}

import type { CurveLeg, Pose, Vector } from '@kineko/geometry';

/** t, x, y, vx, vy, heading. */
const KNOT = 6;

/** A curve as it stands on record: cubics between knots (Hermite's), which follow it to a micrometre. */
export function curveOf(
  stretch: Pose & { readonly start: number; readonly end: number },
  knots: readonly number[],
): CurveLeg {
  const count = Math.floor(knots.length / KNOT);
  /** The knot before a time, and how far from it to the next one. */
  const pieceAt = (t: number): { readonly at: number; readonly share: number; readonly seconds: number } => {
    let [low, high] = [0, Math.max(0, count - 2)];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (knots[middle * KNOT]! <= t) low = middle;
      else high = middle - 1;
    }
    const at = low * KNOT;
    const seconds = count < 2 ? 0 : knots[at + KNOT]! - knots[at]!;
    const share = seconds > 0 ? Math.min(1, Math.max(0, (t - knots[at]!) / seconds)) : 0;
    return { at, share, seconds };
  };
  const blend = (t: number, value: number, slope: number): number => {
    const { at, share: s, seconds } = pieceAt(t);
    if (seconds === 0) return knots[at + value]!;
    const [p, q] = [knots[at + value]!, knots[at + KNOT + value]!];
    const [u, v] = [knots[at + slope]! * seconds, knots[at + KNOT + slope]! * seconds];
    const [s2, s3] = [s * s, s * s * s];
    return (2 * s3 - 3 * s2 + 1) * p + (s3 - 2 * s2 + s) * u + (3 * s2 - 2 * s3) * q + (s3 - s2) * v;
  };
  const between = (t: number, column: number): number => {
    const { at, share, seconds } = pieceAt(t);
    const first = knots[at + column]!;
    return seconds === 0 ? first : first + (knots[at + KNOT + column]! - first) * share;
  };
  return {
    kind: 'curve',
    ...stretch,
    position: (t): Vector => ({ x: blend(t, 1, 3), y: blend(t, 2, 4) }),
    velocity: (t): Vector => ({ x: between(t, 3), y: between(t, 4) }),
    headingAt: (t) => between(t, 5),
    // Nobody solves contacts here.
    maxSpeed: 0,
    maxAcceleration: 0,
  };
}

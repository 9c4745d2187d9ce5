/** The nearest of many segments: doubles with an error bound leave out most pairs, and integers decide the rest. */
import { segmentSegmentDistance } from '@kineko/geometry';
import type { Segment } from '@kineko/geometry';
import { Boxes } from './box-pairs.js';
import { compareFractions, type Fraction, integersOf } from './fraction.js';
import { nearestOf } from './relative-span.js';

export interface NearSegments {
  /** The lower index, then the higher one. */
  readonly pair: readonly [number, number];
  /** The square of their distance, exactly. */
  readonly squared: Fraction;
}

/** Bound on the rounding of a distance, as a share of the coordinates. */
const ERROR = 1 / 0x1000_0000_0000; // 2^-44

/**
 * The two nearest segments of those that are nearer to each other than the sum of two radii; the first such pair, if there are
 * several. Undefined if there are none.
 * @param radiiOf The radii of two segments; undefined for a pair that does not matter.
 */
export function nearestSegments(
  segments: readonly (Segment & { readonly radius: number })[],
  radiiOf: (a: number, b: number) => readonly [number, number] | undefined,
): NearSegments | undefined {
  const boxes = new Boxes(segments.length);
  let largest = 0;
  for (const [k, { ax, ay, bx, by, radius }] of segments.entries()) {
    boxes.reset(k);
    boxes.extend(k, ax, ay);
    boxes.extend(k, bx, by);
    largest = Math.max(largest, radius);
  }
  let nearest: NearSegments | undefined;
  let limit = Infinity;
  boxes.visitNear(2 * largest, (a, b) => {
    const [first, second] = [segments[a]!, segments[b]!];
    const distance = segmentSegmentDistance(first, second);
    const error = ERROR * (sizeOf(first) + sizeOf(second) + 2 * largest);
    if (distance - error > limit) return;
    const radii = radiiOf(a, b);
    if (radii === undefined || distance - error > radii[0] + radii[1]) return;
    const { squared, reach } = exactly(first, second, radii, distance === 0);
    if (compareFractions(squared, reach) >= 0) return;
    const order = nearest === undefined ? -1 : compareFractions(squared, nearest.squared);
    const isFirst = order === 0 && (a < nearest!.pair[0] || (a === nearest!.pair[0] && b < nearest!.pair[1]));
    if (order > 0 || (order === 0 && !isFirst)) return;
    nearest = { pair: [a, b], squared };
    limit = distance + error;
  });
  return nearest;
}

/** The squares of the distance of two segments and of the sum of two radii. @param meet Whether they have a common point. */
function exactly(
  s: Segment,
  t: Segment,
  radii: readonly [number, number],
  meet: boolean,
): { readonly squared: Fraction; readonly reach: Fraction } {
  const { integers, exponent } = integersOf([s.ax, s.ay, s.bx, s.by, t.ax, t.ay, t.bx, t.by, ...radii]);
  const unit = 1n << BigInt(-exponent);
  const sum = integers[8]! + integers[9]!;
  const reach = { over: sum * sum, under: unit * unit };
  if (meet) return { squared: { over: 0n, under: 1n }, reach };
  /** From a point to a segment, which begins at `from`. */
  const squareFrom = (point: number, from: number): Fraction => {
    const [px, py] = [integers[from]! - integers[point]!, integers[from + 1]! - integers[point + 1]!];
    const [qx, qy] = [integers[from + 2]! - integers[from]!, integers[from + 3]! - integers[from + 1]!];
    return nearestOf({ px, py, qx, qy, reach: 0n, unit }).squared;
  };
  // Apart, the closest pair of points has an end in it.
  const [first, ...others] = [squareFrom(0, 4), squareFrom(2, 4), squareFrom(4, 0), squareFrom(6, 0)] as const;
  return { squared: others.reduce((least, each) => (compareFractions(each, least) < 0 ? each : least), first), reach };
}

function sizeOf({ ax, ay, bx, by }: Segment): number {
  return Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by);
}

/**
 * Sets of points, and the little arithmetic without rounding that they and polygons rest on.
 *
 * Sums over points are exact until one last rounding. So they cannot depend on the order in which the points are
 * listed, which is the rule of the whole engine: the order of listing never matters.
 */
import type { Box, Vector } from './pose.js';

/** 2^27 + 1 cuts a double into two halves of 26 bits, whose products are exact (Veltkamp, Dekker 1971). */
const SPLITTER = 134217729;

/** What `product`, the rounded a·b, lost: a·b = product + productRest(a, b, product), if nothing under- or overflows. */
function productRest(a: number, b: number, product: number): number {
  const aShifted = SPLITTER * a;
  const aHigh = aShifted - (aShifted - a);
  const aLow = a - aHigh;
  const bShifted = SPLITTER * b;
  const bHigh = bShifted - (bShifted - b);
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/**
 * a·b − c·d, within two units in the last place of its value, however much of it cancels.
 * By Kahan's method, as proved by Boldo (2009): exact rests only where the plain difference has lost digits.
 */
export function differenceOfProducts(a: number, b: number, c: number, d: number): number {
  const left = a * b;
  const right = c * d;
  const difference = left - right;
  if (Math.abs(left + right) <= 3 * Math.abs(difference)) return difference;
  return difference + (productRest(a, b, left) - productRest(c, d, right));
}

/**
 * Adds a term to a sum that is kept without rounding, as a few doubles of different sizes that do not overlap, the
 * smallest first (Shewchuk, Adaptive precision floating-point arithmetic, 1997: grow-expansion). An empty list is 0.
 */
export function addExactly(sum: number[], term: number): void {
  let carried = term;
  let kept = 0;
  for (let i = 0; i < sum.length; i++) {
    const part = sum[i]!;
    const total = carried + part;
    const partOfTotal = total - carried;
    const rest = carried - (total - partOfTotal) + (part - partOfTotal);
    if (rest !== 0) sum[kept++] = rest;
    carried = total;
  }
  sum.length = kept;
  sum.push(carried);
}

/** Adds a·b to a sum kept without rounding. */
export function addProductExactly(sum: number[], a: number, b: number): void {
  const product = a * b;
  addExactly(sum, product);
  addExactly(sum, productRest(a, b, product));
}

/** The double nearest to a sum kept without rounding; halfway cases to even. */
export function roundedSum(sum: readonly number[]): number {
  let index = sum.length - 1;
  if (index < 0) return 0;
  let high = sum[index]!;
  let low = 0;
  while (index > 0 && low === 0) {
    index--;
    const part = sum[index]!;
    const total = high + part;
    low = part - (total - high);
    high = total;
  }
  // A tie was rounded to even, but what lies below it has decided: half a unit more in its direction.
  const below = index > 0 ? sum[index - 1]! : 0;
  if (Math.sign(low) * Math.sign(below) > 0) {
    const nudged = high + 2 * low;
    if (nudged - high === 2 * low) return nudged;
  }
  return high;
}

/** (x, y), as error messages show a point. */
export function describePoint(point: Vector): string {
  return `(${point.x}, ${point.y})`;
}

/** Refuses a point that is not a place, before it silently poisons a result or an index. */
export function requireFinitePoints(who: string, points: readonly Vector[]): void {
  const index = points.findIndex((point) => !Number.isFinite(point.x) || !Number.isFinite(point.y));
  const culprit = points[index];
  if (culprit !== undefined) throw new RangeError(`${who}: point ${index} is not finite: ${describePoint(culprit)}`);
}

function requireSomePoints(who: string, points: readonly Vector[]): void {
  if (points.length === 0) throw new RangeError(`${who} needs at least 1 point, got 0`);
  requireFinitePoints(who, points);
}

export function samePoint(a: Vector, b: Vector): boolean {
  return a.x === b.x && a.y === b.y;
}

/** Orders points by x, then by y: the order that makes a result independent of how the points were listed. */
export function comparePoints(a: Vector, b: Vector): number {
  return a.x - b.x || a.y - b.y;
}

/** The points without those that repeat their predecessor; in a ring the first point follows the last. */
export function withoutRepeats(points: readonly Vector[], shape: 'path' | 'ring'): Vector[] {
  const kept: Vector[] = [];
  for (const point of points) {
    const previous = kept.at(-1);
    if (previous === undefined || !samePoint(point, previous)) kept.push(point);
  }
  if (shape === 'ring' && kept.length > 1 && samePoint(kept[0]!, kept.at(-1)!)) kept.pop();
  return kept;
}

/** The mean of some numbers, rounded once: the sum is exact, and the rest of the division is divided again. */
function mean(values: readonly number[]): number {
  const sum: number[] = [];
  for (const value of values) addExactly(sum, value);
  const quotient = roundedSum(sum) / values.length;
  addProductExactly(sum, -quotient, values.length);
  return quotient + roundedSum(sum) / values.length;
}

/**
 * The mean of the points, each counted as often as it is listed.
 * The same bits for every order of the points; never outside their bounds, so equal points are their own centroid.
 */
export function centroid(points: readonly Vector[]): Vector {
  requireSomePoints('centroid', points);
  return { x: mean(points.map((point) => point.x)), y: mean(points.map((point) => point.y)) };
}

/** The smallest box that holds the points. */
export function boundsOfPoints(points: readonly Vector[]): Box {
  requireSomePoints('boundsOfPoints', points);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (const { x, y } of points) {
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return { minX, minY, maxX, maxY };
}

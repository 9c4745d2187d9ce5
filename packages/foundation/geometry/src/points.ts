/**
 * Sets of points.
 *
 * Sums over points are exact until one last rounding, so they do not depend on the order of listing.
 */
import { sumError } from './double-double.js';
import { addExactly, addProductExactly, roundedSum } from './exact-sum.js';
import type { Box, Vector } from './pose.js';
import { checkCoordinate, MAX_COORDINATE, ROUNDING } from './tolerances.js';

/** (x, y), as error messages show a point. */
export function describePoint(point: Vector): string {
  return `(${point.x}, ${point.y})`;
}

/** Rejects a point outside the domain, before it silently poisons a result or an index; NaN is outside. */
export function checkPoint(what: string, point: Vector): void {
  if (isInDomain(point)) return; // build no message for a valid point
  checkCoordinate(`the x of ${what}`, point.x);
  checkCoordinate(`the y of ${what}`, point.y);
}

export function checkPoints(subject: string, points: readonly Vector[]): void {
  for (let index = 0; index < points.length; index++) {
    const point = points[index]!;
    if (!isInDomain(point)) checkPoint(`point ${index} given to ${subject}`, point);
  }
}

function isInDomain({ x, y }: Vector): boolean {
  return Math.abs(x) <= MAX_COORDINATE && Math.abs(y) <= MAX_COORDINATE;
}

export function requireSomePoints(subject: string, points: readonly Vector[]): void {
  if (points.length === 0) throw new RangeError(`${subject} needs at least 1 point, got 0`);
  checkPoints(subject, points);
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

/**
 * The mean of one coordinate, rounded once: the sum is exact, and so is the remainder of the division. Two doubles nearly always
 * hold the sum; the parts that they cannot hold are added to a list.
 */
function mean(points: readonly Vector[], axis: 'x' | 'y'): number {
  const sum: number[] = [];
  let high = 0;
  let low = 0;
  for (let i = 0; i < points.length; i++) {
    const value = points[i]![axis];
    const total = high + value;
    const error = sumError(high, value, total);
    const below = low + error;
    const lost = sumError(low, error, below);
    if (lost !== 0) addExactly(sum, lost);
    high = total;
    low = below;
  }
  addExactly(sum, low);
  addExactly(sum, high);
  const quotient = roundedSum(sum) / points.length;
  addProductExactly(sum, -quotient, points.length);
  return quotient + roundedSum(sum) / points.length;
}

/**
 * The mean of the points, with multiplicity. The same bits for every order of the points; never outside
 * their bounds, so equal points are their own centroid.
 */
export function centroid(points: readonly Vector[]): Vector {
  requireSomePoints('centroid', points);
  return { x: mean(points, 'x'), y: mean(points, 'y') };
}

/** A box that holds everything at most `reach` away from the box of a and b, rounding included. */
export function boxAround(a: Vector, b: Vector, reach: number): Box {
  const margin = reach + ROUNDING * (Math.abs(a.x) + Math.abs(a.y) + Math.abs(b.x) + Math.abs(b.y) + reach);
  return {
    minX: Math.min(a.x, b.x) - margin,
    minY: Math.min(a.y, b.y) - margin,
    maxX: Math.max(a.x, b.x) + margin,
    maxY: Math.max(a.y, b.y) + margin,
  };
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

/** Checks of hulls and overlaps of hulls and discs; lengths are in units of the world. */
import { pointDistance, pointSegmentDistance } from '@kineko/geometry';
import type { ChirpPoint } from './world.js';

/** Why a hull is invalid, or undefined if it is convex and anticlockwise. */
export function problemOfHull(hull: readonly ChirpPoint[]): string | undefined {
  if (hull.length < 3) return `has ${hull.length} corners: expected three or more`;
  const repeated = hull.findIndex((corner, i) => isSame(corner, hull[(i + 1) % hull.length]!));
  if (repeated >= 0) return `repeats its corner ${repeated}`;
  const turns = hull.map((corner, i) =>
    cross(hull[(i + hull.length - 1) % hull.length]!, corner, hull[(i + 1) % hull.length]!),
  );
  const area = areaOf(hull);
  if (turns.every((turn) => turn === 0) || area === 0) return 'has no area: its corners lie on one line';
  if (area < 0) {
    const isConvex = turns.every((turn) => turn <= 0);
    return `is clockwise${isConvex ? '' : ', and concave as well'}: list its corners anticlockwise`;
  }
  const concave = turns.findIndex((turn) => turn < 0);
  if (concave >= 0) return `is concave at its corner ${concave}: split it into convex hulls`;
  // A star turns left at every corner, and winds around more than once.
  return windings(hull) > 1 ? 'crosses itself: list its corners in the order of the outline' : undefined;
}

/** Positive if anticlockwise. */
function areaOf(hull: readonly ChirpPoint[]): number {
  const [origin] = hull;
  let doubled = 0;
  for (let i = 1; i + 1 < hull.length; i++) doubled += cross(origin!, hull[i]!, hull[i + 1]!);
  return doubled / 2;
}

/** Depth of the overlap of two convex polygons; negative if an edge separates them. */
export function depthOfHulls(a: readonly ChirpPoint[], b: readonly ChirpPoint[]): number {
  return Math.min(leastReach(a, b), leastReach(b, a));
}

/** Depth of the overlap of a disc and a convex polygon; negative if they are apart. */
export function depthOfDisc(hull: readonly ChirpPoint[], centre: ChirpPoint, radius: number): number {
  let nearest = Infinity;
  let isInside = true;
  for (let i = 0; i < hull.length; i++) {
    const from = hull[i]!;
    const to = hull[(i + 1) % hull.length]!;
    if (cross(from, to, centre) < 0) isInside = false;
    nearest = Math.min(nearest, pointSegmentDistance(centre, { ax: from.x, ay: from.y, bx: to.x, by: to.y }));
  }
  return isInside ? radius + nearest : radius - nearest;
}

/** The smallest depth to which b reaches inside an edge of a. */
function leastReach(a: readonly ChirpPoint[], b: readonly ChirpPoint[]): number {
  let least = Infinity;
  for (let i = 0; i < a.length; i++) {
    const from = a[i]!;
    const to = a[(i + 1) % a.length]!;
    const length = pointDistance(from, to);
    let deepest = -Infinity;
    for (const corner of b) deepest = Math.max(deepest, cross(from, to, corner) / length);
    least = Math.min(least, deepest);
  }
  return least;
}

/** The winding number of the edges' direction: the number of times it turns from downwards to upwards. */
function windings(hull: readonly ChirpPoint[]): number {
  let count = 0;
  for (let i = 0; i < hull.length; i++) {
    if (!isUpward(hull, i) && isUpward(hull, i + 1)) count++;
  }
  return count;
}

function isUpward(hull: readonly ChirpPoint[], i: number): boolean {
  const from = hull[i % hull.length]!;
  const to = hull[(i + 1) % hull.length]!;
  return to.y > from.y || (to.y === from.y && to.x > from.x);
}

function cross(a: ChirpPoint, b: ChirpPoint, c: ChirpPoint): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function isSame(a: ChirpPoint, b: ChirpPoint): boolean {
  return a.x === b.x && a.y === b.y;
}

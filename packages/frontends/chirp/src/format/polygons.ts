/** What has to be known of hulls and discs to judge a world; lengths in its units. */
import type { ChirpPoint } from './world.js';

/** What is wrong with the order or the shape of a hull; undefined if it is convex and anticlockwise. */
export function problemOfHull(hull: readonly ChirpPoint[]): string | undefined {
  if (hull.length < 3) return `has ${hull.length} corners: a polygon has three at least`;
  const repeated = hull.findIndex((corner, i) => isSame(corner, hull[(i + 1) % hull.length]!));
  if (repeated >= 0) return `has the corner ${repeated} twice in a row: once is right`;
  const turns = hull.map((corner, i) =>
    cross(hull[(i + hull.length - 1) % hull.length]!, corner, hull[(i + 1) % hull.length]!),
  );
  const area = areaOf(hull);
  if (turns.every((turn) => turn === 0) || area === 0) return 'has no inside: its corners stand on one line';
  if (area < 0) {
    const isConvex = turns.every((turn) => turn <= 0);
    return `is clockwise${isConvex ? '' : ', and concave as well'}: list its corners anticlockwise`;
  }
  const concave = turns.findIndex((turn) => turn < 0);
  if (concave >= 0) return `is concave at its corner ${concave}: split it into convex hulls`;
  // A star turns left at every corner, and goes round more than once.
  return windings(hull) > 1 ? 'crosses itself: list its corners in the order in which one walks around it' : undefined;
}

/** Anticlockwise positive. */
export function areaOf(hull: readonly ChirpPoint[]): number {
  const [origin] = hull;
  let doubled = 0;
  for (let i = 1; i + 1 < hull.length; i++) doubled += cross(origin!, hull[i]!, hull[i + 1]!);
  return doubled / 2;
}

/** How deep two convex polygons are in each other; negative by how far an edge keeps them apart. */
export function depthOfHulls(a: readonly ChirpPoint[], b: readonly ChirpPoint[]): number {
  return Math.min(leastReach(a, b), leastReach(b, a));
}

/** How deep a disc is in a convex polygon; negative if it is apart. */
export function depthOfDisc(hull: readonly ChirpPoint[], centre: ChirpPoint, radius: number): number {
  let nearest = Infinity;
  let isInside = true;
  for (let i = 0; i < hull.length; i++) {
    const from = hull[i]!;
    const to = hull[(i + 1) % hull.length]!;
    if (cross(from, to, centre) < 0) isInside = false;
    nearest = Math.min(nearest, distanceToSegment(from, to, centre));
  }
  return isInside ? radius + nearest : radius - nearest;
}

/** Over the edges of a: the least that b reaches inwards. */
function leastReach(a: readonly ChirpPoint[], b: readonly ChirpPoint[]): number {
  let least = Infinity;
  for (let i = 0; i < a.length; i++) {
    const from = a[i]!;
    const to = a[(i + 1) % a.length]!;
    const length = distance(from, to);
    let deepest = -Infinity;
    for (const corner of b) deepest = Math.max(deepest, cross(from, to, corner) / length);
    least = Math.min(least, deepest);
  }
  return least;
}

function distanceToSegment(from: ChirpPoint, to: ChirpPoint, point: ChirpPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy);
  const t = Math.min(1, Math.max(0, along));
  return distance(point, { x: from.x + t * dx, y: from.y + t * dy });
}

/** How often the edges' direction goes round: counted by how often it turns from downwards to upwards. */
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

export function distance(a: ChirpPoint, b: ChirpPoint): number {
  return Math.sqrt((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

function isSame(a: ChirpPoint, b: ChirpPoint): boolean {
  return a.x === b.x && a.y === b.y;
}

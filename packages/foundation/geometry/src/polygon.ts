/**
 * Polygons as lists of corners, in either direction, the last joined to the first.
 *
 * Every decision (turns left or right, crosses, inside) uses an exact predicate, so no two results about the same corners
 * contradict each other. Corners that repeat their predecessor count once, and a polygon may be closed explicitly by
 * repeating its first corner.
 */
import { orient2d } from 'robust-predicates';
import type { Vector } from './pose.js';
import { addExactly, addProductExactly, roundedSum } from './exact-sum.js';
import { checkPoint, checkPoints, comparePoints, requireSomePoints, withoutRepeats } from './points.js';

/**
 * Positive if a, b, c turn anticlockwise, negative if clockwise, 0 if they are collinear. The sign is exact (unless a
 * product of coordinate differences underflows, which lengths above 1e-150 m cannot); the value is about twice the
 * area of the triangle.
 *
 * The only place that calls robust-predicates, which assumes that y points down.
 */
export function orientation(a: Vector, b: Vector, c: Vector): number {
  // "0 −" and not a bare minus, so that collinear is never −0.
  return 0 - orient2d(a.x, a.y, b.x, b.y, c.x, c.y);
}

/** Whether p, known to be collinear with a and b, lies between them or on them. */
function isBetween(a: Vector, b: Vector, p: Vector): boolean {
  return (
    Math.min(a.x, b.x) <= p.x && p.x <= Math.max(a.x, b.x) && Math.min(a.y, b.y) <= p.y && p.y <= Math.max(a.y, b.y)
  );
}

/** Whether the closed segments ab and cd have a point in common; exact. Either may be a single point. */
export function segmentsMeet(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  checkPoints('segmentsMeet', [a, b, c, d]);
  return doMeet(a, b, c, d);
}

/** As `segmentsMeet`, for points that have been checked. */
function doMeet(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
  // Disjoint boxes: the common case, and cheap.
  if (Math.max(a.x, b.x) < Math.min(c.x, d.x) || Math.max(c.x, d.x) < Math.min(a.x, b.x)) return false;
  if (Math.max(a.y, b.y) < Math.min(c.y, d.y) || Math.max(c.y, d.y) < Math.min(a.y, b.y)) return false;
  const cSide = orientation(a, b, c);
  const dSide = orientation(a, b, d);
  const aSide = orientation(c, d, a);
  const bSide = orientation(c, d, b);
  // An end on the other segment; this also covers collinear segments and single points.
  if (cSide === 0 && isBetween(a, b, c)) return true;
  if (dSide === 0 && isBetween(a, b, d)) return true;
  if (aSide === 0 && isBetween(c, d, a)) return true;
  if (bSide === 0 && isBetween(c, d, b)) return true;
  return Math.sign(cSide) * Math.sign(dSide) < 0 && Math.sign(aSide) * Math.sign(bSide) < 0;
}

/** Calls `visit` with both ends of every side, the closing one included. */
function forEachSide(points: readonly Vector[], visit: (a: Vector, b: Vector, index: number) => void): void {
  for (let i = 0; i < points.length; i++) visit(points[i]!, points[(i + 1) % points.length]!, i);
}

/** Four terms that add up, without rounding, to the cross product of a and b. */
function crossTerms(a: Vector, b: Vector): readonly number[] {
  const sum: number[] = [];
  addProductExactly(sum, a.x, b.y);
  addProductExactly(sum, -a.y, b.x);
  return sum;
}

/** Twice the signed area, without rounding: the shoelace formula. */
function exactTwiceArea(points: readonly Vector[]): number[] {
  const sum: number[] = [];
  forEachSide(points, (a, b) => {
    for (const term of crossTerms(a, b)) addExactly(sum, term);
  });
  return sum;
}

/**
 * The area, positive if the corners run anticlockwise; parts that are wound twice count twice. Rounded once, so its
 * sign is right and it is the same for every first corner.
 */
export function signedArea(points: readonly Vector[]): number {
  checkPoints('signedArea', points);
  return roundedSum(exactTwiceArea(points)) / 2;
}

/** The direction of the corners by the sign of the area; 'flat' if that is 0, as for a segment or a symmetric eight. */
export function windingOrder(points: readonly Vector[]): 'anticlockwise' | 'clockwise' | 'flat' {
  const area = signedArea(points);
  return area > 0 ? 'anticlockwise' : area < 0 ? 'clockwise' : 'flat';
}

/**
 * Whether the corners go round a convex area once. A corner in the middle of a straight side is allowed (the area is as
 * convex with it as without); flat polygons, spikes, and stars that go round more than once are not convex.
 */
export function isConvex(points: readonly Vector[]): boolean {
  checkPoints('isConvex', points);
  const ring = withoutRepeats(points, 'ring');
  let left = 0;
  let right = 0;
  let reversals = 0;
  forEachSide(ring, (a, b, i) => {
    const c = ring[(i + 2) % ring.length]!;
    const turn = orientation(a, b, c);
    if (turn > 0) left++;
    if (turn < 0) right++;
    // A direction that always turns the same way changes between "to the right" and "to the left" twice per round.
    if (comparePoints(a, b) < 0 !== comparePoints(b, c) < 0) reversals++;
  });
  return (left === 0) !== (right === 0) && reversals === 2;
}

/**
 * Whether no two sides have a point in common but the corner where one follows the other: no crossing, no touching, no
 * spike, at least three corners. Exact.
 */
export function isSimple(points: readonly Vector[]): boolean {
  checkPoints('isSimple', points);
  return withoutRepeats(points, 'ring').length >= 3 && meetingSides(points) === undefined;
}

/**
 * The indices of the first two sides, in the order of the corners, that have more in common than the corner between them;
 * undefined if there are none. Sides are swept from left to right, so only those that overlap in x are compared.
 */
export function meetingSides(points: readonly Vector[]): readonly [number, number] | undefined {
  const ring = withoutRepeats(points, 'ring');
  const sides = ring.map((a, index) => {
    const b = ring[(index + 1) % ring.length]!;
    return { a, b, index, minX: Math.min(a.x, b.x), maxX: Math.max(a.x, b.x) };
  });
  sides.sort((s, t) => s.minX - t.minX);
  let active: typeof sides = [];
  let first: readonly [number, number] | undefined;
  for (const side of sides) {
    active = active.filter((other) => other.maxX >= side.minX);
    for (const other of active) {
      const [low, high] = side.index < other.index ? [side, other] : [other, side];
      const isFirst = first === undefined || low.index < first[0] || (low.index === first[0] && high.index < first[1]);
      if (isFirst && shareMore(low, high, ring.length)) first = [low.index, high.index];
    }
    active.push(side);
  }
  return first;
}

interface Side {
  readonly a: Vector;
  readonly b: Vector;
  readonly index: number;
}

function shareMore(low: Side, high: Side, count: number): boolean {
  if (low.index + 1 === high.index) return foldsBack(low.a, low.b, high.b);
  if (low.index === 0 && high.index === count - 1) return foldsBack(high.a, high.b, low.b);
  return doMeet(low.a, low.b, high.a, high.b);
}

/** Whether the path a, b, c returns on itself at b. */
function foldsBack(a: Vector, b: Vector, c: Vector): boolean {
  return orientation(a, b, c) === 0 && comparePoints(a, b) < 0 === comparePoints(c, b) < 0;
}

/**
 * Where a point lies, exactly: on a side, or inside or outside by the winding number (as a canvas fills a polygon; areas
 * that are wound twice are inside). Follows Hormann and Agathos, The point in polygon problem for
 * arbitrary polygons, 2001. A polygon of one or two corners is all boundary, one without corners has only an outside.
 */
export function pointInPolygon(point: Vector, points: readonly Vector[]): 'inside' | 'outside' | 'boundary' {
  checkPoint('the point given to pointInPolygon', point);
  checkPoints('pointInPolygon', points);
  let windings = 0;
  for (let i = 0; i < points.length; i++) {
    const a = points[i]!;
    const b = points[(i + 1) % points.length]!;
    // Wholly above, below or to the left: neither touched nor crossed by the ray to the right.
    if (Math.min(a.y, b.y) > point.y || Math.max(a.y, b.y) < point.y || Math.max(a.x, b.x) < point.x) continue;
    const side = orientation(a, b, point);
    if (side === 0 && isBetween(a, b, point)) return 'boundary';
    // A side includes its lower end only, so that a ray through a corner counts once.
    if (a.y <= point.y && b.y > point.y && side > 0) windings++;
    if (b.y <= point.y && a.y > point.y && side < 0) windings--;
  }
  return windings === 0 ? 'outside' : 'inside';
}

/**
 * The centre of gravity of the area. If the area is 0, that of the outline as of a thin wire, which is the limit of a
 * flattened polygon; if the outline has no length either, the point itself.
 *
 * The integrals are exact up to the last division, so the centroid of a sliver is right, and neither the first corner nor
 * the direction changes a bit. (In a polygon that crosses itself, areas of opposite orientation cancel, and the result may
 * lie outside.)
 */
export function polygonCentroid(points: readonly Vector[]): Vector {
  requireSomePoints('polygonCentroid', points);
  const twiceArea = roundedSum(exactTwiceArea(points));
  if (twiceArea === 0) return outlineCentroid(points);
  const momentX: number[] = [];
  const momentY: number[] = [];
  forEachSide(points, (a, b) => {
    for (const term of crossTerms(a, b)) {
      addProductExactly(momentX, a.x, term);
      addProductExactly(momentX, b.x, term);
      addProductExactly(momentY, a.y, term);
      addProductExactly(momentY, b.y, term);
    }
  });
  // "0 +" turns −0 into 0: a clockwise polygon has a negative area.
  return { x: 0 + roundedSum(momentX) / (3 * twiceArea), y: 0 + roundedSum(momentY) / (3 * twiceArea) };
}

/** The centre of gravity of the sides: their middles, weighted by their lengths. */
function outlineCentroid(points: readonly Vector[]): Vector {
  const length: number[] = [];
  const momentX: number[] = [];
  const momentY: number[] = [];
  forEachSide(points, (a, b) => {
    const sideLength = Math.sqrt((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
    addExactly(length, sideLength);
    addProductExactly(momentX, sideLength, (a.x + b.x) / 2);
    addProductExactly(momentY, sideLength, (a.y + b.y) / 2);
  });
  const total = roundedSum(length);
  if (total === 0) return { x: points[0]!.x, y: points[0]!.y };
  return { x: roundedSum(momentX) / total, y: roundedSum(momentY) / total };
}

/**
 * The corners of the convex hull, anticlockwise from the lowest of the leftmost points; points on its sides and repeated
 * points are left out. One point is its own hull, collinear points have two corners, no points none.
 * Andrew's monotone chain (1979) with the exact predicate: the hull is strictly convex and holds every point.
 */
export function convexHull(points: readonly Vector[]): Vector[] {
  checkPoints('convexHull', points);
  const sorted = withoutRepeats(points.toSorted(comparePoints), 'path');
  if (sorted.length < 3) return sorted;
  const lower = halfHull(sorted);
  const upper = halfHull(sorted.toReversed());
  return [...lower.slice(0, -1), ...upper.slice(0, -1)];
}

/** The chain of left turns along points in order. */
function halfHull(sorted: readonly Vector[]): Vector[] {
  const chain: Vector[] = [];
  for (const point of sorted) {
    while (chain.length >= 2 && orientation(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
    chain.push(point);
  }
  return chain;
}

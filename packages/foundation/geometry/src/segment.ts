/**
 * Straight walls: segments that know their neighbours, and the closest point on one.
 *
 * A wall of several segments is one wall. Where two of them meet, each knows the far end of the other, so that a disc
 * sliding along does not catch on a joint that is no corner (a "ghost vertex").
 */
import type { Box, Vector } from './pose.js';
import { checkPoint, checkPoints, comparePoints, describePoint, samePoint, withoutRepeats } from './points.js';

/** The straight line from A to B, both ends included; where they are equal, a point. */
export interface Segment {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  /** The other end of the segment that ends in A; without it, A is a free end. */
  readonly beforeA?: Vector;
  /** The other end of the segment that starts in B; without it, B is a free end. */
  readonly afterB?: Vector;
}

export function startOfSegment(segment: Segment): Vector {
  return { x: segment.ax, y: segment.ay };
}

export function endOfSegment(segment: Segment): Vector {
  return { x: segment.bx, y: segment.by };
}

/** Rejects a segment with an end outside the domain. */
export function checkSegment(what: string, segment: Segment): void {
  checkPoint(`end A of ${what}`, startOfSegment(segment));
  checkPoint(`end B of ${what}`, endOfSegment(segment));
}

/** Rejects lists with too few distinct points. */
function requireDistinctPoints(subject: string, points: readonly Vector[], needed: number): void {
  checkPoints(subject, points);
  const distinct: Vector[] = [];
  for (const point of points) {
    if (distinct.some((other) => samePoint(point, other))) continue;
    distinct.push(point);
    if (distinct.length === needed) return;
  }
  const names = distinct.map(describePoint).join(', ');
  throw new RangeError(
    `${subject} needs at least ${needed} distinct points, got ${distinct.length}${names && ` ${names}`}`,
  );
}

/**
 * The segments along a path. Points that repeat their predecessor are dropped. A path that comes back to its first
 * point is closed: its first and last segment are neighbours, and it is what `polygonEdges` makes of the same points.
 */
export function polyline(points: readonly Vector[]): Segment[] {
  requireDistinctPoints('polyline', points, 2);
  const path = withoutRepeats(points, 'path');
  if (!samePoint(path[0]!, path.at(-1)!)) return joinedSegments(path, path.length - 1, (index) => path[index]);
  return ringSegments(path.slice(0, -1));
}

/**
 * The sides of a polygon, in the order and direction of its corners, the closing one last. Corners that repeat their
 * predecessor are dropped, and so is a last corner that repeats the first. The polygon may cross itself: see
 * `isSimple`.
 */
export function polygonEdges(points: readonly Vector[]): Segment[] {
  requireDistinctPoints('polygonEdges', points, 3);
  return ringSegments(withoutRepeats(points, 'ring'));
}

function ringSegments(ring: readonly Vector[]): Segment[] {
  return joinedSegments(ring, ring.length, (index) => ring[(index + ring.length) % ring.length]);
}

/** `count` segments from each point to the next; `at` returns the point of an index beyond the list, if any. */
function joinedSegments(
  points: readonly Vector[],
  count: number,
  at: (index: number) => Vector | undefined,
): Segment[] {
  return points.slice(0, count).map((a, index) => {
    const b = at(index + 1)!;
    const before = at(index - 1);
    const after = at(index + 2);
    return {
      ax: a.x,
      ay: a.y,
      bx: b.x,
      by: b.y,
      ...(before && { beforeA: { x: before.x, y: before.y } }),
      ...(after && { afterB: { x: after.x, y: after.y } }),
    };
  });
}

export function boundsOfSegment(segment: Segment): Box {
  return {
    minX: Math.min(segment.ax, segment.bx),
    minY: Math.min(segment.ay, segment.by),
    maxX: Math.max(segment.ax, segment.bx),
    maxY: Math.max(segment.ay, segment.by),
  };
}

/**
 * Where the perpendicular from a point meets the line of a segment, as shares of its length squared: `fromA` is ≤ 0
 * beyond A, `fromB` is ≤ 0 beyond B, both are positive over the face. (Ericson, Real-Time Collision Detection, 5.1.2,
 * computed from either end, so that a reversed segment gives the same bits.) A segment without length has 0 and 0.
 */
export function footOnSegment(segment: Segment, point: Vector): { readonly fromA: number; readonly fromB: number } {
  const ex = segment.bx - segment.ax;
  const ey = segment.by - segment.ay;
  return {
    fromA: (point.x - segment.ax) * ex + (point.y - segment.ay) * ey,
    fromB: (segment.bx - point.x) * ex + (segment.by - point.y) * ey,
  };
}

/** Whether to measure from A: the nearer end, where differences lose the least; at a tie the lower end. */
export function countsFromA(segment: Segment, fromA: number, fromB: number): boolean {
  if (fromA !== fromB) return fromA < fromB;
  return comparePoints(startOfSegment(segment), endOfSegment(segment)) <= 0;
}

/** The point whose distances from A and B are as `fromA` to `fromB`; neither is negative and not both are 0. */
function pointBetween(segment: Segment, fromA: number, fromB: number): Vector {
  const { ax, ay, bx, by } = segment;
  const total = fromA + fromB;
  if (countsFromA(segment, fromA, fromB)) {
    const share = fromA / total;
    return { x: ax + (bx - ax) * share, y: ay + (by - ay) * share };
  }
  const share = fromB / total;
  return { x: bx + (ax - bx) * share, y: by + (ay - by) * share };
}

/** The point of the segment that is closest to a point. */
export function closestPointOnSegment(segment: Segment, point: Vector): Vector {
  const { fromA, fromB } = footOnSegment(segment, point);
  if (fromA <= 0) return startOfSegment(segment); // beyond A, or no length
  if (fromB <= 0) return endOfSegment(segment); // beyond B
  return pointBetween(segment, fromA, fromB);
}

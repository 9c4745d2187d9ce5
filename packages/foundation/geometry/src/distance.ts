/**
 * Distances and gaps between shapes at rest. A negative gap is the depth of an overlap.
 *
 * Coordinates are subtracted before anything is squared, so results are as precise far from the origin as near it: within
 * a few units in the last place of the differences. Lengths below 1e-150 m vanish when squared.
 */
import type { Vector } from './pose.js';
import { differenceOfProducts } from './exact-sum.js';
import { segmentsMeet } from './polygon.js';
import { countsFromA, endOfSegment, footOnSegment, startOfSegment, type Segment } from './segment.js';

/** A disc, its rim included; with radius 0 a point. */
export interface Disc extends Vector {
  readonly radius: number;
}

export function pointDistance(a: Vector, b: Vector): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return Math.sqrt(dx * dx + dy * dy);
}

export function pointSegmentDistance(point: Vector, segment: Segment): number {
  const { fromA, fromB } = footOnSegment(segment, point);
  const a = startOfSegment(segment);
  const b = endOfSegment(segment);
  if (fromA <= 0) return pointDistance(point, a); // beyond A, or no length
  if (fromB <= 0) return pointDistance(point, b); // beyond B
  // Over the face: the height of the triangle, which unlike the distance to the closest point is 0 on the segment.
  const end = countsFromA(segment, fromA, fromB) ? a : b;
  const twiceArea = differenceOfProducts(b.x - a.x, point.y - end.y, b.y - a.y, point.x - end.x);
  return Math.abs(twiceArea) / pointDistance(a, b);
}

/** 0 where the segments cross or touch, which is decided exactly; apart, the closest pair of points has an end in it. */
export function segmentSegmentDistance(s: Segment, t: Segment): number {
  const [sStart, sEnd, tStart, tEnd] = [startOfSegment(s), endOfSegment(s), startOfSegment(t), endOfSegment(t)];
  if (segmentsMeet(sStart, sEnd, tStart, tEnd)) return 0;
  return Math.min(
    pointSegmentDistance(sStart, t),
    pointSegmentDistance(sEnd, t),
    pointSegmentDistance(tStart, s),
    pointSegmentDistance(tEnd, s),
  );
}

export function discDiscGap(a: Disc, b: Disc): number {
  return pointDistance(a, b) - (a.radius + b.radius);
}

export function discSegmentGap(disc: Disc, segment: Segment): number {
  return pointSegmentDistance(disc, segment) - disc.radius;
}

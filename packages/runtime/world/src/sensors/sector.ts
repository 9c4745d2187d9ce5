import {
  atan2,
  type Box,
  boundsOfPoints,
  closestPointOnSegment,
  type Disc,
  pointDistance,
  pointSegmentDistance,
  type Ray,
  raycastSegment,
  ROUNDING,
  type Segment,
  type Vector,
} from '@kineko/geometry';
import { distanceToDisc, rayAt } from './sight.js';

const AXES: readonly Vector[] = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
];

/**
 * A slice of a disc, as a beam covers it: from an apex, around a direction, up to a range; its edges belong to it. With
 * an opening of 0 it is a ray, with 2π the whole disc.
 *
 * How far a shape is within it comes from the shape, not from rays sent out at random. The nearest point of a shape that
 * the sector holds is its nearest point of all, or else lies on an edge: away from the nearest point of a segment or a
 * disc all others are farther.
 */
export class Sector implements Vector {
  readonly x: number;
  readonly y: number;
  /** Along the middle. */
  readonly axis: Ray;
  readonly edges: readonly [Ray, Ray];
  private readonly halfOpening: number;

  constructor(
    apex: Vector,
    direction: number,
    opening: number,
    readonly range: number,
  ) {
    this.x = apex.x;
    this.y = apex.y;
    this.halfOpening = opening / 2;
    this.axis = rayAt(apex, direction, range);
    this.edges = [rayAt(apex, direction - this.halfOpening, range), rayAt(apex, direction + this.halfOpening, range)];
  }

  /** How far a segment is; Infinity if no point of it is in the sector. */
  distanceToSegment(segment: Segment): number {
    if (this.looksAt(closestPointOnSegment(segment, this))) return this.upToRange(pointSegmentDistance(this, segment));
    const [first, second] = this.edges.map((edge) => raycastSegment(edge, segment)?.distance ?? Infinity);
    return Math.min(first!, second!);
  }

  /** How far a disc is; Infinity if no point of it is in the sector. */
  distanceToDisc(disc: Disc): number {
    const gap = pointDistance(this, disc) - disc.radius;
    if (gap <= 0) return 0;
    if (this.looksAt(disc)) return this.upToRange(gap);
    const [first, second] = this.edges;
    return Math.min(distanceToDisc(first, disc), distanceToDisc(second, disc));
  }

  /** A box around what is at most so many metres from the apex. */
  boundsUpTo(metres: number): Box {
    const ends = [this.axis, ...this.edges].map(({ dx, dy }) => ({ x: dx, y: dy }));
    const turningPoints = AXES.filter(({ x, y }) => this.holdsDirection(x, y));
    const { minX, minY, maxX, maxY } = boundsOfPoints([{ x: 0, y: 0 }, ...ends, ...turningPoints]);
    const margin = ROUNDING * (Math.abs(this.x) + Math.abs(this.y) + metres);
    return {
      minX: this.x + minX * metres - margin,
      minY: this.y + minY * metres - margin,
      maxX: this.x + maxX * metres + margin,
      maxY: this.y + maxY * metres + margin,
    };
  }

  private looksAt(place: Vector): boolean {
    return this.holdsDirection(place.x - this.x, place.y - this.y);
  }

  /** Whether a direction is between the edges, however far they open; (0, 0), the apex, always is. */
  private holdsDirection(dx: number, dy: number): boolean {
    if (dx === 0 && dy === 0) return true;
    const { dx: axisX, dy: axisY } = this.axis;
    return Math.abs(atan2(dy * axisX - dx * axisY, dx * axisX + dy * axisY)) <= this.halfOpening;
  }

  private upToRange(distance: number): number {
    return distance <= this.range ? distance : Infinity;
  }
}

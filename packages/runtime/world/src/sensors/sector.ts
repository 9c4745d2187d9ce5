import {
  atan2,
  type Box,
  closestPointOnSegment,
  type Disc,
  pointDistance,
  pointSegmentDistance,
  type Ray,
  raycastDisc,
  raycastSegment,
  ROUNDING,
  type Segment,
  type Vector,
} from '@kineko/geometry';
import { rayAt } from './sight.js';

const AXES: readonly Pick<Ray, 'dx' | 'dy'>[] = [
  { dx: 1, dy: 0 },
  { dx: 0, dy: 1 },
  { dx: -1, dy: 0 },
  { dx: 0, dy: -1 },
];

/** Share of the coordinates by which a disc has to be off a ray to be missed without a closer look. */
const MISS_MARGIN = 1e-9;

/** Metres: divided by any distance in the domain, it does not underflow. */
const MIN_ACROSS = 1e-280;

/**
 * A sector of a disc, as a beam covers it: from an apex, around a direction, up to a range; its edges belong to it. With an
 * opening of 0 it is a ray, with 2π the whole disc.
 *
 * Distances are computed, not sampled by rays. The nearest point of a shape within the sector is its nearest point of all,
 * or lies on an edge: distances grow away from the nearest point of a segment or a disc.
 */
export class Sector implements Vector {
  readonly x: number;
  readonly y: number;
  /** Ray along the middle. */
  readonly axis: Ray;
  /** One, along the middle, if the sector is a ray. */
  readonly edges: readonly Ray[];
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
    this.edges =
      opening === 0
        ? [this.axis]
        : [rayAt(apex, direction - this.halfOpening, range), rayAt(apex, direction + this.halfOpening, range)];
  }

  get isRay(): boolean {
    return this.halfOpening === 0;
  }

  /** The different ones among the axis and the edges. */
  get rays(): readonly Ray[] {
    return this.edges.length === 1 ? this.edges : [this.axis, ...this.edges];
  }

  /** Distance of a segment; Infinity if no point of it is in the sector. */
  distanceToSegment(segment: Segment): number {
    if (this.looksAt(closestPointOnSegment(segment, this))) return this.upToRange(pointSegmentDistance(this, segment));
    let nearest = Infinity;
    for (const edge of this.edges) nearest = Math.min(nearest, raycastSegment(edge, segment));
    return nearest;
  }

  /** Distance of a disc; Infinity if no point of it is in the sector. */
  distanceToDisc(disc: Disc): number {
    const gap = pointDistance(this, disc) - disc.radius;
    if (gap <= 0) return 0;
    if (this.looksAt(disc)) return this.upToRange(gap);
    let nearest = Infinity;
    for (const edge of this.edges) nearest = Math.min(nearest, raycastDisc(edge, disc));
    return nearest;
  }

  /**
   * Whether a disc is certainly not met within `metres`; false where that is not obvious. Rejects most discs near a ray by a few
   * multiplications.
   */
  misses(x: number, y: number, radius: number, metres: number): boolean {
    if (!this.isRay) return false;
    const rx = x - this.x;
    const ry = y - this.y;
    const { dx, dy } = this.axis;
    // Far more than the rounding errors of the products.
    const reach = radius + MISS_MARGIN * (radius + Math.abs(rx) + Math.abs(ry));
    const ahead = rx * dx + ry * dy;
    return Math.abs(rx * dy - ry * dx) > reach || ahead < -reach || ahead > metres + reach;
  }

  /** Bounds of the part of the sector up to `metres` from the apex. */
  boundsUpTo(metres: number): Box {
    const margin = ROUNDING * (Math.abs(this.x) + Math.abs(this.y) + metres);
    let [minX, minY, maxX, maxY] = [0, 0, 0, 0];
    const include = ({ dx, dy }: Pick<Ray, 'dx' | 'dy'>): void => {
      minX = Math.min(minX, dx);
      minY = Math.min(minY, dy);
      maxX = Math.max(maxX, dx);
      maxY = Math.max(maxY, dy);
    };
    include(this.axis);
    for (const edge of this.edges) include(edge);
    // The arc is farthest out where it crosses the direction of an axis.
    for (const axis of AXES) if (this.holdsDirection(axis.dx, axis.dy)) include(axis);
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

  /** Whether a direction is between the edges; (0, 0), the apex, always is. */
  private holdsDirection(dx: number, dy: number): boolean {
    if (dx === 0 && dy === 0) return true;
    const { dx: axisX, dy: axisY } = this.axis;
    const across = dy * axisX - dx * axisY;
    // Off a ray by more than an angle that could be rounded to 0.
    if (this.halfOpening === 0 && Math.abs(across) > MIN_ACROSS) return false;
    return Math.abs(atan2(across, dx * axisX + dy * axisY)) <= this.halfOpening;
  }

  private upToRange(distance: number): number {
    return distance <= this.range ? distance : Infinity;
  }
}

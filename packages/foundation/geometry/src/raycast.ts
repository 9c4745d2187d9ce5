/**
 * Ray casts.
 *
 * Every shape is closed: its rim, ends and corners belong to it. The hit is the first point of the ray that belongs to the
 * shape, `undefined` if there is none up to the ray's range. It follows that:
 * - a ray that only grazes a disc, or passes through the end of a segment, hits it; a wall has no leak where two segments
 *   join;
 * - a ray along a segment hits the end that it reaches first;
 * - an origin inside a disc, or on a shape, hits at distance 0 in every direction. No face is visible from there, so the
 *   normal is the ray's direction reversed.
 *
 * (Contacts differ: an exact graze, and touching without closing, are no contact.)
 */
import type { Vector } from './pose.js';
import { addProductExactly, differenceOfProducts, roundedSum } from './exact-sum.js';
import { checkPoint } from './points.js';
import { checkSegment, pointBetween, type Segment } from './segment.js';
import type { Disc } from './distance.js';
import { DomainError, MAX_COORDINATE } from './tolerances.js';

/** From (x, y) in the direction (dx, dy), which need not have length 1, for up to `maxDistance` metres or Infinity. */
export interface Ray extends Vector {
  readonly dx: number;
  readonly dy: number;
  readonly maxDistance: number;
}

/** The hit of a ray: metres from its origin, the point, and the unit normal there, on the side that the ray comes from. */
export interface RayHit extends Vector {
  readonly distance: number;
  readonly normalX: number;
  readonly normalY: number;
}

/** 2^-500 and 2^500: between them squares of a direction's components neither vanish nor overflow. */
const MIN_DIRECTION = 3.054936363499605e-151;
const MAX_DIRECTION = 3.273390607896142e150;

/** Metres: a circle around all of the domain is smaller. */
const MAX_DISC_RADIUS = 2 * MAX_COORDINATE;

/** 2^-44: a difference below this share of its terms is computed exactly. */
const NEAR_DECISION = 5.684341886080802e-14;

/** The length of a ray's direction; rejects an invalid ray. */
export function directionLength(ray: Ray): number {
  checkPoint("a ray's origin", ray);
  if (ray.dx === 0 && ray.dy === 0) throw new RangeError('a ray needs a direction, got (0, 0)');
  const longest = Math.max(Math.abs(ray.dx), Math.abs(ray.dy));
  if (!(longest >= MIN_DIRECTION && longest <= MAX_DIRECTION)) {
    throw new RangeError(`a ray's direction must be of a length between 2^-500 and 2^500, got (${ray.dx}, ${ray.dy})`);
  }
  if (!(ray.maxDistance >= 0)) throw new RangeError(`a ray's maxDistance must be at least 0, got ${ray.maxDistance}`);
  return Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy);
}

/** "0 +" turns −0 into 0, which would depend on the direction of a segment. */
function rayHit(distance: number, x: number, y: number, normalX: number, normalY: number): RayHit {
  return { distance, x: 0 + x, y: 0 + y, normalX: 0 + normalX, normalY: 0 + normalY };
}

/** The hit of a shape that has no face there: the normal is the ray's direction reversed. */
function facelessHit(ray: Ray, length: number, distance: number, x: number, y: number): RayHit {
  return rayHit(distance, x, y, -ray.dx / length, -ray.dy / length);
}

/** The hit of a ray that starts in or on a shape. */
function hitAtOrigin(ray: Ray, length: number): RayHit {
  return facelessHit(ray, length, 0, ray.x, ray.y);
}

/**
 * Casts a ray against a disc. Precise at any range: the decision uses the distance to the centre (the cross product), not b²
 * − ac, which is noise from far away; the distance uses the root that does not cancel; and the point is computed from the
 * centre, not along the ray. The error is a few units in the last place of the distance and, since a grazing ray is
 * sensitive, of radius² over half the chord.
 */
export function raycastDisc(ray: Ray, disc: Disc): RayHit | undefined {
  const length = directionLength(ray);
  checkPoint('the disc given to raycastDisc', disc);
  if (!(disc.radius >= 0 && disc.radius <= MAX_DISC_RADIUS)) {
    throw new DomainError('the radius of the disc given to raycastDisc', disc.radius, '0 to 2^31 m');
  }
  const { dx, dy } = ray;
  const rx = disc.x - ray.x;
  const ry = disc.y - ray.y;
  const outside = squaredExcess(rx, ry, disc.radius);
  if (outside <= 0) return hitAtOrigin(ray, length);
  const approach = differenceOfProducts(rx, dx, -ry, dy);
  if (approach <= 0) return undefined; // the disc is behind
  const offset = differenceOfProducts(rx, dy, ry, dx);
  const direction2 = dx * dx + dy * dy;
  const discriminant = differenceOfProducts(direction2 * disc.radius, disc.radius, offset, offset);
  if (discriminant < 0) return undefined; // passes by
  const root = Math.sqrt(discriminant);
  const distance = (outside / (approach + root)) * length;
  if (distance > ray.maxDistance) return undefined;
  // A point has no normal.
  if (disc.radius === 0) return facelessHit(ray, length, distance, disc.x, disc.y);
  // From the centre to the hit, in units of radius: along the ray −root, across it the offset.
  const unit = direction2 * disc.radius;
  const normalX = -(root * dx + offset * dy) / unit;
  const normalY = (offset * dx - root * dy) / unit;
  return rayHit(distance, disc.x + disc.radius * normalX, disc.y + disc.radius * normalY, normalX, normalY);
}

/** rx² + ry² − radius²; exact where the decision between inside and outside is close. */
function squaredExcess(rx: number, ry: number, radius: number): number {
  const squared = rx * rx + ry * ry;
  const excess = squared - radius * radius;
  if (Math.abs(excess) > NEAR_DECISION * (squared + radius * radius)) return excess;
  const sum: number[] = [];
  addProductExactly(sum, rx, rx);
  addProductExactly(sum, ry, ry);
  addProductExactly(sum, -radius, radius);
  return roundedSum(sum);
}

/**
 * Casts a ray against a segment, from either side. The side of the ray on which an end lies depends on that end alone, so
 * two segments that share it agree, and no ray slips between them (the idea of Woop, Benthin and Wald, Watertight
 * ray/triangle intersection, 2013).
 */
export function raycastSegment(ray: Ray, segment: Segment): RayHit | undefined {
  const length = directionLength(ray);
  checkSegment('the segment given to raycastSegment', segment);
  return hitOfSegment(ray, length, segment);
}

/** As `raycastSegment`, for a ray and a segment that have been checked; `length` is that of the ray's direction. */
export function hitOfSegment(ray: Ray, length: number, segment: Segment): RayHit | undefined {
  const { dx, dy } = ray;
  const ax = segment.ax - ray.x;
  const ay = segment.ay - ray.y;
  const bx = segment.bx - ray.x;
  const by = segment.by - ray.y;
  const aSide = differenceOfProducts(dx, ay, dy, ax);
  const bSide = differenceOfProducts(dx, by, dy, bx);
  if ((aSide > 0 && bSide > 0) || (aSide < 0 && bSide < 0)) return undefined; // passes by
  if (aSide === 0 && bSide === 0) return raycastAlong(ray, segment, length);

  // Through an end, the distance and the point are those of the end: the same for all segments that share it.
  const distance =
    aSide === 0
      ? (dx * ax + dy * ay) / length
      : bSide === 0
        ? (dx * bx + dy * by) / length
        : (differenceOfProducts(ax, by, ay, bx) / (bSide - aSide)) * length;
  if (distance < 0 || distance > ray.maxDistance) return undefined;
  if (distance === 0) return hitAtOrigin(ray, length);
  const place = pointBetween(segment, Math.abs(aSide), Math.abs(bSide));
  const ex = segment.bx - segment.ax;
  const ey = segment.by - segment.ay;
  const facing = (bSide > aSide ? 1 : -1) / Math.sqrt(ex * ex + ey * ey);
  return rayHit(distance, place.x, place.y, -ey * facing, ex * facing);
}

/** The hit of a segment on the ray's own line, or of a segment without length on it: the end that comes first. */
function raycastAlong(ray: Ray, segment: Segment, length: number): RayHit | undefined {
  const aAhead = (ray.dx * (segment.ax - ray.x) + ray.dy * (segment.ay - ray.y)) / length;
  const bAhead = (ray.dx * (segment.bx - ray.x) + ray.dy * (segment.by - ray.y)) / length;
  if (Math.max(aAhead, bAhead) < 0) return undefined; // behind
  const distance = Math.min(aAhead, bAhead);
  if (distance <= 0) return hitAtOrigin(ray, length);
  if (distance > ray.maxDistance) return undefined;
  const [x, y] = aAhead <= bAhead ? [segment.ax, segment.ay] : [segment.bx, segment.by];
  return facelessHit(ray, length, distance, x, y);
}

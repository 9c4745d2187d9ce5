/**
 * Ray casts: the distance, along a ray, of the first point that belongs to a shape; Infinity if there is none up to the ray's
 * range.
 *
 * Every shape is closed: its rim, ends and corners belong to it. It follows that:
 * - a ray that only grazes a disc, or passes through the end of a segment, hits it; a wall has no leak where two segments
 *   join;
 * - a ray along a segment hits the end that it reaches first;
 * - an origin inside a disc, or on a shape, hits at distance 0 in every direction.
 *
 * (Contacts differ: an exact graze, and touching without closing, are no contact.)
 */
import type { Vector } from './pose.js';
import { addProductExactly, differenceOfProducts, roundedSum } from './exact-sum.js';
import { checkPoint } from './points.js';
import { checkSegment, type Segment } from './segment.js';
import type { Disc } from './distance.js';
import { DomainError, MAX_COORDINATE } from './tolerances.js';

/** From (x, y) in the direction (dx, dy), which need not have length 1, for up to `maxDistance` metres or Infinity. */
export interface Ray extends Vector {
  readonly dx: number;
  readonly dy: number;
  readonly maxDistance: number;
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

/**
 * Casts a ray against a disc. Precise at any range: the decision uses the distance to the centre (the cross product), not b²
 * − ac, which is noise from far away; the distance uses the root that does not cancel. The error is a few units in the last
 * place of the distance and, since a grazing ray is sensitive, of radius² over half the chord.
 *
 * @param length Length of the ray's direction, if ray and disc have been checked.
 */
export function raycastDisc(ray: Ray, disc: Disc, length = lengthToDisc(ray, disc)): number {
  const { dx, dy } = ray;
  const rx = disc.x - ray.x;
  const ry = disc.y - ray.y;
  const outside = squaredExcess(rx, ry, disc.radius);
  if (outside <= 0) return 0;
  const approach = differenceOfProducts(rx, dx, -ry, dy);
  if (approach <= 0) return Infinity; // the disc is behind
  const offset = differenceOfProducts(rx, dy, ry, dx);
  const direction2 = dx * dx + dy * dy;
  const discriminant = differenceOfProducts(direction2 * disc.radius, disc.radius, offset, offset);
  if (discriminant < 0) return Infinity; // passes by
  return upToRange(ray, (outside / (approach + Math.sqrt(discriminant))) * length);
}

function lengthToDisc(ray: Ray, disc: Disc): number {
  const length = directionLength(ray);
  checkPoint('the disc given to raycastDisc', disc);
  if (!(disc.radius >= 0 && disc.radius <= MAX_DISC_RADIUS)) {
    throw new DomainError('the radius of the disc given to raycastDisc', disc.radius, '0 to 2^31 m');
  }
  return length;
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
 *
 * @param length Length of the ray's direction, if ray and segment have been checked.
 */
export function raycastSegment(ray: Ray, segment: Segment, length = lengthToSegment(ray, segment)): number {
  const { dx, dy } = ray;
  const ax = segment.ax - ray.x;
  const ay = segment.ay - ray.y;
  const bx = segment.bx - ray.x;
  const by = segment.by - ray.y;
  const aSide = differenceOfProducts(dx, ay, dy, ax);
  const bSide = differenceOfProducts(dx, by, dy, bx);
  if ((aSide > 0 && bSide > 0) || (aSide < 0 && bSide < 0)) return Infinity; // passes by
  const aAhead = (dx * ax + dy * ay) / length;
  const bAhead = (dx * bx + dy * by) / length;
  // On the ray's own line, the end that comes first, unless the origin lies between them.
  if (aSide === 0 && bSide === 0) {
    return Math.max(aAhead, bAhead) < 0 ? Infinity : upToRange(ray, Math.max(0, Math.min(aAhead, bAhead)));
  }
  // Through an end, the distance is that of the end: the same for all segments that share it.
  const distance =
    aSide === 0 ? aAhead : bSide === 0 ? bAhead : (differenceOfProducts(ax, by, ay, bx) / (bSide - aSide)) * length;
  return distance < 0 ? Infinity : upToRange(ray, distance);
}

function lengthToSegment(ray: Ray, segment: Segment): number {
  const length = directionLength(ray);
  checkSegment('the segment given to raycastSegment', segment);
  return length;
}

function upToRange({ maxDistance }: Ray, distance: number): number {
  // "0 +" turns -0 into 0, which would depend on the direction of a segment.
  return distance <= maxDistance ? 0 + distance : Infinity;
}

import Flatbush from 'flatbush';
import type { Box, Vector } from './pose.js';
import { checkPoint, checkPoints } from './points.js';
import { boundsOfSegment, type Segment } from './segment.js';
import { pointSegmentDistance } from './distance.js';
import { directionLength, hitOfSegment, type Ray, type RayHit } from './raycast.js';
import { DomainError, MAX_COORDINATE, MAX_RADIUS, ROUNDING } from './tolerances.js';

/** An item of the index and how far it is. */
export interface Neighbour {
  readonly id: number;
  readonly distance: number;
}

/** What a ray met, and which segment it was. */
export interface IndexedRayHit extends RayHit {
  readonly id: number;
}

/** Metres from the origin: who indexes the bounds of discs has some that stick out of the domain by a radius. */
const FARTHEST = MAX_COORDINATE + MAX_RADIUS;

/** So many nearest boxes are asked for their true distance first; one of them is nearly always the nearest item. */
const FIRST_LOOK = 4;

/** A ray is followed in pieces of so many times the mean spacing of the items. */
const PIECE_SPACINGS = 2;

/**
 * Finds motionless segments and points by place; built once, then only asked.
 *
 * The segments have the ids 0, 1, …, the points the ids after them, in the order given. Every answer is defined by the
 * items and their ids alone: how the tree underneath (a Hilbert R-tree, flatbush) is packed cannot be seen.
 */
export class StaticIndex {
  /** Points are segments without length. */
  private readonly items: readonly Segment[];
  private readonly segmentCount: number;
  /** Boxes are kept as doubles, hence never rounded to less than their item; without items there is no tree. */
  private readonly tree: Flatbush | undefined;

  constructor(segments: readonly Segment[], points: readonly Vector[] = []) {
    checkSegments(segments);
    checkPoints('StaticIndex', points);
    this.items = [...segments, ...points.map(({ x, y }) => ({ ax: x, ay: y, bx: x, by: y }))];
    this.segmentCount = segments.length;
    if (this.items.length === 0) return;
    this.tree = new Flatbush(this.items.length, undefined, Float64Array);
    for (const item of this.items) {
      const { minX, minY, maxX, maxY } = boundsOfSegment(item);
      this.tree.add(minX, minY, maxX, maxY);
    }
    this.tree.finish();
  }

  get size(): number {
    return this.items.length;
  }

  /** The ids, ascending, of the items whose bounding box meets the box; of a slanting segment it may be the box alone. */
  search(box: Box): number[] {
    checkBox(box);
    return this.searchIn(box);
  }

  private searchIn(box: Box): number[] {
    return (this.tree?.search(box.minX, box.minY, box.maxX, box.maxY) ?? []).sort((a, b) => a - b);
  }

  /** The ids, ascending, of the items at most `radius` away from a point. */
  withinDistance(point: Vector, radius: number): number[] {
    checkReach('withinDistance', point, radius);
    return this.searchIn(boxAround(point, point, radius)).filter((id) => this.distance(id, point) <= radius);
  }

  /** The item nearest to a point and at most `maxDistance` away; of several at the same distance the lowest id. */
  nearest(point: Vector, maxDistance = Infinity): Neighbour | undefined {
    checkReach('nearest', point, maxDistance);
    // The nearest item is no farther than the best of a few, so its box lies within their reach.
    const first = this.tree?.neighbors(point.x, point.y, FIRST_LOOK) ?? [];
    const reach = Math.min(maxDistance, ...first.map((id) => this.distance(id, point)));
    let nearest: Neighbour | undefined;
    for (const id of this.searchIn(boxAround(point, point, reach))) {
      const distance = this.distance(id, point);
      if (distance <= maxDistance && !(nearest && nearest.distance <= distance)) nearest = { id, distance };
    }
    return nearest;
  }

  /**
   * The segment that a ray meets first, and where; at the same distance the lowest id. Points have no extent and do not
   * stop a ray. The ray is followed in pieces, so that a long slanting one does not ask for all that lies in its box.
   */
  raycast(ray: Ray): IndexedRayHit | undefined {
    const length = directionLength(ray); // a bad ray is refused even where there is nothing to hit
    const stretch = this.tree && stretchInside(ray, length, this.tree);
    if (this.tree === undefined || stretch === undefined) return undefined;
    const { from, to } = stretch;
    const pieces = pieceCount(to - from, this.tree);
    let first: IndexedRayHit | undefined;
    let end = from;
    for (let piece = 1; piece <= pieces && !(first && first.distance <= end); piece++) {
      const start = end;
      end = piece === pieces ? to : from + (to - from) * (piece / pieces);
      const margin = roundingAt(ray, end);
      for (const id of this.searchIn(boxAround(pointOnRay(ray, length, start), pointOnRay(ray, length, end), margin))) {
        const hit = id < this.segmentCount ? hitOfSegment(ray, length, this.items[id]!) : undefined;
        // What a piece's box holds may be hit only farther on, so a later piece can still bring a lower id.
        if (hit && (!first || hit.distance < first.distance || (hit.distance === first.distance && id < first.id))) {
          first = { ...hit, id };
        }
      }
    }
    return first;
  }

  private distance(id: number, point: Vector): number {
    return pointSegmentDistance(point, this.items[id]!);
  }
}

function checkSegments(segments: readonly Segment[]): void {
  for (const [id, segment] of segments.entries()) {
    for (const side of ['ax', 'ay', 'bx', 'by'] as const) {
      if (Math.abs(segment[side]) <= FARTHEST) continue;
      const what = `the ${side} of segment ${id} given to StaticIndex`;
      throw new DomainError(what, segment[side], 'a coordinate in an index is at most 2^30 + 2^20 m from 0');
    }
  }
}

function checkBox(box: Box): void {
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const) {
    if (!Number.isNaN(box[side])) continue;
    throw new DomainError(`the ${side} of the box given to search`, NaN, 'it is in metres, -Infinity or Infinity');
  }
}

function checkReach(who: string, point: Vector, reach: number): void {
  checkPoint(`the point given to ${who}`, point);
  if (!(reach >= 0)) throw new RangeError(`${who} needs a distance of at least 0, got ${reach}`);
}

/** A box that surely holds whatever is at most `reach` away from the box of a and b, roundings included. */
function boxAround(a: Vector, b: Vector, reach: number): Box {
  const margin = reach + ROUNDING * (Math.abs(a.x) + Math.abs(a.y) + Math.abs(b.x) + Math.abs(b.y) + reach);
  return {
    minX: Math.min(a.x, b.x) - margin,
    minY: Math.min(a.y, b.y) - margin,
    maxX: Math.max(a.x, b.x) + margin,
    maxY: Math.max(a.y, b.y) + margin,
  };
}

function pointOnRay(ray: Ray, length: number, distance: number): Vector {
  const share = distance / length;
  return { x: ray.x + ray.dx * share, y: ray.y + ray.dy * share };
}

/** How far from its true place a point on a ray may be computed. */
function roundingAt(ray: Ray, distance: number): number {
  return ROUNDING * (Math.abs(ray.x) + Math.abs(ray.y) + distance);
}

/** From where to where, in metres along it, a ray is inside a box or nearly so (Ericson 5.3.3, slabs); or never. */
function stretchInside(ray: Ray, length: number, box: Box): { readonly from: number; readonly to: number } | undefined {
  const margin = roundingAt(ray, Math.max(-box.minX, box.maxX) + Math.max(-box.minY, box.maxY)) * 2;
  let from = 0;
  let to = ray.maxDistance;
  for (const [origin, direction, min, max] of [
    [ray.x, ray.dx / length, box.minX - margin, box.maxX + margin],
    [ray.y, ray.dy / length, box.minY - margin, box.maxY + margin],
  ] as const) {
    if (direction === 0) {
      if (origin < min || origin > max) return undefined; // beside the slab
      continue;
    }
    const atMin = (min - origin) / direction;
    const atMax = (max - origin) / direction;
    from = Math.max(from, Math.min(atMin, atMax));
    to = Math.min(to, Math.max(atMin, atMax));
  }
  return from <= to ? { from, to } : undefined;
}

/** Into how many pieces to cut a stretch inside the tree: short enough to ask for few items, long enough to ask seldom. */
function pieceCount(stretch: number, tree: Flatbush): number {
  const spacing = (tree.maxX - tree.minX + (tree.maxY - tree.minY)) / Math.sqrt(tree.numItems);
  if (spacing === 0) return 1;
  return Math.min(1 + Math.floor(stretch / (PIECE_SPACINGS * spacing)), tree.numItems);
}

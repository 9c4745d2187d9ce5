import Flatbush from 'flatbush';
import type { Box, Vector } from './pose.js';
import { boxAround, checkPoint } from './points.js';
import { boundsOfSegment, type Segment } from './segment.js';
import { pointSegmentDistance } from './distance.js';
import { directionLength, type Ray, raycastSegment } from './raycast.js';
import { DomainError, MAX_COORDINATE, MAX_RADIUS, ROUNDING } from './tolerances.js';

/** A segment of the index and its distance. */
export interface Neighbour {
  readonly id: number;
  readonly distance: number;
}

/** Metres from the origin: indexed bounds of discs may stick out of the domain by a radius. */
const MAX_INDEXED = MAX_COORDINATE + MAX_RADIUS;

/** Number of nearest boxes whose true distance is measured first; one of them nearly always holds the nearest segment. */
const FIRST_LOOK = 4;

/** Length of the pieces in which a ray is followed, in mean spacings of the segments. */
const PIECE_SPACINGS = 2;

/**
 * Finds fixed segments by position; built once and never changed.
 *
 * Ids are 0, 1, … in the order given. Results depend on the segments and their ids alone, not on how the tree underneath
 * (a Hilbert R-tree, flatbush) is packed.
 */
export class StaticIndex {
  /** Boxes are doubles, so none is rounded to less than its segment. Undefined without segments. */
  private readonly tree: Flatbush | undefined;

  constructor(private readonly segments: readonly Segment[]) {
    checkSegments(segments);
    if (segments.length === 0) return;
    this.tree = new Flatbush(segments.length, undefined, Float64Array);
    for (const segment of segments) {
      const { minX, minY, maxX, maxY } = boundsOfSegment(segment);
      this.tree.add(minX, minY, maxX, maxY);
    }
    this.tree.finish();
  }

  segment(id: number): Segment {
    return this.segments[id]!;
  }

  /** The ids, ascending, of the segments whose bounding box meets the box; the segment itself may miss it. */
  search(box: Box): number[] {
    checkBox(box);
    return this.searchIn(box);
  }

  private searchIn(box: Box): number[] {
    const found = this.tree?.search(box.minX, box.minY, box.maxX, box.maxY) ?? [];
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  }

  /** The ids, ascending, of the segments at most `radius` away from a point. */
  withinDistance(point: Vector, radius: number): number[] {
    checkReach('withinDistance', point, radius);
    return this.searchIn(boxAround(point, point, radius)).filter((id) => this.distance(id, point) <= radius);
  }

  /** The segment nearest to a point and at most `maxDistance` away; at the same distance the lowest id. */
  nearest(point: Vector, maxDistance = Infinity): Neighbour | undefined {
    checkReach('nearest', point, maxDistance);
    // The nearest segment is no farther than the best of a few, so its box lies within their reach.
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
   * Distance of the first segment along a ray; Infinity if there is none in range. The ray is followed in pieces, so that a long
   * slanting one does not search everything in its box.
   */
  raycast(ray: Ray): number {
    const length = directionLength(ray); // an invalid ray is rejected even by an empty index
    const stretch = this.tree && stretchInside(ray, length, this.tree);
    if (this.tree === undefined || stretch === undefined) return Infinity;
    const { from, to } = stretch;
    const pieces = pieceCount(to - from, this.tree);
    let first = Infinity;
    let end = from;
    // A segment in the box of a piece may be met only farther on, after one of a later piece.
    for (let piece = 1; piece <= pieces && !(first <= end); piece++) {
      const start = end;
      end = piece === pieces ? to : from + (to - from) * (piece / pieces);
      const box = boxAround(pointOnRay(ray, length, start), pointOnRay(ray, length, end), roundingAt(ray, end));
      for (const id of this.searchIn(box)) first = Math.min(first, raycastSegment(ray, this.segments[id]!, length));
    }
    return first;
  }

  private distance(id: number, point: Vector): number {
    return pointSegmentDistance(point, this.segments[id]!);
  }
}

function checkSegments(segments: readonly Segment[]): void {
  for (const [id, segment] of segments.entries()) {
    for (const side of ['ax', 'ay', 'bx', 'by'] as const) {
      if (Math.abs(segment[side]) <= MAX_INDEXED) continue;
      const what = `the ${side} of segment ${id} given to StaticIndex`;
      throw new DomainError(what, segment[side], 'at most 2^30 + 2^20 m from 0');
    }
  }
}

function checkBox(box: Box): void {
  // Infinite sides may add up to NaN, and valid ones are found below.
  if (!Number.isNaN(box.minX + box.minY + box.maxX + box.maxY)) return;
  for (const side of ['minX', 'minY', 'maxX', 'maxY'] as const) {
    if (!Number.isNaN(box[side])) continue;
    throw new DomainError(`the ${side} of the box given to search`, NaN, 'metres, -Infinity or Infinity');
  }
}

function checkReach(subject: string, point: Vector, reach: number): void {
  checkPoint(`the point given to ${subject}`, point);
  if (!(reach >= 0)) throw new RangeError(`${subject} needs a distance of at least 0, got ${reach}`);
}

function pointOnRay(ray: Ray, length: number, distance: number): Vector {
  const share = distance / length;
  return { x: ray.x + ray.dx * share, y: ray.y + ray.dy * share };
}

/** Bound on the error of a computed point on a ray. */
function roundingAt(ray: Ray, distance: number): number {
  return ROUNDING * (Math.abs(ray.x) + Math.abs(ray.y) + distance);
}

/** The part of a ray, in metres along it, that is inside a box or nearly so (Ericson 5.3.3, slabs); undefined if none. */
function stretchInside(ray: Ray, length: number, box: Box): { readonly from: number; readonly to: number } | undefined {
  const margin = roundingAt(ray, Math.max(-box.minX, box.maxX) + Math.max(-box.minY, box.maxY)) * 2;
  const alongX = stretchInSlab(ray.x, ray.dx / length, box.minX - margin, box.maxX + margin);
  const alongY = stretchInSlab(ray.y, ray.dy / length, box.minY - margin, box.maxY + margin);
  const from = Math.max(0, alongX.from, alongY.from);
  const to = Math.min(ray.maxDistance, alongX.to, alongY.to);
  return from <= to ? { from, to } : undefined;
}

/** The part of a line between two parallels; from Infinity to -Infinity if there is none. */
function stretchInSlab(origin: number, direction: number, min: number, max: number): { from: number; to: number } {
  if (direction === 0) {
    const isBeside = origin < min || origin > max;
    return isBeside ? { from: Infinity, to: -Infinity } : { from: -Infinity, to: Infinity };
  }
  const atMin = (min - origin) / direction;
  const atMax = (max - origin) / direction;
  return { from: Math.min(atMin, atMax), to: Math.max(atMin, atMax) };
}

/** Number of pieces of a stretch inside the tree: short enough to find few segments, long enough to search seldom. */
function pieceCount(stretch: number, tree: Flatbush): number {
  const spacing = (tree.maxX - tree.minX + (tree.maxY - tree.minY)) / Math.sqrt(tree.numItems);
  if (spacing === 0) return 1;
  return Math.min(1 + Math.floor(stretch / (PIECE_SPACINGS * spacing)), tree.numItems);
}

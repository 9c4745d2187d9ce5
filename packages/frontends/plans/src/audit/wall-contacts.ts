/** Contacts of one moving disc with fixed shapes, exactly: blocked squares and walls. */
import { segmentSegmentDistance } from '@kineko/geometry';
import type { Segment } from '@kineko/geometry';
import { integersOf, nearestDouble } from './fraction.js';
import type { KnotPaths } from './knot-paths.js';
import { overlapOf, rootsOf } from './relative-span.js';

/** A maximal open span of time in which an agent's disc overlaps a shape. */
export interface WallContact {
  readonly agent: number;
  /** Index of the shape. */
  readonly shape: number;
  readonly entry: number;
  readonly exit: number;
}

/** The sides of a shape: one for a wall, or those of a convex polygon in order. */
export type Sides = readonly Segment[];

/** Finds the shapes near a leg. */
export interface Shapes {
  /** Indices of the shapes within a distance of a box. */
  near(minX: number, minY: number, maxX: number, maxY: number, distance: number): Iterable<number>;
  sidesOf(shape: number): Sides;
}

/**
 * Contacts of all agents, by entry, then by agent and shape. An agent rests at its first knot from the start of the plan, and at
 * its last one until the end, unless it vanishes there.
 */
export function auditWalls(
  { starts, t, x, y, radii }: KnotPaths,
  shapes: Shapes,
  { vanish }: { readonly vanish?: boolean | undefined } = {},
): WallContact[] {
  const contacts: WallContact[] = [];
  let [begin, end] = [Infinity, -Infinity];
  for (let agent = 0; agent < radii.length; agent++) {
    begin = Math.min(begin, t[starts[agent]!]!);
    end = Math.max(end, t[starts[agent + 1]! - 1]!);
  }
  for (let agent = 0; agent < radii.length; agent++) {
    const open = new Map<number, number>();
    const [first, last] = [starts[agent]!, starts[agent + 1]! - 1];
    for (let k = first; k < Math.max(last, first + 1); k++) {
      const next = Math.min(k + 1, last);
      const leg = { ax: x[k]!, ay: y[k]!, bx: x[next]!, by: y[next]! };
      const [from, duration] = [t[k]!, t[next]! - t[k]!];
      for (const shape of shapesNear(shapes, leg, radii[agent]!)) {
        const overlap = overlapWith(leg, shapes.sidesOf(shape), radii[agent]!);
        if (overlap === undefined) continue;
        const begun = k === first && overlap.isInsideAtStart ? begin : from + overlap.entry * duration;
        const entry = open.get(shape) ?? begun;
        open.delete(shape);
        if (overlap.isInsideAtEnd && k + 1 < last) open.set(shape, entry);
        else {
          const staysThere = overlap.isInsideAtEnd && vanish !== true;
          contacts.push({ agent, shape, entry, exit: staysThere ? end : from + overlap.exit * duration });
        }
      }
    }
  }
  return contacts.sort((a, b) => a.entry - b.entry || a.agent - b.agent || a.shape - b.shape);
}

function shapesNear(shapes: Shapes, { ax, ay, bx, by }: Segment, radius: number): Iterable<number> {
  return shapes.near(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by), radius);
}

interface WallOverlap {
  readonly isInsideAtStart: boolean;
  readonly isInsideAtEnd: boolean;
  /** Shares of the leg. */
  readonly entry: number;
  readonly exit: number;
}

type Point = readonly [bigint, bigint];

/** Bound on the rounding of a distance, as a share of the coordinates. */
const ERROR = 1 / 0x1000_0000_0000; // 2^-44

/** Undefined if the disc never overlaps the shape, or only touches it. */
function overlapWith(leg: Segment, sides: Sides, radius: number): WallOverlap | undefined {
  const isPolygon = sides.length > 1;
  if (isFar(leg, sides, radius) && !(isPolygon && isWithin(leg.ax, leg.ay, sides))) return undefined;
  const numbers = [leg, ...sides].flatMap(({ ax, ay, bx, by }) => [ax, ay, bx, by]);
  const { integers } = integersOf([...numbers, radius]);
  const reach = integers.at(-1)!;
  const pointAt = (k: number): Point => [integers[k]!, integers[k + 1]!];
  const [start, end] = [pointAt(0), pointAt(2)];
  const edges = sides.map((_, k) => [pointAt(4 + 4 * k), pointAt(6 + 4 * k)] as const);
  const isInside = (point: Point): boolean =>
    (isPolygon && isInPolygon(point, edges)) || edges.some(([a, b]) => isNearer(point, a, b, reach));
  const isInsideAtStart = isInside(start);
  const isInsideAtEnd = isInside(end);
  const touches = isInsideAtStart || isInsideAtEnd || edges.some(([a, b]) => comesNearer(start, end, a, b, reach));
  if (!touches) return undefined;
  const spans = edges.flatMap(([a, b]) => capsuleSpans(start, end, a, b, reach));
  return {
    isInsideAtStart,
    isInsideAtEnd,
    entry: isInsideAtStart ? 0 : Math.min(...spans.map(([from]) => from)),
    exit: isInsideAtEnd ? 1 : Math.max(...spans.map(([, to]) => to)),
  };
}

/** Whether doubles suffice to see that a leg does not come near the sides. */
function isFar(leg: Segment, sides: Sides, radius: number): boolean {
  return sides.every((side) => {
    const size = [leg, side].reduce(
      (sum, { ax, ay, bx, by }) => sum + Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by),
      0,
    );
    return segmentSegmentDistance(leg, side) > radius + ERROR * (size + radius);
  });
}

function isWithin(x: number, y: number, sides: Sides): boolean {
  const turns = sides.map(({ ax, ay, bx, by }) => (bx - ax) * (y - ay) - (by - ay) * (x - ax));
  return turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0);
}

const minus = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
const dot = (a: Point, b: Point): bigint => a[0] * b[0] + a[1] * b[1];
const cross = (a: Point, b: Point): bigint => a[0] * b[1] - a[1] * b[0];

function isInPolygon(point: Point, edges: readonly (readonly [Point, Point])[]): boolean {
  const turns = edges.map(([a, b]) => cross(minus(b, a), minus(point, a)));
  return turns.every((turn) => turn >= 0n) || turns.every((turn) => turn <= 0n);
}

/** Whether a point is nearer to a segment than a distance. */
function isNearer(point: Point, a: Point, b: Point, distance: bigint): boolean {
  const [along, side] = [minus(point, a), minus(b, a)];
  const [projected, length, square] = [dot(along, side), dot(side, side), distance * distance];
  if (projected <= 0n) return dot(along, along) < square;
  if (projected >= length) return dot(minus(point, b), minus(point, b)) < square;
  const turn = cross(side, along);
  return turn * turn < square * length;
}

/** Whether two segments come nearer than a distance: they cross, or an end of one is near the other. */
function comesNearer(p: Point, q: Point, a: Point, b: Point, distance: bigint): boolean {
  if (isNearer(p, a, b, distance) || isNearer(q, a, b, distance)) return true;
  if (isNearer(a, p, q, distance) || isNearer(b, p, q, distance)) return true;
  const [path, side] = [minus(q, p), minus(b, a)];
  const isSplit = (u: bigint, v: bigint): boolean => (u < 0n && v > 0n) || (u > 0n && v < 0n);
  return (
    isSplit(cross(side, minus(p, a)), cross(side, minus(q, a))) &&
    isSplit(cross(path, minus(a, p)), cross(path, minus(b, p)))
  );
}

/** Shares of the path within the parts of a capsule around a side: a disc at each end, and a strip between them. */
function capsuleSpans(p: Point, q: Point, a: Point, b: Point, reach: bigint): (readonly [number, number])[] {
  const [path, side, along] = [minus(q, p), minus(b, a), minus(p, a)];
  const spans: (readonly [number, number])[] = [];
  for (const corner of [a, b]) {
    const [px, py] = minus(p, corner);
    const { sign, entry, exit } = overlapOf({ px, py, qx: path[0], qy: path[1], reach, unit: 1n });
    if (sign < 0) spans.push([entry, exit]);
  }
  const length = dot(side, side);
  if (length === 0n) return spans;
  const [turn, turning] = [cross(side, along), cross(side, path)];
  const excess = turn * turn - reach * reach * length;
  const strip = turning === 0n ? (excess < 0n ? ALL : NOTHING) : rootsOf(turning * turning, turn * turning, excess);
  const [ahead, moving] = [dot(along, side), dot(path, side)];
  const between = linearSpan(
    nearestDouble({ over: ahead, under: length }),
    nearestDouble({ over: moving, under: length }),
  );
  const [from, to] = [Math.max(strip[0], between[0]), Math.min(strip[1], between[1])];
  if (from < to) spans.push([from, to]);
  return spans;
}

const ALL = [0, 1] as const;
const NOTHING = [1, 0] as const;

/** The part of the span from 0 to 1 in which a + s b is between 0 and 1. */
function linearSpan(a: number, b: number): readonly [number, number] {
  if (b === 0) return a > 0 && a < 1 ? ALL : NOTHING;
  const [u, v] = [-a / b, (1 - a) / b];
  return [Math.max(Math.min(u, v), 0), Math.min(Math.max(u, v), 1)];
}

import {
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  negated,
  squareRoot,
  subtract,
} from '../double-double.js';
import { atan2 } from '../elementary.js';
import { powerOfTwo } from '../exact.js';
import type { Segment } from '../segment.js';
import { type ArcFrom, cross, dot, entriesIntoDisc, entriesOfTurn, type FineGap, type FineVector } from './arc.js';
import { NEVER } from './contact.js';
import { isOverNeighbour, WALL_LENGTH, writeWall } from './wall.js';

/** How far beyond an end, relative to the lengths that go in, a foot still counts as on the face, and the reverse. */
const END_SLACK = powerOfTwo(-80);

/**
 * The first instant, from the arc's on, at which a disc on an arc touches a wall and closes; NEVER if there is none.
 * Each side of the face and each cap has at most one entry a turn, so that the first turn decides.
 */
export function arcWallTime(arc: ArcFrom, radius: number, wall: Segment): number {
  const edge: FineVector = { x: exactDifference(wall.bx, wall.ax), y: exactDifference(wall.by, wall.ay) };
  const lengthSquared = dot(edge, edge);
  const fromA: FineVector = {
    x: subtract(arc.position.x, double(wall.ax)),
    y: subtract(arc.position.y, double(wall.ay)),
  };
  const slack = END_SLACK * (lengthSquared.hi + dot(fromA, fromA).hi + 4 * arc.reach.hi * arc.reach.hi);
  /** Where the foot is along the wall, times its length, less the end that is asked about. */
  const footBeyond = (time: number, end: DoubleDouble): number => {
    const way = arc.way(time - arc.instant);
    return subtract(dot(edge, { x: add(fromA.x, way.x), y: add(fromA.y, way.y) }), end).hi;
  };
  const start = double(0);
  /** On which side of the wall's line it is: positive on the left. */
  const heightAt = (time: number): number => {
    const way = arc.way(time - arc.instant);
    return cross(edge, { x: add(fromA.x, way.x), y: add(fromA.y, way.y) }).hi;
  };

  let first = NEVER;
  const take = (times: readonly number[], counts: (time: number) => boolean): void => {
    for (const time of times) if (time < first && counts(time)) first = time;
  };
  if (lengthSquared.hi > 0) {
    for (const side of [1, -1] as const) {
      // What overlaps from the other side is that side's affair.
      const isOnFace = (time: number): boolean =>
        footBeyond(time, start) >= -slack && footBeyond(time, lengthSquared) <= slack && heightAt(time) * side > 0;
      take(entriesIntoStrip(arc, edge, lengthSquared, fromA, radius, side), isOnFace);
    }
  }
  const r = double(radius);
  take(
    entriesIntoDisc(arc, { x: wall.ax, y: wall.ay }, r),
    (time) => footBeyond(time, start) <= slack && isBeyondNeighbour(arc, time, wall, 'a'),
  );
  take(
    entriesIntoDisc(arc, { x: wall.bx, y: wall.by }, r),
    (time) => footBeyond(time, lengthSquared) >= -slack && isBeyondNeighbour(arc, time, wall, 'b'),
  );
  return first;
}

/** As `entriesIntoDisc`, into the strip around the wall's line, from its left (side 1) or right (-1). */
function entriesIntoStrip(
  arc: ArcFrom,
  edge: FineVector,
  lengthSquared: DoubleDouble,
  fromA: FineVector,
  radius: number,
  side: 1 | -1,
): number[] {
  const length = squareRoot(lengthSquared);
  /** Unit vector away from the wall on that side. */
  const out: FineVector = {
    x: divide(side > 0 ? negated(edge.y) : edge.y, length),
    y: divide(side > 0 ? edge.x : negated(edge.x), length),
  };
  const r = double(radius);
  const height = dot(out, fromA);
  const gap: FineGap = {
    value: (seconds) => subtract(add(height, dot(out, arc.way(seconds))), r),
    slope: (seconds) => {
      const velocity = arc.velocityAfter(seconds);
      return out.x.hi * velocity.x + out.y.hi * velocity.y;
    },
  };
  const gapNow = subtract(height, r).hi;
  const slopeNow = dot(out, arc.velocity).hi;
  const entries: number[] = [];
  if (gapNow <= 0 && slopeNow < 0) entries.push(arc.instant);

  const hubHeight = subtract(height, dot(out, arc.spoke));
  const below = subtract(hubHeight, r);
  const near = subtract(arc.reach, below).hi;
  const far = add(arc.reach, below).hi;
  const graze = END_SLACK * (arc.reach.hi + Math.abs(hubHeight.hi) + radius);
  const now = atan2(cross(out, arc.spoke).hi, dot(out, arc.spoke).hi);
  return [...entries, ...entriesOfTurn(arc, gap, { near, far, graze, now, gapNow, slopeNow })];
}

const wallScene = new Float64Array(WALL_LENGTH);

function isBeyondNeighbour(arc: ArcFrom, time: number, wall: Segment, end: 'a' | 'b'): boolean {
  writeWall(wallScene, 0, wall);
  const way = arc.way(time - arc.instant);
  const px = subtract(add(arc.position.x, way.x), double(end === 'a' ? wall.ax : wall.bx)).hi;
  const py = subtract(add(arc.position.y, way.y), double(end === 'a' ? wall.ay : wall.by)).hi;
  const moved = arc.leg.speed * time;
  const size = px * px + py * py + moved * moved;
  return !isOverNeighbour(px, py, size, wallScene, end === 'a' ? 0 : 2, end === 'a' ? 4 : 6);
}

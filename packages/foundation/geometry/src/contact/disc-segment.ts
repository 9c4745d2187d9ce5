import { double } from '../double-double.js';
import { discSegmentGap } from '../distance.js';
import { fine, fineDifference, rounded } from '../fine-vector.js';
import { type CurveLeg, type Leg, positionAt, velocityAt } from '../leg.js';
import { checkPoint } from '../points.js';
import type { Vector } from '../pose.js';
import { closestPointOnSegment, endOfSegment, type Segment, startOfSegment } from '../segment.js';
import { checkRadius, MAX_TIME, ROUNDING, SLIDE, slideSize, TOUCHING_GAP } from '../tolerances.js';
import { difference, dot, largestOf, lengthOf, sizeOf, unit } from '../vector.js';
import { checkSpan, type Contact, NEVER, SEPARATED, type Span, TOUCHING } from './contact.js';
import { ArcFrom, fineMotion } from './solvers/arc.js';
import { arcWallTime, departureFrom } from './solvers/arc-wall.js';
import { searchLine, searchPoint, windowsOfCurve } from './solvers/search.js';
import { UNIFORM_LENGTH, writeDisc } from './solvers/uniform-discs.js';
import { isOverNeighbour, WALL_LENGTH, wallTime, wallTouchedAtStart, writeWall } from './solvers/uniform-wall.js';

/**
 * The contact of a moving disc and a fixed wall: its face, or one of its ends where no neighbour covers it. A
 * pure function of leg and wall, evaluated at the leg's start.
 */
export function discSegmentContact(leg: Leg, radius: number, wall: Segment, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radius);
  checkWall(wall);
  checkSpan(span);
  const until = Math.min(leg.end, span.until ?? MAX_TIME, MAX_TIME);
  const since = Math.max(span.since ?? leg.start, leg.start);
  const time = Math.max(firstTouch(leg, radius, wall, since, until), span.from ?? leg.start);
  if (time <= until) return { state: 'hit', time, normal: normalAt(time, leg, wall) };
  return touchesAtStart(leg, radius, wall) ? TOUCHING : SEPARATED;
}

/** Checks the neighbours too: NaN means "no neighbour" in the solvers' records, and a joint would pass for an end. */
function checkWall(wall: Segment): void {
  checkPoint("a wall's end A", startOfSegment(wall));
  checkPoint("a wall's end B", endOfSegment(wall));
  if (wall.beforeA) checkPoint("a wall's neighbour before A", wall.beforeA);
  if (wall.afterB) checkPoint("a wall's neighbour after B", wall.afterB);
}

const disc = new Float64Array(UNIFORM_LENGTH);
const walls = new Float64Array(WALL_LENGTH);

function firstTouch(leg: Leg, radius: number, wall: Segment, since: number, until: number): number {
  if (leg.kind === 'arc') return arcWallTime(new ArcFrom(leg, leg.start), radius, wall);
  if (leg.kind === 'curve') return searchWall(leg, radius, wall, since, until);
  writeDisc(disc, 0, leg, radius);
  writeWall(walls, 0, wall);
  return wallTime(disc, 0, walls, 0);
}

/** Exact for uniform motion, otherwise to within rounding. */
function touchesAtStart(leg: Leg, radius: number, wall: Segment): boolean {
  if (leg.kind !== 'arc' && leg.kind !== 'curve') {
    writeDisc(disc, 0, leg, radius);
    writeWall(walls, 0, wall);
    return wallTouchedAtStart(disc, 0, walls, 0);
  }
  const centre = positionAt(leg, leg.start);
  const size = sizeOf(centre) + sizeOf(startOfSegment(wall)) + radius;
  return discSegmentGap({ ...centre, radius }, wall) <= ROUNDING * size;
}

/**
 * Searches both sides of the face and both caps, each up to the first entry that counts. As on an arc, a disc that comes into the
 * strip around the wall's line beside the face may enter the face from the side, where it passes an end.
 */
function searchWall(curve: CurveLeg, radius: number, wall: Segment, since: number, until: number): number {
  const a = startOfSegment(wall);
  const b = endOfSegment(wall);
  const edge = difference(b, a);
  const length = lengthOf(edge);
  writeWall(walls, 0, wall);
  /** The distance of a centre's foot beyond A, or beyond B, in metres; negative over the face, 0 for a point. */
  const beyondA = (p: Vector): number => (length === 0 ? 0 : dot(difference(a, p), edge) / length);
  const beyondB = (p: Vector): number => (length === 0 ? 0 : dot(difference(p, b), edge) / length);
  const slackAt = (p: Vector): number => ROUNDING * (sizeOf(p) + sizeOf(a) + sizeOf(b));
  const isFree = (p: Vector, end: 'a' | 'b'): boolean => {
    const { x, y } = difference(p, end === 'a' ? a : b);
    const size = p.x * p.x + p.y * p.y + x * x + y * y;
    return !isOverNeighbour(x, y, size, walls, end === 'a' ? 0 : 2, end === 'a' ? 4 : 6);
  };

  const onward = { x: edge.x / length, y: edge.y / length };
  const ends = [
    [a, { x: -onward.x, y: -onward.y }],
    [b, onward],
  ] as const;
  const begin = positionAt(curve, curve.start);
  const velocity = velocityAt(curve, curve.start);
  const size = slideSize(largestOf(begin), radius);
  const speed = dot(velocity, onward);
  const way = slackAt(begin) - (speed > 0 ? beyondB(begin) : beyondA(begin));
  const sides = (length === 0 ? [] : [1, -1]).map((side) => {
    const out = { x: (-side * edge.y) / length, y: (side * edge.x) / length };
    const gapNow = dot(difference(begin, a), out) - radius;
    const approach = { gapNow, slopeNow: dot(velocity, out), touching: TOUCHING_GAP * size, slide: SLIDE * size };
    const departure = departureFrom(approach, way, speed, curve.maxAcceleration, curve.start);
    const isOnFace = (p: Vector, time: number, slack: number): boolean => {
      if (departure !== undefined && time <= departure.by) return false;
      // An overlap from the other side is handled by that side.
      return beyondA(p) <= slack && beyondB(p) <= slack && dot(difference(p, a), out) > 0;
    };
    return { out, departure, isOnFace };
  });
  const leaving = sides[0]?.departure ?? sides[1]?.departure;

  const r = double(radius);
  for (const window of windowsOfCurve(curve, radius, since, until)) {
    let first = NEVER;
    const take = (entries: Iterable<number>, counts: (position: Vector, time: number) => boolean): void => {
      for (const time of entries) {
        if (time >= first) return;
        if (counts(positionAt(curve, time), time)) first = time;
      }
    };
    for (const { out, isOnFace } of sides) {
      take(searchLine(curve, radius, a, out, window.from, window.until), (p, time) => {
        if (isOnFace(p, time, slackAt(p))) return true;
        // Beside the face, which the disc may enter from the side while it is hardly in the strip.
        const until = Math.min(endOfTouch(curve, radius, a, out, p, time), window.until);
        if (Math.max(beyondA(p), beyondB(p)) > curve.maxSpeed * (until - time) + slackAt(p)) return false;
        for (const [end, beyond] of ends) {
          for (const passage of searchLine(curve, 0, end, beyond, time, until)) {
            // The search for the passage has an error, too.
            const early = Math.max(dot(difference(positionAt(curve, passage), end), beyond), 0);
            take(searchLine(curve, radius, a, out, passage, window.until), (place, entry) =>
              isOnFace(place, entry, slackAt(place) + early),
            );
          }
        }
        return false;
      });
    }
    for (const end of ['a', 'b'] as const) {
      take(searchPoint(curve, r, end === 'a' ? a : b, window.from, window.until), (p, time) => {
        if (leaving?.over === end && time <= leaving.by) return isFree(positionAt(curve, leaving.by), end);
        return (end === 'a' ? beyondA(p) : beyondB(p)) >= -slackAt(p) && isFree(p, end);
      });
    }
    if (first !== NEVER) return first;
  }
  return NEVER;
}

/** The time by which a disc that closes is certainly deeper than touching, from a position on its curve; Infinity if uncertain. */
function endOfTouch(curve: CurveLeg, radius: number, a: Vector, out: Vector, p: Vector, time: number): number {
  const gap = dot(difference(p, a), out) - radius;
  const speed = -dot(velocityAt(curve, time), out);
  const depth = gap + TOUCHING_GAP * (sizeOf(p) + sizeOf(a) + radius);
  if (depth < 0) return time;
  // The gap shrinks at this speed, but for the acceleration.
  const root = speed * speed - 2 * curve.maxAcceleration * depth;
  return speed > 0 && root >= 0 ? time + (2 * depth) / (speed + Math.sqrt(root)) : Infinity;
}

/** Towards the nearest point of the wall; across it where the centre is on it. */
function normalAt(time: number, leg: Leg, wall: Segment): Vector {
  // Relative to the wall, in double-double where possible, since small discs may be far from the origin.
  const a = startOfSegment(wall);
  const centre =
    leg.kind === 'curve'
      ? difference(positionAt(leg, time), a)
      : rounded(fineDifference(fineMotion(leg)(time), fine(a)));
  const edge = difference(endOfSegment(wall), a);
  const nearest = closestPointOnSegment({ ax: 0, ay: 0, bx: edge.x, by: edge.y }, centre);
  const towards = difference(nearest, centre);
  return unit(towards.x === 0 && towards.y === 0 ? { x: -edge.y, y: edge.x } : towards);
}

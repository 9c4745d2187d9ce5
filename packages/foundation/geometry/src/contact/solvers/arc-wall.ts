import {
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  negated,
  square,
  squareRoot,
  subtract,
} from '../../double-double.js';
import { atan2 } from '../../elementary.js';
import { powerOfTwo } from '../../exact.js';
import { type FineVector, fine, fineCross, fineDifference, fineDot, fineSum, rounded } from '../../fine-vector.js';
import { endOfSegment, type Segment, startOfSegment } from '../../segment.js';
import { ROUNDING, SLIDE, slideSize, TOUCHING_GAP } from '../../tolerances.js';
import { dot, largestOf, lengthOf, sizeOf } from '../../vector.js';
import { NEVER } from '../contact.js';
import { entriesIntoDisc } from './arc-disc.js';
import { type Approach, type ArcFrom, entriesOfTurn, type FineGap } from './arc.js';
import { isOverNeighbour, WALL_LENGTH, writeWall } from './uniform-wall.js';

/** Below this, relative to its terms, a depth is that of a graze. */
const GRAZE = powerOfTwo(-94);
/**
 * Distance beyond an end at which a foot still counts as on the face, and the reverse: the effect of the last bits of a
 * time.
 */
const TIME_SLACK = powerOfTwo(-50);
const PLACE_SLACK = powerOfTwo(-90);

/**
 * The first instant, from the arc's on, at which a disc on an arc touches a wall and closes; NEVER if there is none.
 * Each side of the face and each cap has at most one entry per turn, so the first turn decides.
 *
 * A disc that touches the edge of the strip around the wall's line where it passes an end, as after a contact with the corner, on
 * a circle around it, or over a joint with another wall, may then go deeper over the face: it enters the face from the side. In
 * reverse, a disc that touches the face beside an end and leaves it over that end, before it is deeper than a slide may be, has
 * not hit the face.
 */
export function arcWallTime(arc: ArcFrom, radius: number, wall: Segment): number {
  const a = startOfSegment(wall);
  const b = endOfSegment(wall);
  const edge: FineVector = { x: exactDifference(b.x, a.x), y: exactDifference(b.y, a.y) };
  const lengthSquared = fineDot(edge, edge);
  const length = squareRoot(lengthSquared);
  const across: FineVector = { x: negated(edge.y), y: edge.x };
  const fromA = fineDifference(arc.position, fine(a));
  const fromB = fineDifference(fromA, edge);
  const centreAt = (time: number): FineVector => fineSum(fromA, arc.displacement(exactDifference(time, arc.instant)));
  const speed = lengthOf(rounded(arc.velocity));
  const size = sizeOf(rounded(fromA)) + length.hi;
  /** In metres along the wall, times its length. */
  const slackAt = (time: number): number => (TIME_SLACK * speed * time + PLACE_SLACK * size) * length.hi;

  let first = NEVER;
  const take = (times: readonly number[], counts: (time: number, centre: FineVector) => boolean): void => {
    for (const time of times) if (time < first && counts(time, centreAt(time))) first = time;
  };
  let leaving: Departure | undefined;
  if (length.hi > 0) {
    const onward = fineDot(edge, arc.velocity).hi;
    const along = fineDot(edge, fromA);
    const way = (onward > 0 ? subtract(lengthSquared, along).hi : along.hi) + slackAt(arc.instant);
    const bend = speed * Math.abs(arc.turnRate);
    for (const side of [1, -1] as const) {
      const strip = stripOf(arc, edge, length, fromA, radius, side);
      const departure = departureFrom(strip, way / length.hi, onward / length.hi, bend, arc.instant);
      leaving ??= departure;
      const isOnFace = (time: number, centre: FineVector): boolean => {
        if (departure !== undefined && time <= departure.by) return false;
        const foot = fineDot(edge, centre);
        const slack = slackAt(time);
        // An overlap from the other side is handled by that side.
        const isOnThisSide = fineCross(edge, centre).hi * side > 0;
        return isOnThisSide && foot.hi >= -slack && subtract(foot, lengthSquared).hi <= slack;
      };
      take(entriesOfTurn(arc, strip.gap, strip), isOnFace);
      for (const end of ['a', 'b'] as const) {
        const from = end === 'a' ? fromA : fromB;
        const x = from.x.hi + (side * radius * edge.y.hi) / length.hi;
        const y = from.y.hi - (side * radius * edge.x.hi) / length.hi;
        if (!leadsThrough(arc, x, y, 2 * strip.touching + ROUNDING * (size + radius))) continue;
        const beyond = stripOf(arc, across, length, from, 0, end === 'a' ? 1 : -1);
        for (const passage of entriesOfTurn(arc, beyond.gap, beyond)) {
          const later = arc.from(passage);
          const there = stripOf(later, edge, length, centreAt(passage), radius, side);
          if (Math.abs(there.gapNow) <= there.touching) take(entriesOfTurn(later, there.gap, there), isOnFace);
        }
      }
    }
  }
  const coordinate = largestOf(rounded(arc.position));
  writeWall(wallScene, 0, wall);
  const isFree = (time: number, centre: FineVector, end: 'a' | 'b'): boolean => {
    const { x, y } = rounded(end === 'a' ? centre : fineDifference(centre, edge));
    const moved = speed * time;
    const [corner, neighbour] = end === 'a' ? [0, 4] : [2, 6];
    return !isOverNeighbour(x, y, x * x + y * y + moved * moved, wallScene, corner, neighbour);
  };
  const isBeyond = (time: number, foot: DoubleDouble, end: 'a' | 'b'): boolean =>
    (end === 'a' ? -foot.hi : subtract(foot, lengthSquared).hi) >= -slackAt(time);
  for (const end of ['a', 'b'] as const) {
    take(entriesIntoDisc(arc, fine(end === 'a' ? a : b), double(radius), coordinate), (time, centre) => {
      if (leaving?.over === end && time <= leaving.by) return isFree(leaving.by, centreAt(leaving.by), end);
      return isBeyond(time, fineDot(edge, centre), end) && isFree(time, centre, end);
    });
  }
  return first;
}

/** The end over which a disc leaves a wall's face, and the time by which it certainly has. */
interface Departure {
  readonly over: 'a' | 'b';
  readonly by: number;
}

/**
 * Undefined unless a disc that touches a wall's face leaves it over an end before it is deeper than a slide may be.
 *
 * @param metres To the end ahead.
 * @param onward The present speed from A to B.
 * @param bend The largest acceleration.
 */
export function departureFrom(
  { gapNow, slopeNow, touching, slide }: Pick<Approach, 'gapNow' | 'slopeNow' | 'touching' | 'slide'>,
  metres: number,
  onward: number,
  bend: number,
  now: number,
): Departure | undefined {
  if (!(Math.abs(gapNow) <= touching)) return undefined;
  const speed = Math.abs(onward);
  const seconds = (2 * Math.max(metres, 0)) / speed;
  // The speed must stay at least half of the present one until then.
  const isLeaving = bend * seconds <= speed / 2 && (bend * seconds) / 2 - slopeNow <= slide / seconds;
  return isLeaving ? { over: onward > 0 ? 'b' : 'a', by: now + seconds } : undefined;
}

/** Whether the circle of an arc leads through a point, to within a margin; (x, y): the arc's position from that point. */
function leadsThrough({ spoke, reach }: ArcFrom, x: number, y: number, margin: number): boolean {
  const hub = { x: x - spoke.x.hi, y: y - spoke.y.hi };
  // The difference of the squares of the distance and the radius, which does not cancel.
  const excess = x * x + y * y - 2 * (x * spoke.x.hi + y * spoke.y.hi);
  return Math.abs(excess) <= margin * (lengthOf(hub) + reach.hi);
}

const wallScene = new Float64Array(WALL_LENGTH);

interface Strip extends Approach {
  readonly gap: FineGap;
}

/** The strip around the wall's line, for a disc that comes from its left (side 1) or right (-1). */
function stripOf(
  arc: ArcFrom,
  edge: FineVector,
  length: DoubleDouble,
  fromA: FineVector,
  radius: number,
  side: 1 | -1,
): Strip {
  /** Unit vector away from the wall on that side. */
  const out: FineVector = {
    x: divide(side > 0 ? negated(edge.y) : edge.y, length),
    y: divide(side > 0 ? edge.x : negated(edge.x), length),
  };
  const outward = rounded(out);
  const above = subtract(fineDot(out, fromA), double(radius));
  const gap: FineGap = {
    value: (seconds) => add(above, fineDot(out, arc.displacement(double(seconds)))),
    slope: (seconds) => dot(outward, arc.velocityAfter(seconds)),
  };

  // The component of the spoke away from the wall, and how far it can still fall and rise from there.
  const { spoke, reach } = arc;
  const up = fineDot(out, spoke);
  const aside = fineCross(out, spoke);
  const [below, over] =
    up.hi < 0
      ? [divide(square(aside), subtract(reach, up)), subtract(reach, up)]
      : [add(reach, up), divide(square(aside), add(reach, up))];
  const room = slideSize(largestOf(rounded(arc.position)), radius);
  return {
    gap,
    near: subtract(below, above).hi,
    far: add(over, above).hi,
    graze: GRAZE * (sizeOf(rounded(fromA)) + sizeOf(rounded(arc.position)) + Math.abs(aside.hi) + radius),
    now: atan2(-aside.hi, -up.hi),
    gapNow: above.hi,
    slopeNow: fineDot(out, arc.velocity).hi,
    touching: TOUCHING_GAP * room,
    slide: SLIDE * room,
    sum: radius,
  };
}

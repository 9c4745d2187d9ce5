import { discSegmentGap } from '../distance.js';
import { powerOfTwo } from '../exact.js';
import { type Leg, positionAt } from '../leg.js';
import type { Vector } from '../pose.js';
import { closestPointOnSegment, type Segment } from '../segment.js';
import { checkRadius, MAX_TIME } from '../tolerances.js';
import { ArcFrom } from './arc.js';
import { arcWallTime } from './arc-wall.js';
import { type Contact, NEVER, SEPARATED, type Span, TOUCHING } from './contact.js';
import { normalOf, writeDisc } from './disc-disc.js';
import { searchLine, searchPoint } from './search.js';
import { UNIFORM_LENGTH } from './uniform-motion.js';
import { isOverNeighbour, WALL_LENGTH, wallTime, writeWall } from './wall.js';

/**
 * When a moving disc touches a wall that stands still: its face, or one of its ends where no neighbour covers it. A
 * pure function of leg and wall, evaluated at the leg's start.
 */
export function discSegmentContact(leg: Leg, radius: number, wall: Segment, span: Span = {}): Contact {
  checkRadius('the radius of a disc', radius);
  const end = Math.min(leg.end, span.until ?? Infinity);
  const time = Math.max(firstTouch(leg, radius, wall, end), span.from ?? leg.start);
  if (time <= end) {
    const position = positionAt(leg, time);
    return { state: 'hit', time, normal: normalTo(wall, position, closestPointOnSegment(wall, position)) };
  }
  const gap = discSegmentGap({ x: leg.x, y: leg.y, radius }, wall);
  const size = Math.abs(leg.x) + Math.abs(leg.y) + Math.abs(wall.ax) + Math.abs(wall.ay) + radius;
  return gap <= ROUNDING * size ? TOUCHING : SEPARATED;
}

const ROUNDING = powerOfTwo(-48);

const disc = new Float64Array(UNIFORM_LENGTH);
const walls = new Float64Array(WALL_LENGTH);

function firstTouch(leg: Leg, radius: number, wall: Segment, end: number): number {
  if (leg.kind === 'arc') return arcWallTime(new ArcFrom(leg, leg.start), radius, wall);
  if (leg.kind === 'curve') return searchWall(leg, radius, wall, Math.min(end, MAX_TIME));
  writeDisc(disc, 0, leg, radius);
  writeWall(walls, 0, wall);
  return wallTime(disc, 0, walls, 0);
}

/** Both sides of the face and both caps, each up to the first entry that counts. */
function searchWall(leg: Leg, radius: number, wall: Segment, end: number): number {
  const a = { x: wall.ax, y: wall.ay };
  const b = { x: wall.bx, y: wall.by };
  const edge = { x: b.x - a.x, y: b.y - a.y };
  const length = Math.sqrt(edge.x * edge.x + edge.y * edge.y);
  writeWall(walls, 0, wall);
  /** Where the foot is, as a share of the wall's length. */
  const foot = ({ x, y }: Vector): number => ((x - a.x) * edge.x + (y - a.y) * edge.y) / (length * length);
  const slack = (ROUNDING * (Math.abs(a.x) + Math.abs(a.y) + Math.abs(leg.x) + Math.abs(leg.y) + length)) / length;

  let first = NEVER;
  const take = (entries: Iterable<number>, counts: (position: Vector) => boolean): void => {
    for (const time of entries) {
      if (time >= first) return;
      if (counts(positionAt(leg, time))) first = time;
    }
  };
  if (length > 0) {
    for (const side of [1, -1]) {
      const out = { x: (-side * edge.y) / length, y: (side * edge.x) / length };
      // What overlaps from the other side is that side's affair.
      const isOnFace = (p: Vector): boolean =>
        foot(p) >= -slack && foot(p) <= 1 + slack && (p.x - a.x) * out.x + (p.y - a.y) * out.y > 0;
      take(searchLine(leg, radius, a, out, leg.start, end), isOnFace);
    }
  }
  const isFree = ({ x, y }: Vector, corner: Vector, offset: number, neighbour: number): boolean => {
    const px = x - corner.x;
    const py = y - corner.y;
    return !isOverNeighbour(px, py, x * x + y * y + px * px + py * py, walls, offset, neighbour);
  };
  take(searchPoint(leg, radius, a, leg.start, end), (p) => (length === 0 || foot(p) <= slack) && isFree(p, a, 0, 4));
  take(
    searchPoint(leg, radius, b, leg.start, end),
    (p) => (length === 0 || foot(p) >= 1 - slack) && isFree(p, b, 2, 6),
  );
  return first;
}

/** Towards the nearest point of the wall; across it where the centre is on it. */
function normalTo(wall: Segment, centre: Vector, nearest: Vector): Vector {
  if (nearest.x !== centre.x || nearest.y !== centre.y) return normalOf(centre, nearest);
  return normalOf({ x: 0, y: 0 }, { x: wall.ay - wall.by, y: wall.bx - wall.ax });
}

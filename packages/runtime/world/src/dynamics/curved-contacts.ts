import { discSegmentContact, type Leg, restLeg, type Span, timeOfDiscs, WALL_LENGTH } from '@kineko/geometry';
import { segmentOfWall } from '../obstacles/walls.js';
import type { Bodies } from './bodies.js';
import { Body } from './body-layout.js';

/** Number of refinements of the bound: shorter times give sharper bounds. */
const STEPS_APART = 4;

/** Share of the time that two bodies take to pass each other: a contact that may come this soon is solved at once. */
const SOON = 0.02;

/** Contacts of bodies on arcs and curves, which have no closed form and are searched only until the next upkeep. */
export function curvedContacts(bodies: Bodies, walls: Float64Array, clock: Float64Array) {
  const wallCount = walls.length / WALL_LENGTH;
  return {
    momentFor,
    nextLook,
    curvedTime,
    apartUntil,
    curvedFixtureTime,
    secondsOff,
    isSoon,
    lookAgainBy,
    endOfClosing,
  };

  /** A time in which two bodies hardly approach each other, longer than the rounding error of an instant. */
  function momentFor(halo: number, robot: number): number {
    const { records } = bodies;
    const speeds = bodies.maxSpeedOf(halo) + bodies.maxSpeedOf(robot);
    const sum = records[halo * Body.SIZE + Body.RADIUS]! + records[robot * Body.SIZE + Body.RADIUS]!;
    return 8 * Number.EPSILON * clock[0]! + (1e-9 * sum) / speeds;
  }

  /** The time by which one of two bodies, at least one of them on an arc or a curve, will search again. */
  function nextLook(low: number, high: number): number {
    const { records } = bodies;
    return Math.min(
      bodies.isCurved(low) ? records[low * Body.SIZE + Body.CROSSING]! : Infinity,
      bodies.isCurved(high) ? records[high * Body.SIZE + Body.CROSSING]! : Infinity,
    );
  }

  function curvedTime(low: number, high: number, span: Span): number {
    const { records } = bodies;
    const now = clock[0]!;
    const until = span.until ?? nextLook(low, high);
    const radiusLow = records[low * Body.SIZE + Body.RADIUS]!;
    const radiusHigh = records[high * Body.SIZE + Body.RADIUS]!;
    const speeds = bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high);
    const sum = radiusLow + radiusHigh;
    const way = 1.001 * speeds * (until - now);
    const dx = bodies.xAt(high, now) - bodies.xAt(low, now);
    const dy = bodies.yAt(high, now) - bodies.yAt(low, now);
    const distance = Math.sqrt(dx * dx + dy * dy);
    // The bodies are too far apart to meet or, if only a return counts, overlap too much to separate before.
    if (distance > 1.001 * sum + way) return Infinity;
    if (span.after !== undefined && distance < 0.999 * sum - way) return Infinity;
    return timeOfDiscs(motionOf(low), radiusLow, motionOf(high), radiusHigh, { ...span, since: now, until });
  }

  /**
   * Until when it is searched whether bodies that touch now also close: until they have moved by their radii. Unlike the time of
   * the next search, it does not depend on the grid.
   */
  function endOfClosing(radii: number, speeds: number): number {
    return clock[0]! + radii / speeds;
  }

  /** The present leg of a body; without an end if it stands, as in `endOfMotion`. */
  function motionOf(slot: number): Leg {
    const leg = bodies.legOf(slot);
    return bodies.goes(slot) ? leg : { ...leg, end: Infinity };
  }

  /**
   * The time until which two bodies certainly stay apart, by their speeds and largest accelerations: over a short time the
   * distance is at least that of a body thrown at this speed against this acceleration. Infinity if they stay apart until one
   * of them searches again or its leg ends. In a crowd this rules out most neighbours.
   */
  function apartUntil(low: number, high: number, sum: number, until: number): number {
    const last = Math.min(until, endOfMotion(low), endOfMotion(high));
    const pull = bodies.maxAccelerationOf(low) + bodies.maxAccelerationOf(high);
    const speeds = bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high);
    let t = clock[0]!;
    for (let step = 0; step < STEPS_APART; step++) {
      const dx = bodies.xAt(high, t) - bodies.xAt(low, t);
      const dy = bodies.yAt(high, t) - bodies.yAt(low, t);
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance === 0) break;
      const closing =
        dx * (bodies.vxAt(high, t) - bodies.vxAt(low, t)) + dy * (bodies.vyAt(high, t) - bodies.vyAt(low, t));
      const next = t + secondsApart(distance - 1.001 * sum, closing / distance, pull, speeds);
      if (next > last) return Infinity;
      if (!(next > t)) break;
      t = next;
    }
    return t;
  }

  /**
   * The time at which a body certainly searches again because its motion ends. A body that stands may get another leg at the
   * same position without a search, so the end of its leg does not count.
   */
  function endOfMotion(slot: number): number {
    return bodies.goes(slot) ? bodies.endOf(slot) : Infinity;
  }

  function curvedFixtureTime(slot: number, fixture: number, until: number): number {
    const { records } = bodies;
    const now = clock[0]!;
    const at = slot * Body.SIZE;
    const disc = (bodies.count + fixture - wallCount) * Body.SIZE;
    const radius = records[at + Body.RADIUS]!;
    const span = { from: now, since: now, until };
    const leg = bodies.legOf(slot);
    if (fixture < wallCount) {
      const contact = discSegmentContact(leg, radius, segmentOfWall(walls, fixture), span);
      return contact.state === 'hit' ? contact.time : Infinity;
    }
    const rest = restLeg({ x: records[disc + Body.X]!, y: records[disc + Body.Y]!, heading: 0, start: 0 });
    return timeOfDiscs(leg, radius, rest, records[disc + Body.RADIUS]!, span);
  }

  /** Seconds in which a body certainly does not reach a fixture, which is convex. */
  function secondsOff(slot: number, fixture: number): number {
    const now = clock[0]!;
    const { records } = bodies;
    let dx = bodies.xAt(slot, now);
    let dy = bodies.yAt(slot, now);
    let reach = records[slot * Body.SIZE + Body.RADIUS]!;
    if (fixture < wallCount) {
      const w = fixture * WALL_LENGTH;
      const [ax, ay] = [walls[w]!, walls[w + 1]!];
      const [ex, ey] = [walls[w + 2]! - ax, walls[w + 3]! - ay];
      const along = ((dx - ax) * ex + (dy - ay) * ey) / (ex * ex + ey * ey || 1);
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      dx -= ax + share * ex;
      dy -= ay + share * ey;
    } else {
      const disc = (bodies.count + fixture - wallCount) * Body.SIZE;
      dx -= records[disc + Body.X]!;
      dy -= records[disc + Body.Y]!;
      reach += records[disc + Body.RADIUS]!;
    }
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance === 0) return 0;
    const speed = (dx * bodies.vxAt(slot, now) + dy * bodies.vyAt(slot, now)) / distance;
    return secondsApart(distance - 1.001 * reach, speed, bodies.maxAccelerationOf(slot), bodies.maxSpeedOf(slot));
  }

  /** Whether a contact that is possible from a time on is so near that it is solved at once. */
  function isSoon(time: number, metres: number, metresPerSecond: number): boolean {
    return !(time > clock[0]! + (SOON * metres) / metresPerSecond);
  }

  /** Makes a body on an arc or a curve search again at a given time, by a crossing. */
  function lookAgainBy(slot: number, time: number): void {
    const { records } = bodies;
    const at = slot * Body.SIZE + Body.CROSSING;
    if (time < records[at]!) records[at] = time;
  }
}

/**
 * Returns the number of seconds for which a distance certainly stays above 0, given its present rate of growth, the largest
 * acceleration and the largest speed. A clear retreat counts even if the two touch now.
 */
export function secondsApart(room: number, speed: number, pull: number, most: number): number {
  const leaving = speed > 0 ? (0.999 * speed) / pull : 0;
  if (!(room > 0)) return leaving;
  const root = Math.sqrt(speed * speed + 2 * pull * room);
  const thrown = speed > 0 ? (speed + root) / pull : (2 * room) / (root - speed);
  return Math.max(leaving, thrown, room / most);
}

export type CurvedContacts = ReturnType<typeof curvedContacts>;

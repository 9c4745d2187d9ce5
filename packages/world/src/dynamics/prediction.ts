import {
  discSegmentContact,
  restLeg,
  type Span,
  timeOfDiscs,
  touchTime,
  WALL_LENGTH,
  wallTime,
} from '@kineko/geometry';
import { EventClass, type SlotQueue } from '@kineko/kernel';
import { segmentOfWall } from '../obstacles/walls.js';
import { secondsApart } from './apart.js';
import type { Bodies } from './bodies.js';
import { bodyRecord } from './body-records.js';
import type { PlacesOfFixtures } from './fixtures.js';
import type { Grid } from './grid.js';
import type { Levels } from './levels.js';
import { withRoom } from './with-room.js';

const { CONTACT, CROSSING, NEVER, RADIUS, RECORD, START, VX, VY, X, Y } = bodyRecord;
const { Contact, GridUpkeep, Motion, Sensor } = EventClass;

// What a body may expect instead of a contact with another one; fixtures are numbered downwards from FIXTURE.
const NO_PARTNER = -1;
/** The partner has turned to someone else: at the old time of contact the body looks again. */
const LOST_PARTNER = -2;
export const FIRST_FIXTURE = -3;
const FIXTURE = FIRST_FIXTURE;

/** 2^-48: what a position may be wrong by, as a share of the numbers that it is computed from. */
const POSITION_NOISE = 3.552713678800501e-15;

// The cells around one, as steps from it: first all nine, then the three ahead over each side, in the order of the sides.
const ALL_AROUND = 9;
const AHEAD = 3;
const COLUMN_STEPS = Int32Array.of(-1, 0, 1, -1, 0, 1, -1, 0, 1, -1, -1, -1, 1, 1, 1, -1, 0, 1, -1, 0, 1);
const ROW_STEPS = Int32Array.of(-1, -1, -1, 0, 0, 0, 1, 1, 1, -1, 0, 1, -1, 0, 1, -1, -1, -1, 1, 1, 1);

/** Where else a body is expected: whoever has a halo wants to know who comes near. */
export interface HaloKeeper {
  readonly count: number;
  /** A robot and a halo are near each other, and one of them has a new motion, or came near: they may meet. */
  consider(halo: number, robot: number): void;
  /** A halo begins its search anew. */
  reset(halo: number): void;
}

/** So many are run before the simulator is asked again. */
const UPKEEP_AT_ONCE = 16;

/** Numbers in an array of one: those of up to 64 bytes stand in the heap, where the collector may move them. */
const OUTSIDE_OF_THE_HEAP = 9;

/** Who will touch whom, and what comes next for each body. Made by `predict`. */
export interface Prediction {
  /** The body that the next contact is with, or FIXTURE - f for the fixture f, or that there is none. */
  partners: Int32Array;
  /** Simulated seconds; in an array, since a number in a field of an object would be allocated anew at each change. */
  readonly clock: Float64Array;
  halos: HaloKeeper | undefined;
  /** Makes room for a halo. */
  reserve(slot: number): void;
  isUnsettled(slot: number): boolean;
  /** Its contact is being dealt with: it expects nothing until it is settled. */
  forgetContact(slot: number): void;
  /** Its motion has changed: whoever expected it has to look again. */
  leavePartner(slot: number): void;
  /** The partner of a body is gone. */
  desert(slot: number): void;
  /** Looks for the next contact of a body among all that is near, and queues its next event. */
  settle(slot: number): void;
  /** Whether a body may be in contact with a body at this instant besides one, or a fixture (below 0); false for most that stop. */
  mayTouchBodies(slot: number, besides: number): boolean;
  mayTouchFixtures(slot: number): boolean;
  /** When two touch and close by their present legs, solved at once; fixtures are numbered downwards from -1. */
  solvedTime(slot: number, other: number): number;
  /** Its upkeep is due. */
  lookAfter(slot: number): void;
  /** Queues the earliest of a body's events. */
  enqueue(slot: number): void;
  /** For the simulator. */
  readonly upkeep: { run(now: number, limit: number): boolean; readonly time: Float64Array; slot: number };
  /**
   * When a robot comes to the rim of a halo from outside; what happened before now is past. Of one that is inside, or at
   * the rim, that is when it comes back: straight ways do not.
   */
  entryTime(halo: number, robot: number, isInside: boolean): number;
}

/**
 * Who will touch whom, and what is the next event of each body: the earliest of its next contact, the end of its leg
 * and the crossing into the next cell.
 *
 * Contacts are mutual: when i expects j, then j expects i, at the same time. A body whose partner turns to someone else
 * keeps the old time, and looks again then. The time of a contact depends on the two legs alone, and ties are decided
 * by ids, so what is predicted does not depend on the grid, the queue, or on who looked when.
 *
 * Functions around constants, rather than a class: V8 compiles the objects that an inner function has of the outer one,
 * and their fields that were written once, right into the code of the inner one (as long as that is the only engine of
 * the process; else they are fetched, as those of a class would be). Measured: a seventh more contacts per second.
 *
 * @param contactsCount Whether bodies touch at all, or pass through each other.
 * @param isSlide Whether a pair that touches now goes on as it goes: fixtures are numbered downwards from -1.
 */
export function predict(
  bodies: Bodies,
  levels: Levels,
  walls: Float64Array,
  queue: SlotQueue,
  contactsCount: boolean,
  isSlide?: (slot: number, other: number, now: number) => boolean,
): Prediction {
  const clock = new Float64Array(OUTSIDE_OF_THE_HEAP);
  const best = new Float64Array(OUTSIDE_OF_THE_HEAP);
  let bestPartner = NO_PARTNER;
  const wallCount = walls.length / WALL_LENGTH;
  /** Whether contacts stop bodies, so that a second contact at the same instant would be found by nothing else. */
  const stops = contactsCount && isSlide === undefined;
  /** When each fixture was last looked at, by number of the search: it may stand in several cells. */
  const looks = new Uint32Array(wallCount + bodies.firstHalo - bodies.count);
  let look = 0;
  /**
   * Of each body, the two earliest times at which it may come near a body that it may touch: before the second one it
   * cannot touch two at once.
   */
  const nearTimes = new Float64Array(2 * bodies.firstHalo).fill(NEVER);
  /** Whether a body may touch a fixture by its present motion. */
  const nearsFixture = new Uint8Array(bodies.firstHalo);
  const prediction = {
    partners: new Int32Array(bodies.firstHalo).fill(NO_PARTNER),
    /** Bodies whose motion or partner changed and that have not looked for a contact since. */
    unsettled: new Uint8Array(bodies.firstHalo),
    clock,
    halos: undefined as HaloKeeper | undefined,
    reserve,
    isUnsettled,
    forgetContact,
    leavePartner,
    desert,
    settle,
    mayTouchBodies,
    mayTouchFixtures,
    solvedTime,
    lookAfter,
    enqueue,
    entryTime,
    upkeep: { run: runUpkeep, time: clock, slot: 0 },
  };
  return prediction;

  function reserve(slot: number): void {
    if (slot < prediction.partners.length) return;
    prediction.partners = withRoom(prediction.partners, new Int32Array(2 * (slot + 1)));
    prediction.unsettled = withRoom(prediction.unsettled, new Uint8Array(2 * (slot + 1)));
  }

  function isUnsettled(slot: number): boolean {
    return prediction.unsettled[slot] === 1;
  }

  function forgetContact(slot: number): void {
    bodies.records[slot * RECORD + CONTACT] = NEVER;
    prediction.partners[slot] = NO_PARTNER;
    prediction.unsettled[slot] = 1;
  }

  function leavePartner(slot: number): void {
    const partner = prediction.partners[slot]!;
    if (partner >= 0) desert(partner);
    forgetContact(slot);
  }

  function desert(slot: number): void {
    prediction.partners[slot] = LOST_PARTNER;
    enqueue(slot);
  }

  function settle(slot: number): void {
    prediction.unsettled[slot] = 0;
    setCrossing(slot);
    if (slot >= bodies.firstHalo) return settleHalo(slot);
    // Somebody may have come to expect it since it changed; a lost partner, or a wall, counts for nothing.
    const partner = prediction.partners[slot]!;
    const standing = partner >= 0 ? partner : NO_PARTNER;
    best[0] = partner >= 0 ? bodies.records[slot * RECORD + CONTACT]! : NEVER;
    bestPartner = standing;
    if (stops) {
      nearTimes[2 * slot] = best[0];
      nearTimes[2 * slot + 1] = NEVER;
      nearsFixture[slot] = 0;
    }
    searchAround(slot);
    if (contactsCount) adopt(slot, standing);
    enqueue(slot);
  }

  /** Goes on into the next cell; only what has come near is looked at, the standing prediction stays. */
  function cross(slot: number): void {
    if (bodies.isCurved(slot)) return settle(slot);
    const level = levels.leaving[slot]!;
    const direction = levels.cross(slot);
    setCrossing(slot);
    if (contactsCount || prediction.halos !== undefined) {
      const standing = prediction.partners[slot]!;
      best[0] = bodies.records[slot * RECORD + CONTACT]!;
      bestPartner = standing;
      const first = ALL_AROUND + direction * AHEAD;
      searchCells(slot, level, first, first + AHEAD);
      if (bestPartner !== standing && slot < bodies.firstHalo) adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** It leaves its cell, or has to look for a contact again. */
  function lookAfter(slot: number): void {
    if (bodies.records[slot * RECORD + CROSSING]! <= clock[0]!) cross(slot);
    else settle(slot);
  }

  function runUpkeep(now: number, limit: number): boolean {
    const { upkeep } = prediction;
    let last = now;
    for (let left = UPKEEP_AT_ONCE; left > 0; left--) {
      const slot = queue.top();
      if (slot < 0 || queue.classOf(slot) !== GridUpkeep) break;
      const time = queue.topTime();
      if (!(time > last && time < limit)) break;
      last = time;
      clock[0] = time;
      upkeep.slot = slot;
      lookAfter(slot);
    }
    return last > now;
  }

  function enqueue(slot: number): void {
    const at = slot * RECORD;
    const { records, legEnds, firstHalo } = bodies;
    let time = records[at + CROSSING]!;
    let eventClass: EventClass = GridUpkeep;
    const contact = records[at + CONTACT]!;
    if (contact < time) {
      time = contact;
      if (prediction.partners[slot] !== LOST_PARTNER) eventClass = slot < firstHalo ? Contact : Sensor;
    }
    if (slot < firstHalo && legEnds[slot]! < time) {
      time = legEnds[slot]!;
      eventClass = Motion;
    }
    if (time === NEVER) queue.clear(slot);
    else queue.set(slot, time, eventClass);
  }

  function entryTime(halo: number, robot: number, isInside: boolean): number {
    const now = clock[0]!;
    if (!bodies.isCurved(robot) && !bodies.isCurved(halo)) {
      const time = touchTime(bodies.records, robot * RECORD, halo * RECORD);
      return isInside || time < now ? NEVER : time;
    }
    return curvedTime(robot, halo, { after: isInside ? now + momentFor(halo, robot) : now });
  }

  /** Seconds in which two come hardly nearer, but more than rounding makes of an instant. */
  function momentFor(halo: number, robot: number): number {
    const { records } = bodies;
    const speeds = bodies.maxSpeedOf(halo) + bodies.maxSpeedOf(robot);
    const sum = records[halo * RECORD + RADIUS]! + records[robot * RECORD + RADIUS]!;
    return 8 * Number.EPSILON * clock[0]! + (1e-9 * sum) / speeds;
  }

  /**
   * The time at which two bodies touch and close; NEVER if they do not, or, where there is no closed form, not before one
   * of them is looked at again.
   */
  function pairTime(slot: number, other: number): number {
    const [low, high] = slot < other ? [slot, other] : [other, slot];
    if (bodies.isCurved(low) || bodies.isCurved(high)) return curvedPairTime(slot, other, low, high);
    return touchTime(bodies.records, low * RECORD, high * RECORD);
  }

  /**
   * A contact that is some way off is not solved yet: whoever is on the curve looks again when they may be near. Most have
   * another motion by then, and to solve for a contact costs as much as a hundred looks.
   */
  function curvedPairTime(slot: number, other: number, low: number, high: number): number {
    const { records } = bodies;
    const now = clock[0]!;
    const until = nextLook(low, high);
    const sum = records[low * RECORD + RADIUS]! + records[high * RECORD + RADIUS]!;
    const apart = apartUntil(low, high, sum, until);
    if (apart === NEVER) return NEVER;
    const soon = (SOON * sum) / (bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high));
    if (!(apart > now + soon)) return curvedTime(low, high, { from: now });
    const looker = bodies.isCurved(slot) ? slot : other;
    lookAgainBy(looker, apart);
    if (looker !== slot) enqueue(looker);
    return NEVER;
  }

  /** Of a body on an arc or a curve: what it looks at again it may as well have crossed into. */
  function lookAgainBy(slot: number, time: number): void {
    const { records } = bodies;
    const at = slot * RECORD + CROSSING;
    if (time < records[at]!) records[at] = time;
  }

  /** When one of two, of which at least one is on an arc or a curve, is looked at again in any case. */
  function nextLook(low: number, high: number): number {
    const { records } = bodies;
    return Math.min(
      bodies.isCurved(low) ? records[low * RECORD + CROSSING]! : NEVER,
      bodies.isCurved(high) ? records[high * RECORD + CROSSING]! : NEVER,
    );
  }

  function curvedTime(low: number, high: number, span: Span): number {
    const { records } = bodies;
    const now = clock[0]!;
    const until = nextLook(low, high);
    const radiusLow = records[low * RECORD + RADIUS]!;
    const radiusHigh = records[high * RECORD + RADIUS]!;
    const speeds = bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high);
    const sum = radiusLow + radiusHigh;
    const way = 1.001 * speeds * (until - now);
    const dx = bodies.xAt(high, now) - bodies.xAt(low, now);
    const dy = bodies.yAt(high, now) - bodies.yAt(low, now);
    const distance = Math.sqrt(dx * dx + dy * dy);
    // Too far to come together; or, where only that counts, so deep in each other that they cannot part before.
    if (distance > 1.001 * sum + way) return NEVER;
    if (span.after !== undefined && distance < 0.999 * sum - way) return NEVER;
    const legs = [bodies.legOf(low), bodies.legOf(high)] as const;
    return timeOfDiscs(legs[0], radiusLow, legs[1], radiusHigh, { ...span, since: now, until });
  }

  /**
   * Until when two come no nearer than to touch, as their speeds and the most that these can change say: in a short while
   * the distance is at least that of a body thrown with this speed against this pull. NEVER if that is so until one of
   * them is looked at again, or its leg ends. In a crowd most neighbours are ruled out so.
   */
  function apartUntil(low: number, high: number, sum: number, until: number): number {
    const last = Math.min(until, bodies.legEnds[low] ?? NEVER, bodies.legEnds[high] ?? NEVER);
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
      if (next > last) return NEVER;
      if (!(next > t)) break;
      t = next;
    }
    return t;
  }

  function settleHalo(slot: number): void {
    prediction.halos!.reset(slot);
    searchAround(slot);
    enqueue(slot);
  }

  function setCrossing(slot: number): void {
    const { records } = bodies;
    const at = slot * RECORD;
    if (bodies.isCurved(slot)) {
      const now = clock[0]!;
      const metres = levels.listLoosely(slot, bodies.xAt(slot, now), bodies.yAt(slot, now));
      // However fast it is, time goes on.
      const next = now + metres / bodies.maxSpeedOf(slot);
      records[at + CROSSING] = next > now ? next : now + now * Number.EPSILON;
    } else {
      if (levels.hasLoose) levels.listExactly(slot, clock[0]!);
      levels.setCrossing(slot);
      if (records[at + CROSSING]! < clock[0]!) records[at + CROSSING] = clock[0]!;
    }
  }

  /** Considers all that is near a body, in its own cells and those around. */
  function searchAround(slot: number): void {
    if (!contactsCount && prediction.halos === undefined) return;
    const { grids, homes } = levels;
    for (let level = homes[slot]!; level < grids.length; level++) searchCells(slot, level, 0, ALL_AROUND);
  }

  /** Considers what is in some of the cells around a body's own: those from `first` up to `end` in the table of steps. */
  function searchCells(slot: number, level: number, first: number, end: number): void {
    const grid = levels.grids[level]!;
    const isHome = level === levels.homes[slot];
    const isPlain = bodies.curvedCount === 0 && prediction.halos === undefined;
    if (isPlain) {
      searchBodies(slot, grid, first, end, 0);
      if (isHome && level > 0) searchBodies(slot, grid, first, end, grid.guests);
    } else {
      searchAll(slot, grid, first, end, 0);
      if (isHome && level > 0) searchAll(slot, grid, first, end, grid.guests);
    }
    if (!isHome) return;
    const fixtures = levels.fixtures[level]!;
    if (fixtures.isNear[grid.lists[slot]!] === 1 && contactsCount && slot < bodies.count && bodies.goes(slot)) {
      searchFixtures(slot, grid, fixtures, first, end);
    }
  }

  /**
   * Considers the bodies in some cells, all in uniform motion: the innermost loop of the simulator. Most pairs are
   * rejected in plain doubles, as of now, by discs that are larger by more than rounding can matter.
   */
  function searchBodies(slot: number, grid: Grid, first: number, end: number, lists: number): void {
    const { records, extent } = bodies;
    const { heads, next, columnMask, columnBits } = grid;
    const now = clock[0]!;
    const at = slot * RECORD;
    const vx = records[at + VX]!;
    const vy = records[at + VY]!;
    const seconds = now - records[at + START]!;
    const x = records[at + X]! + vx * seconds;
    const y = records[at + Y]! + vy * seconds;
    // Whoever can touch it soon is within a few cells, so that this bounds his position too.
    const noise = POSITION_NOISE * (extent[0]! + (x > 0 ? x : -x) + (y > 0 ? y : -y) + 8 * grid.cellSize);
    const noiseSquared = noise * noise;
    const reach = records[at + RADIUS]! + noise;
    const cellMask = grid.guests - 1;
    const own = grid.lists[slot]! & cellMask;
    const ownColumn = own & columnMask;
    const ownRow = own - ownColumn;
    for (let step = first; step < end; step++) {
      const rowStart = (ownRow + (ROW_STEPS[step]! << columnBits)) & cellMask;
      const list = lists + rowStart + ((ownColumn + COLUMN_STEPS[step]!) & columnMask);
      for (let other = heads[list]!; other >= 0; other = next[other]!) {
        const otherAt = other * RECORD;
        const ovx = records[otherAt + VX]!;
        const ovy = records[otherAt + VY]!;
        const wx = ovx - vx;
        const wy = ovy - vy;
        const otherSeconds = now - records[otherAt + START]!;
        const dx = records[otherAt + X]! + ovx * otherSeconds - x;
        const dy = records[otherAt + Y]! + ovy * otherSeconds - y;
        const ww = wx * wx + wy * wy;
        const sum = reach + records[otherAt + RADIUS]!;
        const room = 1.001 * sum * sum;
        const aside = dx * wy - dy * wx;
        const depth = ww * room - aside * aside;
        // They pass each other, as most do, or keep their distance, as the body does from itself.
        if (depth <= 0) continue;
        const closing = dx * wx + dy * wy;
        // They part.
        if (closing > 0 && closing * closing > noiseSquared * ww) continue;
        const gap = dx * dx + dy * dy - room;
        let soonest = now;
        if (gap > 0) {
          soonest += (0.9999999 * gap) / (Math.sqrt(depth) - closing);
          if (soonest > best[0]! || soonest > records[otherAt + CONTACT]!) continue;
        }
        considerUniform(slot, other, soonest);
      }
    }
  }

  function considerUniform(slot: number, other: number, soonest: number): void {
    const { records } = bodies;
    const low = slot < other ? slot : other;
    const high = slot < other ? other : slot;
    let time = touchTime(records, low * RECORD, high * RECORD);
    if (time <= clock[0]!) {
      time = clock[0]!;
      if (isSlide !== undefined && isSlide(slot, other, time)) return;
    }
    if (time === NEVER) return;
    if (stops) {
      comesNear(slot, other, soonest);
      comesNear(other, slot, soonest);
    }
    const otherContact = records[other * RECORD + CONTACT]!;
    if (time > best[0]! || time > otherContact) return;
    if (time === best[0] && !precedes(slot, other, slot, bestPartner)) return;
    if (time === otherContact && !precedes(slot, other, other, prediction.partners[other]!)) return;
    best[0] = time;
    bestPartner = other;
  }

  function comesNear(slot: number, partner: number, time: number): void {
    const at = 2 * slot;
    // The partner that it has was taken down before.
    if (time >= nearTimes[at + 1]! || prediction.partners[slot] === partner) return;
    if (time < nearTimes[at]!) {
      nearTimes[at + 1] = nearTimes[at]!;
      nearTimes[at] = time;
    } else {
      nearTimes[at + 1] = time;
    }
  }

  /** As `searchBodies`, where some are on arcs or curves, or have halos. */
  function searchAll(slot: number, grid: Grid, first: number, end: number, lists: number): void {
    const { heads, next } = grid;
    const isHalo = bodies.isHalo(slot);
    for (let step = first; step < end; step++) {
      const list = lists + grid.cellBeside(slot, COLUMN_STEPS[step]!, ROW_STEPS[step]!);
      for (let other = heads[list]!; other >= 0; other = next[other]!) {
        if (other === slot) continue;
        const otherIsHalo = bodies.isHalo(other);
        if (isHalo && otherIsHalo) continue;
        if (isHalo) prediction.halos!.consider(slot, other);
        else if (otherIsHalo) prediction.halos!.consider(other, slot);
        else if (contactsCount) considerBody(slot, other);
      }
    }
  }

  function considerBody(slot: number, other: number): void {
    const time = Math.max(pairTime(slot, other), clock[0]!);
    if (time === clock[0] && isSlide !== undefined && isSlide(slot, other, time)) return;
    if (time === NEVER) return;
    if (stops) {
      comesNear(slot, other, clock[0]!);
      comesNear(other, slot, clock[0]!);
    }
    const otherContact = bodies.records[other * RECORD + CONTACT]!;
    if (time > best[0]! || time > otherContact) return;
    if (time === best[0] && !precedes(slot, other, slot, bestPartner)) return;
    if (time === otherContact && !precedes(slot, other, other, prediction.partners[other]!)) return;
    best[0] = time;
    bestPartner = other;
  }

  function searchFixtures(slot: number, grid: Grid, fixtures: PlacesOfFixtures, first: number, end: number): void {
    const { starts, listed, everywhere } = fixtures;
    look++;
    for (let step = first; step < end; step++) {
      const cell = grid.cellBeside(slot, COLUMN_STEPS[step]!, ROW_STEPS[step]!);
      const endOfCell = starts[cell + 1]!;
      for (let i = starts[cell]!; i < endOfCell; i++) considerFixture(slot, listed[i]!);
    }
    for (let i = 0; i < everywhere.length; i++) considerFixture(slot, everywhere[i]!);
  }

  function considerFixture(slot: number, fixture: number): void {
    if (looks[fixture] === look) return;
    looks[fixture] = look;
    let time = fixtureTime(slot, fixture);
    if (time <= clock[0]!) {
      time = clock[0]!;
      if (isSlide !== undefined && isSlide(slot, -1 - fixture, time)) return;
    }
    if (time === NEVER) return;
    nearsFixture[slot] = 1;
    if (time > best[0]!) return;
    if (time === best[0] && !precedes(slot, FIXTURE - fixture, slot, bestPartner)) return;
    best[0] = time;
    bestPartner = FIXTURE - fixture;
  }

  // What may come near a body on an arc or a curve is not always looked at yet.

  function mayTouchBodies(slot: number, besides: number): boolean {
    return nearTimes[2 * slot + (besides >= 0 ? 1 : 0)]! <= clock[0]! || bodies.curvedCount > 0;
  }

  function mayTouchFixtures(slot: number): boolean {
    return nearsFixture[slot] === 1 || bodies.curvedCount > 0;
  }

  function solvedTime(slot: number, other: number): number {
    if (other < 0) return solvedFixtureTime(slot, -1 - other);
    const low = Math.min(slot, other);
    const high = Math.max(slot, other);
    const isCurved = bodies.isCurved(low) || bodies.isCurved(high);
    return isCurved ? curvedTime(low, high, {}) : touchTime(bodies.records, low * RECORD, high * RECORD);
  }

  function solvedFixtureTime(slot: number, fixture: number): number {
    if (!bodies.isCurved(slot)) return fixtureTime(slot, fixture);
    return secondsOff(slot, fixture) > 0 ? NEVER : curvedFixtureTime(slot, fixture);
  }

  function fixtureTime(slot: number, fixture: number): number {
    const at = slot * RECORD;
    const disc = (bodies.count + fixture - wallCount) * RECORD;
    if (!bodies.isCurved(slot)) {
      if (fixture >= wallCount) return touchTime(bodies.records, at, disc);
      return wallTime(bodies.records, at, walls, fixture * WALL_LENGTH);
    }
    const now = clock[0]!;
    const { records } = bodies;
    const apart = now + secondsOff(slot, fixture);
    if (apart > Math.min(records[at + CROSSING]!, bodies.legEnds[slot] ?? NEVER)) return NEVER;
    if (apart > now + (SOON * records[at + RADIUS]!) / bodies.maxSpeedOf(slot)) {
      lookAgainBy(slot, apart);
      return NEVER;
    }
    return curvedFixtureTime(slot, fixture);
  }

  function curvedFixtureTime(slot: number, fixture: number): number {
    const { records } = bodies;
    const now = clock[0]!;
    const at = slot * RECORD;
    const disc = (bodies.count + fixture - wallCount) * RECORD;
    const radius = records[at + RADIUS]!;
    const span = { from: now, since: now, until: records[at + CROSSING]! };
    const leg = bodies.legOf(slot);
    if (fixture < wallCount) {
      const contact = discSegmentContact(leg, radius, segmentOfWall(walls, fixture), span);
      return contact.state === 'hit' ? contact.time : NEVER;
    }
    const rest = restLeg({ x: records[disc + X]!, y: records[disc + Y]!, heading: 0, start: 0 });
    return timeOfDiscs(leg, radius, rest, records[disc + RADIUS]!, span);
  }

  /** Seconds in which a body does not come to a fixture: what is convex is left no faster than one goes. */
  function secondsOff(slot: number, fixture: number): number {
    const now = clock[0]!;
    const { records } = bodies;
    let dx = bodies.xAt(slot, now);
    let dy = bodies.yAt(slot, now);
    let reach = records[slot * RECORD + RADIUS]!;
    if (fixture < wallCount) {
      const w = fixture * WALL_LENGTH;
      const [ax, ay] = [walls[w]!, walls[w + 1]!];
      const [ex, ey] = [walls[w + 2]! - ax, walls[w + 3]! - ay];
      const along = ((dx - ax) * ex + (dy - ay) * ey) / (ex * ex + ey * ey || 1);
      const share = along < 0 ? 0 : along > 1 ? 1 : along;
      dx -= ax + share * ex;
      dy -= ay + share * ey;
    } else {
      const disc = (bodies.count + fixture - wallCount) * RECORD;
      dx -= records[disc + X]!;
      dy -= records[disc + Y]!;
      reach += records[disc + RADIUS]!;
    }
    const distance = Math.sqrt(dx * dx + dy * dy);
    if (distance === 0) return 0;
    const speed = (dx * bodies.vxAt(slot, now) + dy * bodies.vyAt(slot, now)) / distance;
    return secondsApart(distance - 1.001 * reach, speed, bodies.maxAccelerationOf(slot), bodies.maxSpeedOf(slot));
  }

  /** Whether, at the same time, the contact of a with p comes before that of b with q: by the order of events. */
  function precedes(a: number, p: number, b: number, q: number): boolean {
    if (q === NO_PARTNER || q === LOST_PARTNER) return true;
    const low = p < 0 ? a : Math.min(a, p);
    const high = p < 0 ? a : Math.max(a, p);
    const otherLow = q < 0 ? b : Math.min(b, q);
    const otherHigh = q < 0 ? b : Math.max(b, q);
    // Of two fixtures, which stand behind one another in the numbering, the first.
    return low < otherLow || (low === otherLow && (high < otherHigh || (high === otherHigh && p >= q)));
  }

  /** Takes the best contact found as the body's own in place of the one it had, and tells those whom that concerns. */
  function adopt(slot: number, standing: number): void {
    const partner = bestPartner;
    const { partners } = prediction;
    const { records } = bodies;
    if (standing >= 0 && standing !== partner) desert(standing);
    records[slot * RECORD + CONTACT] = best[0]!;
    partners[slot] = partner;
    if (partner < 0) return;
    const rival = partners[partner]!;
    if (rival >= 0 && rival !== slot) desert(rival);
    partners[partner] = slot;
    records[partner * RECORD + CONTACT] = best[0]!;
    enqueue(partner);
  }
}

/** So often the bound on where two may be is renewed: it is the sharper the shorter the while. */
const STEPS_APART = 4;

/** Of the time that two take to pass each other: a contact that may come this soon is solved at once. */
const SOON = 0.02;

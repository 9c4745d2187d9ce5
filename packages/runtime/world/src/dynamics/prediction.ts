import type { EventClass, SlotQueue } from '@kineko/kernel';
import type { Bodies } from './bodies.js';
import { Body, Clock, State, Status } from './body-layout.js';
import { curvedContacts } from './curved-contacts.js';
import { earliestContact, type IsSlide } from './earliest-contact.js';
import { fixtureSearch } from './fixture-search.js';
import { areNear } from './fixtures.js';
import { generalSearch, type HaloKeeper } from './general-search.js';
import { Link, Side } from './grid.js';
import type { Levels } from './levels.js';
import { Partner } from './partners.js';
import { plainSearch } from './plain-search.js';

/** The classes of the engine's events, for the reason given in `body-layout.ts`. */
const enum Class {
  GridUpkeep = 0,
  Contact = 1,
  Motion = 2,
  Sensor = 4,
}

/** Upkeep events run in one call. */
const UPKEEP_AT_ONCE = 16;

/**
 * Computes the next event of each body: the earliest of its next contact, the end of its leg and the crossing into the
 * next cell.
 *
 * Contacts are mutual: if i expects j, then j expects i, at the same time. A body whose partner finds an earlier contact
 * keeps the old time and searches again then. The time of a contact depends on the two legs alone, and ties are decided
 * by ids, so predictions do not depend on the grid, the queue or the order of searches.
 *
 * A closure rather than a class, like its parts: V8 compiles the constants of the outer function, and fields of theirs that
 * were written once, into the code of the inner functions, for the first engine of a thread. Measured: a seventh more
 * contacts per second.
 *
 * @param contactsCount Whether bodies touch at all, or pass through each other.
 */
export function predict(
  bodies: Bodies,
  levels: Levels,
  walls: Float64Array,
  queue: SlotQueue,
  contactsCount: boolean,
  isSlide?: IsSlide,
) {
  const { clock } = bodies;
  // The grid and the fixtures of plain worlds, as constants.
  const finest = levels.grids[0]!;
  const fixtures = levels.fixtures[0]!;
  const curved = curvedContacts(bodies, walls, clock);
  const earliest = earliestContact(bodies, clock, { stops: contactsCount && isSlide === undefined, isSlide });
  const { bestPartner, beginSearch, mayTouchBodies } = earliest;
  const fixtureContacts = fixtureSearch(bodies, walls, clock, curved, earliest);
  const { searchFixtures, mayTouchFixtures } = fixtureContacts;
  const searchFinest = plainSearch(bodies, finest, clock, earliest);
  const prediction = {
    halos: undefined as HaloKeeper | undefined,
    partnerOf,
    isUnsettled,
    forgetContact,
    leavePartner,
    losePartner,
    settle,
    mayTouchBodies,
    mayTouchFixtures,
    doUpkeep,
    enqueue,
    /** Called by the simulator. */
    upkeep: { run: runUpkeep, time: clock, slot: 0 },
  };
  const { searchAround, searchCells, solvedTime, entryTime } = generalSearch(bodies, levels, {
    clock,
    contactsCount,
    earliest,
    curved,
    fixtures: fixtureContacts,
    halos: () => prediction.halos,
    enqueue,
  });
  return Object.assign(prediction, { solvedTime, entryTime });

  /** The body that the next contact is with, FIXTURE - f for the fixture f, or one of the values that mean none. */
  function partnerOf(slot: number): number {
    return bodies.states[slot * State.SIZE + State.PARTNER]!;
  }

  /** Whether its motion or partner changed and it has not searched for a contact since. */
  function isUnsettled(slot: number): boolean {
    return (bodies.states[slot * State.SIZE + State.STATUS]! & Status.UNSETTLED) !== 0;
  }

  /** Drops the expected contact of a body until it is settled. */
  function forgetContact(slot: number): void {
    bodies.records[slot * Body.SIZE + Body.CONTACT] = Infinity;
    const { states } = bodies;
    states[slot * State.SIZE + State.PARTNER] = Partner.NONE;
    states[slot * State.SIZE + State.STATUS]! |= Status.UNSETTLED;
  }

  /** Called when the motion of a body has changed: its partner has to search again. */
  function leavePartner(slot: number): void {
    const partner = partnerOf(slot);
    if (partner >= 0) losePartner(partner);
    forgetContact(slot);
  }

  /** Called when the partner of a body has found another contact or changed its motion. */
  function losePartner(slot: number): void {
    bodies.states[slot * State.SIZE + State.PARTNER] = Partner.LOST;
    // An earlier event stays the next one.
    const next = queue.classOf(slot);
    if (next === Class.Contact || next === Class.Sensor) enqueue(slot);
  }

  // The common case, which most worlds never leave: there is one grid, and no body is on an arc or a curve or has a halo.

  function isPlain(): boolean {
    return levels.grids.length === 1 && bodies.curvedCount === 0 && prediction.halos === undefined && !finest.isVast;
  }

  /** As `settle`. */
  function settlePlain(slot: number): void {
    bodies.states[slot * State.SIZE + State.STATUS]! &= ~(Status.UNSETTLED | Status.NEARS_FIXTURE);
    // It may have been on an arc or a curve.
    if (levels.hasLoose) levels.listExactly(slot, clock[0]!);
    setPlainCrossing(slot);
    const standing = standingOf(slot);
    beginSearch(slot, standing);
    if (contactsCount) {
      const own = finest.listOf(slot);
      searchFinest(slot, own, Side.ALL);
      if (areNear(fixtures, own, Side.ALL)) searchFixtures(slot, finest, fixtures, Side.ALL);
      adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** As `crossAny`. */
  function crossPlain(slot: number): void {
    const { records, states } = bodies;
    const side = (states[slot * State.SIZE + State.STATUS]! >> Status.SIDE_BIT) & Status.SIDE_MASK;
    const own = finest.moveOver(slot, side, false);
    setPlainCrossing(slot);
    if (contactsCount) {
      const standing = states[slot * State.SIZE + State.PARTNER]!;
      clock[Clock.BEST] = records[slot * Body.SIZE + Body.CONTACT]!;
      bestPartner[0] = standing;
      searchFinest(slot, own, side);
      if (areNear(fixtures, own, side)) searchFixtures(slot, finest, fixtures, side);
      if (bestPartner[0] !== standing) adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** Searches for the next contact of a body with everything nearby, and queues its next event. */
  function settle(slot: number): void {
    if (isPlain()) return settlePlain(slot);
    bodies.states[slot * State.SIZE + State.STATUS]! &= ~(Status.UNSETTLED | Status.NEARS_FIXTURE);
    setCrossing(slot);
    if (slot >= bodies.firstHalo) return settleHalo(slot);
    const standing = standingOf(slot);
    beginSearch(slot, standing);
    searchAround(slot);
    if (contactsCount) adopt(slot, standing);
    enqueue(slot);
  }

  /** The body that expects it since its motion changed; a lost partner or a wall does not count. */
  function standingOf(slot: number): number {
    const partner = partnerOf(slot);
    return partner >= 0 ? partner : Partner.NONE;
  }

  function settleHalo(slot: number): void {
    prediction.halos!.reset(slot);
    searchAround(slot);
    enqueue(slot);
  }

  /** Moves a body into the next cell and considers only bodies and fixtures that came near; the present prediction stays. */
  function crossAny(slot: number): void {
    if (bodies.isCurved(slot)) return settle(slot);
    const level = levels.leavingOf(slot);
    const side = levels.cross(slot);
    setCrossing(slot);
    if (contactsCount || prediction.halos !== undefined) {
      const standing = partnerOf(slot);
      clock[Clock.BEST] = bodies.records[slot * Body.SIZE + Body.CONTACT]!;
      bestPartner[0] = standing;
      searchCells(slot, level, side);
      if (bestPartner[0] !== standing && slot < bodies.firstHalo) adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** A body leaves its cell, or has to search for a contact again. */
  function doUpkeep(slot: number): void {
    if (bodies.records[slot * Body.SIZE + Body.CROSSING]! > clock[0]!) settle(slot);
    else if (isPlain()) crossPlain(slot);
    else crossAny(slot);
  }

  function runUpkeep(now: number, limit: number): boolean {
    const { upkeep } = prediction;
    let last = now;
    for (let left = UPKEEP_AT_ONCE; left > 0; left--) {
      const slot = queue.top();
      if (slot < 0 || queue.classOf(slot) !== Class.GridUpkeep) break;
      const time = queue.topTime();
      if (!(time > last && time < limit)) break;
      last = time;
      clock[0] = time;
      upkeep.slot = slot;
      doUpkeep(slot);
    }
    return last > now;
  }

  /** Queues the earliest of a body's events. */
  function enqueue(slot: number): void {
    const at = slot * Body.SIZE;
    const { records, states, firstHalo } = bodies;
    let time = records[at + Body.CROSSING]!;
    let eventClass: EventClass = Class.GridUpkeep;
    const contact = records[at + Body.CONTACT]!;
    if (contact < time) {
      time = contact;
      if (states[slot * State.SIZE + State.PARTNER] !== Partner.LOST)
        eventClass = slot < firstHalo ? Class.Contact : Class.Sensor;
    }
    if ((states[slot * State.SIZE + State.STATUS]! & Status.ENDS) !== 0) {
      const end = bodies.endOf(slot);
      if (end < time) {
        time = end;
        eventClass = Class.Motion;
      }
    }
    if (time === Infinity) queue.clear(slot);
    else queue.set(slot, time, eventClass);
  }

  function setCrossing(slot: number): void {
    const { records } = bodies;
    const at = slot * Body.SIZE;
    if (bodies.isCurved(slot)) {
      const now = clock[0]!;
      const metres = levels.listLoosely(slot, bodies.xAt(slot, now), bodies.yAt(slot, now));
      // Time advances, however fast the body is.
      const next = now + metres / bodies.maxSpeedOf(slot);
      records[at + Body.CROSSING] = next > now ? next : now + now * Number.EPSILON;
    } else {
      if (levels.hasLoose) levels.listExactly(slot, clock[0]!);
      levels.setCrossing(slot, clock[0]!);
      if (records[at + Body.CROSSING]! < clock[0]!) records[at + Body.CROSSING] = clock[0]!;
    }
  }

  /** As `setCrossing`, and as `Levels.setCrossing` for one grid. */
  function setPlainCrossing(slot: number): void {
    const { records, states } = bodies;
    const { cellSize, firstColumn, firstRow } = finest;
    const cell = finest.links[(slot << Link.BITS) | Link.CELL]!;
    const at = slot * Body.SIZE;
    const vx = records[at + Body.VX]!;
    const vy = records[at + Body.VY]!;
    const isRight = +(vx > 0);
    const isUp = +(vy > 0);
    const inX =
      vx === 0 ? Infinity : ((firstColumn + ((cell << 16) >> 16) + isRight) * cellSize - records[at + Body.X]!) / vx;
    const inY = vy === 0 ? Infinity : ((firstRow + (cell >> 16) + isUp) * cellSize - records[at + Body.Y]!) / vy;
    // As in `sideOf`, and the earlier one without a branch.
    const isSideways = +(inX < inY);
    const upOrDown = Side.DOWN + isUp;
    const side = upOrDown + isSideways * (isRight - upOrDown);
    const status = slot * State.SIZE + State.STATUS;
    // The number of the grid is 0.
    states[status] = (states[status]! & ~Status.EXIT_MASK) | (side << Status.SIDE_BIT);
    clock[Clock.WAITS] = inY;
    clock[Clock.WAITS + 1] = inX;
    const crossing = records[at + Body.START]! + clock[Clock.WAITS + isSideways]!;
    const now = clock[0]!;
    records[at + Body.CROSSING] = crossing < now ? now : crossing;
  }

  /** Makes the best contact found that of the body and of its new partner, and updates the old partners. */
  function adopt(slot: number, standing: number): void {
    const partner = bestPartner[0]!;
    const { records, states } = bodies;
    if (standing >= 0 && standing !== partner) losePartner(standing);
    records[slot * Body.SIZE + Body.CONTACT] = clock[Clock.BEST]!;
    states[slot * State.SIZE + State.PARTNER] = partner;
    if (partner < 0) return;
    const rival = states[partner * State.SIZE + State.PARTNER]!;
    if (rival >= 0 && rival !== slot) losePartner(rival);
    states[partner * State.SIZE + State.PARTNER] = slot;
    records[partner * Body.SIZE + Body.CONTACT] = clock[Clock.BEST]!;
    enqueue(partner);
  }
}

/** The next contact and the next event of each body. */
export type Prediction = ReturnType<typeof predict>;

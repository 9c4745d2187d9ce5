import { touchTime, WALL_LENGTH, wallTime } from '@kineko/geometry';
import { EventClass, type SlotQueue } from '@kineko/kernel';
import type { Bodies } from './bodies.js';
import { bodyRecord, bodyState } from './body-layout.js';
import { curvedContacts } from './curved-contacts.js';
import type { PlacesOfFixtures } from './fixtures.js';
import { DOWN as DOWN_SIDE, type Grid, gridLinks } from './grid.js';
import type { Levels } from './levels.js';

const { CONTACT, CROSSING, NEVER, RADIUS, RECORD, RECORD_BITS, START, VX, VY, X, Y } = bodyRecord;
const { ENDS, EXIT, HOME, NEARS_FIXTURE, PARTNER, STATE, STATUS, UNSETTLED } = bodyState;
const { LINK_BITS, LIST, NEXT } = gridLinks;
const { Contact, GridUpkeep, Motion, Sensor } = EventClass;
const DOWN = DOWN_SIDE;

// Partners that are not bodies; fixtures are numbered downwards from FIXTURE.
const NO_PARTNER = -1;
/** The partner has found an earlier contact: the body searches again at the old contact time. */
const LOST_PARTNER = -2;
export const FIRST_FIXTURE = -3;
const FIXTURE = FIRST_FIXTURE;

/** 1 - 2^-44: makes squared distances smaller by more than their rounding errors. */
const NEARER = 0.9999999999999432;

/** 1 - 2^-51: the time of a contact is rounded, and late clocks round it down. */
const SOONER = 0.9999999999999996;

/** 2^-48: bound on the error of a position relative to the numbers it is computed from. */
const POSITION_NOISE = 3.552713678800501e-15;

// The neighbours of a cell as offsets: first all nine, then the three beyond each side, in the order of the sides.
const ALL_AROUND = 9;
const AHEAD = 3;
const COLUMN_STEPS = Int32Array.of(-1, 0, 1, -1, 0, 1, -1, 0, 1, -1, -1, -1, 1, 1, 1, -1, 0, 1, -1, 0, 1);
const ROW_STEPS = Int32Array.of(-1, -1, -1, 0, 0, 0, 1, 1, 1, -1, 0, 1, -1, 0, 1, -1, -1, -1, 1, 1, 1);

/** The halos, as far as searches need them. */
export interface HaloKeeper {
  readonly count: number;
  /** Called when a robot and a halo are near each other and one of them has a new motion or came near: they may meet. */
  consider(halo: number, robot: number): void;
  /** Called when a halo starts a new search. */
  reset(halo: number): void;
}

/** Shifted by this, a negative number is -1, and any other 0. */
const SIGN = 31;
const NEAR_LENGTH = 32;
const NEAR_MASK = NEAR_LENGTH - 1;

/** Upkeep events run in one call. */
const UPKEEP_AT_ONCE = 16;

/** Length of arrays that hold one number: V8 keeps arrays of up to 64 bytes in the heap, where the collector may move them. */
const OUTSIDE_OF_THE_HEAP = 9;

/**
 * Computes the next event of each body: the earliest of its next contact, the end of its leg and the crossing into the
 * next cell.
 *
 * Contacts are mutual: if i expects j, then j expects i, at the same time. A body whose partner finds an earlier contact
 * keeps the old time and searches again then. The time of a contact depends on the two legs alone, and ties are decided
 * by ids, so predictions do not depend on the grid, the queue or the order of searches.
 *
 * A closure rather than a class: V8 compiles the constants of the outer function, and fields of theirs that were written
 * once, into the code of the inner functions, as long as the process has one engine. Measured: a seventh more contacts
 * per second.
 *
 * @param contactsCount Whether bodies touch at all, or pass through each other.
 * @param isSlide Whether a bounce of a pair that touches now would change nothing; fixtures are numbered downwards from -1.
 */
export function predict(
  bodies: Bodies,
  levels: Levels,
  walls: Float64Array,
  queue: SlotQueue,
  contactsCount: boolean,
  isSlide?: (slot: number, other: number, now: number) => boolean,
) {
  const clock = new Float64Array(OUTSIDE_OF_THE_HEAP);
  const best = new Float64Array(OUTSIDE_OF_THE_HEAP);
  const waits = new Float64Array(OUTSIDE_OF_THE_HEAP);
  const { momentFor, nextLook, curvedTime, apartUntil, curvedFixtureTime, secondsOff } = curvedContacts(
    bodies,
    walls,
    clock,
  );
  let bestPartner = NO_PARTNER;
  /** See `searchFinest`. Each body that is taken adds at most one, so it never has more than one for each cell around. */
  const near = new Int32Array(NEAR_LENGTH);
  // The grid and the fixtures of plain worlds, as constants.
  const finest = levels.grids[0]!;
  const fixtures = levels.fixtures[0]!;
  const wallCount = walls.length / WALL_LENGTH;
  /** Whether contacts stop bodies, so that a second contact at the same instant would be found by nothing else. */
  const stops = contactsCount && isSlide === undefined;
  /** Number of the last search that considered each fixture, which may be listed in several cells. */
  const looks = new Uint32Array(wallCount + bodies.firstHalo - bodies.count);
  let look = 0;
  /**
   * The two earliest times at which each body may come near a body that it may touch: before the second one it cannot
   * touch two at once.
   */
  const nearTimes = new Float64Array(2 * bodies.firstHalo).fill(NEVER);
  const prediction = {
    /** Simulated seconds; in an array, since V8 would allocate a double field again at each change. */
    clock,
    halos: undefined as HaloKeeper | undefined,
    partnerOf,
    isUnsettled,
    forgetContact,
    leavePartner,
    losePartner,
    settle,
    mayTouchBodies,
    mayTouchFixtures,
    solvedTime,
    doUpkeep,
    enqueue,
    entryTime,
    /** Called by the simulator. */
    upkeep: { run: runUpkeep, time: clock, slot: 0 },
  };
  return prediction;

  /** The body that the next contact is with, FIXTURE - f for the fixture f, or one of the values that mean none. */
  function partnerOf(slot: number): number {
    return bodies.states[slot * STATE + PARTNER]!;
  }

  /** Whether its motion or partner changed and it has not searched for a contact since. */
  function isUnsettled(slot: number): boolean {
    return (bodies.states[slot * STATE + STATUS]! & UNSETTLED) !== 0;
  }

  /** Drops the expected contact of a body until it is settled. */
  function forgetContact(slot: number): void {
    bodies.records[slot * RECORD + CONTACT] = NEVER;
    const { states } = bodies;
    states[slot * STATE + PARTNER] = NO_PARTNER;
    states[slot * STATE + STATUS]! |= UNSETTLED;
  }

  /** Called when the motion of a body has changed: its partner has to search again. */
  function leavePartner(slot: number): void {
    const partner = partnerOf(slot);
    if (partner >= 0) losePartner(partner);
    forgetContact(slot);
  }

  /** Called when the partner of a body has found another contact or changed its motion. */
  function losePartner(slot: number): void {
    bodies.states[slot * STATE + PARTNER] = LOST_PARTNER;
    enqueue(slot);
  }

  // The common case, which most worlds never leave, and all that its events need in a few functions: there is one grid, and
  // no body is on an arc or a curve or has a halo.

  function isPlain(): boolean {
    return levels.grids.length === 1 && bodies.curvedCount === 0 && prediction.halos === undefined;
  }

  /** As `settle`. */
  function settlePlain(slot: number): void {
    const { records, states } = bodies;
    states[slot * STATE + STATUS]! &= ~(UNSETTLED | NEARS_FIXTURE);
    // It may have been on an arc or a curve.
    if (levels.hasLoose) levels.listExactly(slot, clock[0]!);
    setPlainCrossing(slot);
    const partner = states[slot * STATE + PARTNER]!;
    const standing = partner >= 0 ? partner : NO_PARTNER;
    best[0] = partner >= 0 ? records[slot * RECORD + CONTACT]! : NEVER;
    bestPartner = standing;
    if (stops) {
      nearTimes[2 * slot] = best[0];
      nearTimes[2 * slot + 1] = NEVER;
    }
    if (contactsCount) {
      searchFinest(slot, 0, ALL_AROUND);
      if (fixtures.isNear[finest.listOf(slot)] === 1) searchFixtures(slot, finest, fixtures, 0, ALL_AROUND);
      adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** As `cross`. */
  function crossPlain(slot: number): void {
    const { records, states } = bodies;
    // The number of the grid is 0.
    const side = states[slot * STATE + EXIT]!;
    finest.moveOver(slot, side);
    setPlainCrossing(slot);
    if (contactsCount) {
      const standing = states[slot * STATE + PARTNER]!;
      best[0] = records[slot * RECORD + CONTACT]!;
      bestPartner = standing;
      const first = ALL_AROUND + side * AHEAD;
      searchFinest(slot, first, first + AHEAD);
      if (fixtures.isNear[finest.listOf(slot)] === 1) searchFixtures(slot, finest, fixtures, first, first + AHEAD);
      if (bestPartner !== standing) adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** Searches for the next contact of a body with everything nearby, and queues its next event. */
  function settle(slot: number): void {
    if (isPlain()) return settlePlain(slot);
    bodies.states[slot * STATE + STATUS]! &= ~(UNSETTLED | NEARS_FIXTURE);
    setCrossing(slot);
    if (slot >= bodies.firstHalo) return settleHalo(slot);
    // Another body may expect it since it changed; a lost partner or a wall does not count.
    const partner = partnerOf(slot);
    const standing = partner >= 0 ? partner : NO_PARTNER;
    best[0] = partner >= 0 ? bodies.records[slot * RECORD + CONTACT]! : NEVER;
    bestPartner = standing;
    if (stops) {
      nearTimes[2 * slot] = best[0];
      nearTimes[2 * slot + 1] = NEVER;
    }
    searchAround(slot);
    if (contactsCount) adopt(slot, standing);
    enqueue(slot);
  }

  /** Moves a body into the next cell and considers only bodies and fixtures that came near; the present prediction stays. */
  function cross(slot: number): void {
    if (isPlain()) return crossPlain(slot);
    if (bodies.isCurved(slot)) return settle(slot);
    const level = levels.leavingOf(slot);
    const direction = levels.cross(slot);
    setCrossing(slot);
    if (contactsCount || prediction.halos !== undefined) {
      const standing = partnerOf(slot);
      best[0] = bodies.records[slot * RECORD + CONTACT]!;
      bestPartner = standing;
      const first = ALL_AROUND + direction * AHEAD;
      searchCells(slot, level, first, first + AHEAD);
      if (bestPartner !== standing && slot < bodies.firstHalo) adopt(slot, standing);
    }
    enqueue(slot);
  }

  /** A body leaves its cell, or has to search for a contact again. */
  function doUpkeep(slot: number): void {
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
      doUpkeep(slot);
    }
    return last > now;
  }

  /** Queues the earliest of a body's events. */
  function enqueue(slot: number): void {
    const at = slot * RECORD;
    const { records, states, firstHalo } = bodies;
    let time = records[at + CROSSING]!;
    let eventClass: EventClass = GridUpkeep;
    const contact = records[at + CONTACT]!;
    if (contact < time) {
      time = contact;
      if (states[slot * STATE + PARTNER] !== LOST_PARTNER) eventClass = slot < firstHalo ? Contact : Sensor;
    }
    if ((states[slot * STATE + STATUS]! & ENDS) !== 0) {
      const end = bodies.endOf(slot);
      if (end < time) {
        time = end;
        eventClass = Motion;
      }
    }
    if (time === NEVER) queue.clear(slot);
    else queue.set(slot, time, eventClass);
  }

  /**
   * The time at which a robot enters a halo from outside, not before now. For a robot inside or at the rim: the time of its
   * return, which straight legs never have.
   */
  function entryTime(halo: number, robot: number, isInside: boolean): number {
    const now = clock[0]!;
    if (!bodies.isCurved(robot) && !bodies.isCurved(halo)) {
      const time = touchTime(bodies.records, robot * RECORD, halo * RECORD);
      return isInside || time < now ? NEVER : time;
    }
    return curvedTime(robot, halo, { after: isInside ? now + momentFor(halo, robot) : now });
  }

  /**
   * The time at which two bodies touch and close; NEVER if they do not or, without a closed form, not before the next search
   * of one of them.
   */
  function pairTime(slot: number, other: number): number {
    const [low, high] = slot < other ? [slot, other] : [other, slot];
    if (bodies.isCurved(low) || bodies.isCurved(high)) return curvedPairTime(slot, other, low, high);
    return touchTime(bodies.records, low * RECORD, high * RECORD);
  }

  /**
   * A distant contact is not solved yet: the body on the curve searches again when the two may be near. Most have another
   * motion by then, and solving costs as much as a hundred searches.
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

  /** Makes a body on an arc or a curve search again at a given time, by a crossing. */
  function lookAgainBy(slot: number, time: number): void {
    const { records } = bodies;
    const at = slot * RECORD + CROSSING;
    if (time < records[at]!) records[at] = time;
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
      // Time advances, however fast the body is.
      const next = now + metres / bodies.maxSpeedOf(slot);
      records[at + CROSSING] = next > now ? next : now + now * Number.EPSILON;
    } else {
      if (levels.hasLoose) levels.listExactly(slot, clock[0]!);
      levels.setCrossing(slot);
      if (records[at + CROSSING]! < clock[0]!) records[at + CROSSING] = clock[0]!;
    }
  }

  /** As `setCrossing`, and as `Levels.setCrossing` for one grid. */
  function setPlainCrossing(slot: number): void {
    const { records, states } = bodies;
    const { places, cellSize } = finest;
    const at = slot * RECORD;
    const vx = records[at + VX]!;
    const vy = records[at + VY]!;
    const isRight = +(vx > 0);
    const isUp = +(vy > 0);
    const inX = vx === 0 ? NEVER : ((places[2 * slot]! + isRight) * cellSize - records[at + X]!) / vx;
    const inY = vy === 0 ? NEVER : ((places[2 * slot + 1]! + isUp) * cellSize - records[at + Y]!) / vy;
    // As in `sideOf`, and the earlier one without a branch.
    const isSideways = +(inX < inY);
    const upOrDown = DOWN + isUp;
    states[slot * STATE + EXIT] = upOrDown + isSideways * (isRight - upOrDown);
    waits[0] = inY;
    waits[1] = inX;
    const crossing = records[at + START]! + waits[isSideways]!;
    const now = clock[0]!;
    records[at + CROSSING] = crossing < now ? now : crossing;
  }

  /** Considers everything in the cell of a body and those around it. */
  function searchAround(slot: number): void {
    if (!contactsCount && prediction.halos === undefined) return;
    const { grids } = levels;
    for (let level = bodies.states[slot * STATE + HOME]!; level < grids.length; level++)
      searchCells(slot, level, 0, ALL_AROUND);
  }

  /** Considers some of the cells around that of a body: those from `first` up to `end` in the table of steps. */
  function searchCells(slot: number, level: number, first: number, end: number): void {
    const grid = levels.grids[level]!;
    const isHome = level === bodies.states[slot * STATE + HOME];
    searchAll(slot, grid, first, end, 0);
    if (isHome && level > 0 && grid.hasSmaller) searchAll(slot, grid, first, end, grid.smaller);
    if (!isHome) return;
    const fixtures = levels.fixtures[level]!;
    if (fixtures.isNear[grid.listOf(slot)] === 1 && contactsCount && slot < bodies.count) {
      searchFixtures(slot, grid, fixtures, first, end);
    }
  }

  /**
   * Considers the bodies in some cells of the only grid, all in uniform motion: the innermost loop of the simulator. Most
   * pairs are rejected in plain doubles, as of now, by discs that are larger by more than rounding can matter.
   *
   * Two discs that are apart will touch if they close, b < 0, and b² > |w|² c (see `touchTime`). That is one comparison,
   * b |b| + |w|² c < 0, since two would be two branches that no processor can predict. The body itself is rejected too: its
   * distance from itself does not change. Where discs overlap, or an error of the positions changes the sign of b, the sum
   * is below 0 as well: the radius has four times that error in reserve.
   *
   * For the same reason, bodies are taken from a short queue, `near`, to which the first body of each cell, and then the
   * next one of each list, are added without a branch: a negative number, the end of a list, is overwritten by the next
   * one. Measured: a sixth more collisions per second than with nested loops.
   */
  function searchFinest(slot: number, first: number, end: number): void {
    const { records, extent } = bodies;
    const { heads, links, columnMask, columnBits, cellSize } = finest;
    const cellMask = finest.smaller - 1;
    const now = clock[0]!;
    const at = slot << RECORD_BITS;
    const vx = records[at | VX]!;
    const vy = records[at | VY]!;
    const seconds = now - records[at | START]!;
    const x = records[at | X]! + vx * seconds;
    const y = records[at | Y]! + vy * seconds;
    // A body that can touch it soon is within a few cells, so this bounds its position too.
    const noise = POSITION_NOISE * (extent[0]! + Math.abs(x) + Math.abs(y) + 8 * cellSize);
    const reach = records[at | RADIUS]! + 4 * noise;
    const own = links[(slot << LINK_BITS) | LIST]!;
    const ownColumn = own & columnMask;
    const ownRow = own - ownColumn;
    // `| 0`: otherwise V8 does not know that these are small integers.
    const last = end | 0;
    let count = 0;
    for (let step = first | 0; step < last; step = (step + 1) | 0) {
      const row = (ownRow + (ROW_STEPS[step]! << columnBits)) & cellMask;
      const head = heads[row | ((ownColumn + COLUMN_STEPS[step]!) & columnMask)]!;
      near[count] = head;
      count = (count + 1 + (head >> SIGN)) | 0;
    }
    for (let taken = 0; taken < count; taken = (taken + 1) | 0) {
      const other = near[taken & NEAR_MASK]!;
      const next = links[(other << LINK_BITS) | NEXT]!;
      near[count & NEAR_MASK] = next;
      count = (count + 1 + (next >> SIGN)) | 0;
      const otherAt = other << RECORD_BITS;
      const ovx = records[otherAt | VX]!;
      const ovy = records[otherAt | VY]!;
      const wx = ovx - vx;
      const wy = ovy - vy;
      const otherSeconds = now - records[otherAt | START]!;
      const dx = records[otherAt | X]! + ovx * otherSeconds - x;
      const dy = records[otherAt | Y]! + ovy * otherSeconds - y;
      const sum = reach + records[otherAt | RADIUS]!;
      const gap = NEARER * (dx * dx + dy * dy) - 1.001 * sum * sum;
      const closing = dx * wx + dy * wy;
      const miss = closing * Math.abs(closing) + (wx * wx + wy * wy) * gap;
      if (miss >= 0) continue;
      let soonest = now;
      if (gap > 0) {
        soonest = SOONER * (now + (0.9999999 * gap) / (Math.sqrt(-miss) - closing));
        if (soonest > best[0]! || soonest > records[otherAt | CONTACT]!) continue;
      }
      considerUniform(slot, other, soonest);
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
    if (time === otherContact && !precedes(slot, other, other, partnerOf(other))) return;
    best[0] = time;
    bestPartner = other;
  }

  function comesNear(slot: number, partner: number, time: number): void {
    const at = 2 * slot;
    // Its present partner is already counted.
    if (time >= nearTimes[at + 1]! || partnerOf(slot) === partner) return;
    if (time < nearTimes[at]!) {
      nearTimes[at + 1] = nearTimes[at]!;
      nearTimes[at] = time;
    } else {
      nearTimes[at + 1] = time;
    }
  }

  /** As `searchBodies`, for worlds with arcs, curves or halos. */
  function searchAll(slot: number, grid: Grid, first: number, end: number, lists: number): void {
    const { heads, links } = grid;
    const isHalo = bodies.isHalo(slot);
    for (let step = first; step < end; step++) {
      const list = lists + grid.cellBeside(slot, COLUMN_STEPS[step]!, ROW_STEPS[step]!);
      for (let other = heads[list]!; other >= 0; other = links[(other << LINK_BITS) + NEXT]!) {
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
    if (time === otherContact && !precedes(slot, other, other, partnerOf(other))) return;
    best[0] = time;
    bestPartner = other;
  }

  function searchFixtures(slot: number, grid: Grid, fixtures: PlacesOfFixtures, first: number, end: number): void {
    if (!bodies.goes(slot)) return;
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
    bodies.states[slot * STATE + STATUS]! |= NEARS_FIXTURE;
    if (time > best[0]!) return;
    if (time === best[0] && !precedes(slot, FIXTURE - fixture, slot, bestPartner)) return;
    best[0] = time;
    bestPartner = FIXTURE - fixture;
  }

  /**
   * Whether a body may touch another body at this instant besides its partner or a fixture (below 0); rarely true. A search
   * may not have considered yet which bodies come near one on an arc or a curve.
   */
  function mayTouchBodies(slot: number, besides: number): boolean {
    return nearTimes[2 * slot + (besides >= 0 ? 1 : 0)]! <= clock[0]! || bodies.curvedCount > 0;
  }

  function mayTouchFixtures(slot: number): boolean {
    return (bodies.states[slot * STATE + STATUS]! & NEARS_FIXTURE) !== 0 || bodies.curvedCount > 0;
  }

  /**
   * The time at which two bodies on their present legs touch and close, solved at once; fixtures are numbered downwards from
   * -1.
   */
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
    if (apart > Math.min(records[at + CROSSING]!, bodies.endOf(slot))) return NEVER;
    if (apart > now + (SOON * records[at + RADIUS]!) / bodies.maxSpeedOf(slot)) {
      lookAgainBy(slot, apart);
      return NEVER;
    }
    return curvedFixtureTime(slot, fixture);
  }

  /** Whether, at the same time, the contact of a with p comes before that of b with q: by the order of events. */
  function precedes(a: number, p: number, b: number, q: number): boolean {
    if (q === NO_PARTNER || q === LOST_PARTNER) return true;
    const low = p < 0 ? a : Math.min(a, p);
    const high = p < 0 ? a : Math.max(a, p);
    const otherLow = q < 0 ? b : Math.min(b, q);
    const otherHigh = q < 0 ? b : Math.max(b, q);
    // Between two fixtures the lower number comes first.
    return low < otherLow || (low === otherLow && (high < otherHigh || (high === otherHigh && p >= q)));
  }

  /** Makes the best contact found that of the body and of its new partner, and updates the old partners. */
  function adopt(slot: number, standing: number): void {
    const partner = bestPartner;
    const { records, states } = bodies;
    if (standing >= 0 && standing !== partner) losePartner(standing);
    records[slot * RECORD + CONTACT] = best[0]!;
    states[slot * STATE + PARTNER] = partner;
    if (partner < 0) return;
    const rival = states[partner * STATE + PARTNER]!;
    if (rival >= 0 && rival !== slot) losePartner(rival);
    states[partner * STATE + PARTNER] = slot;
    records[partner * RECORD + CONTACT] = best[0]!;
    enqueue(partner);
  }
}

/** The next contact and the next event of each body. */
export type Prediction = ReturnType<typeof predict>;

/** Share of the time that two bodies take to pass each other: a contact that may come this soon is solved at once. */
const SOON = 0.02;

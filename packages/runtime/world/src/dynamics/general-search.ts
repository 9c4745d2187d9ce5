import { touchTime } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { Body } from './body-layout.js';
import type { CurvedContacts } from './curved-contacts.js';
import type { EarliestContact } from './earliest-contact.js';
import type { FixtureSearch } from './fixture-search.js';
import { areNear } from './fixtures.js';
import { endOfSteps, firstStep, type Grid, Link, Side, surroundings } from './grid.js';
import type { Levels } from './levels.js';

const STEPS = surroundings;

/** The halos, as far as searches need them. */
export interface HaloKeeper {
  readonly count: number;
  /** Called when a robot and a halo are near each other and one of them has a new motion or came near: they may meet. */
  consider(halo: number, robot: number): void;
  /** Called when a halo starts a new search. */
  reset(halo: number): void;
}

/** Parts of the engine that a search uses, besides the bodies and the grids. */
interface GeneralSearchOptions {
  readonly clock: Float64Array;
  /** Whether bodies touch at all, or pass through each other. */
  readonly contactsCount: boolean;
  readonly earliest: EarliestContact;
  readonly curved: CurvedContacts;
  readonly fixtures: FixtureSearch;
  /** The halos, once there are any. */
  readonly halos: () => HaloKeeper | undefined;
  readonly enqueue: (slot: number) => void;
}

/** The search in worlds with several grids, halos, or bodies on arcs and curves. */
export function generalSearch(bodies: Bodies, levels: Levels, options: GeneralSearchOptions) {
  const { clock, contactsCount, halos, enqueue } = options;
  const { considerAt } = options.earliest;
  const { momentFor, nextLook, curvedTime, apartUntil, endOfClosing, isSoon, lookAgainBy } = options.curved;
  const { searchFixtures, solvedFixtureTime } = options.fixtures;
  return { searchAround, searchCells, solvedTime, entryTime };

  /** Considers everything in the cell of a body and those around it. */
  function searchAround(slot: number): void {
    if (!contactsCount && halos() === undefined) return;
    const { grids } = levels;
    for (let level = levels.homeLevelOf(slot); level < grids.length; level++) searchCells(slot, level, Side.ALL);
  }

  /** Considers the cells beyond a side of that of a body, or all around. */
  function searchCells(slot: number, level: number, side: number): void {
    const grid = levels.grids[level]!;
    const isHome = level === levels.homeLevelOf(slot);
    searchLists(slot, grid, side, 0);
    if (isHome && level > 0 && grid.hasSmaller) searchLists(slot, grid, side, grid.smaller);
    if (!isHome) return;
    const fixtures = levels.fixtures[level]!;
    if (areNear(fixtures, grid.listOf(slot), side) && contactsCount && slot < bodies.count) {
      searchFixtures(slot, grid, fixtures, side);
    }
  }

  function searchLists(slot: number, grid: Grid, side: number, lists: number): void {
    const { heads, links } = grid;
    const isHalo = bodies.isHalo(slot);
    const end = endOfSteps(side);
    for (let step = firstStep(side); step < end; step++) {
      const list = lists + grid.cellBeside(slot, STEPS[2 * step]!, STEPS[2 * step + 1]!);
      for (let other = heads[list]!; other >= 0; other = links[(other << Link.BITS) + Link.NEXT]!) {
        if (other === slot) continue;
        const otherIsHalo = bodies.isHalo(other);
        if (isHalo && otherIsHalo) continue;
        if (isHalo) halos()!.consider(slot, other);
        else if (otherIsHalo) halos()!.consider(other, slot);
        else if (contactsCount) considerAt(slot, other, pairTime(slot, other), clock[0]!);
      }
    }
  }

  /**
   * The time at which two bodies touch and close; Infinity if they do not or, without a closed form, not before the next search
   * of one of them.
   */
  function pairTime(slot: number, other: number): number {
    const [low, high] = slot < other ? [slot, other] : [other, slot];
    if (bodies.isCurved(low) || bodies.isCurved(high)) return curvedPairTime(slot, other, low, high);
    return touchTime(bodies.records, low * Body.SIZE, high * Body.SIZE);
  }

  /**
   * A distant contact is not solved yet: the body on the curve searches again when the two may be near. Most have another
   * motion by then, and solving costs as much as a hundred searches.
   */
  function curvedPairTime(slot: number, other: number, low: number, high: number): number {
    const { records } = bodies;
    const until = nextLook(low, high);
    const sum = records[low * Body.SIZE + Body.RADIUS]! + records[high * Body.SIZE + Body.RADIUS]!;
    const apart = apartUntil(low, high, sum, until);
    if (apart === Infinity) return Infinity;
    if (isSoon(apart, sum, bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high))) {
      return curvedTime(low, high, { from: clock[0]! });
    }
    const looker = bodies.isCurved(slot) ? slot : other;
    lookAgainBy(looker, apart);
    if (looker !== slot) enqueue(looker);
    return Infinity;
  }

  /**
   * The time at which two bodies on their present legs touch and close, solved at once; fixtures are numbered downwards from
   * -1.
   */
  function solvedTime(slot: number, other: number): number {
    if (other < 0) return solvedFixtureTime(slot, -1 - other);
    const low = Math.min(slot, other);
    const high = Math.max(slot, other);
    const { records } = bodies;
    if (!bodies.isCurved(low) && !bodies.isCurved(high)) return touchTime(records, low * Body.SIZE, high * Body.SIZE);
    const radii = records[low * Body.SIZE + Body.RADIUS]! + records[high * Body.SIZE + Body.RADIUS]!;
    return curvedTime(low, high, { until: endOfClosing(radii, bodies.maxSpeedOf(low) + bodies.maxSpeedOf(high)) });
  }

  /**
   * The time at which a robot enters a halo from outside, not before now. For a robot inside or at the rim: the time of its
   * return, which straight legs never have.
   */
  function entryTime(halo: number, robot: number, isInside: boolean): number {
    const now = clock[0]!;
    if (!bodies.isCurved(robot) && !bodies.isCurved(halo)) {
      const time = touchTime(bodies.records, robot * Body.SIZE, halo * Body.SIZE);
      return isInside || time < now ? Infinity : time;
    }
    return curvedTime(robot, halo, { after: isInside ? now + momentFor(halo, robot) : now });
  }
}

import { touchTime, WALL_LENGTH, wallTime } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { Body, State, Status } from './body-layout.js';
import type { CurvedContacts } from './curved-contacts.js';
import type { EarliestContact } from './earliest-contact.js';
import type { PlacesOfFixtures } from './fixtures.js';
import { endOfSteps, firstStep, type Grid, surroundings } from './grid.js';

const STEPS = surroundings;

/** Contacts of bodies with walls and fixed discs. */
export function fixtureSearch(
  bodies: Bodies,
  walls: Float64Array,
  clock: Float64Array,
  curved: CurvedContacts,
  earliest: EarliestContact,
) {
  const { considerFixtureAt } = earliest;
  const { curvedFixtureTime, endOfClosing, isSoon, lookAgainBy, secondsOff } = curved;
  const wallCount = walls.length / WALL_LENGTH;
  /** Number of the last search that considered each fixture, which may be listed in several cells. */
  const looks = new Uint32Array(wallCount + bodies.firstHalo - bodies.count);
  let look = 0;
  return { searchFixtures, solvedFixtureTime, mayTouchFixtures };

  /** Considers the fixtures in the cells beyond a side of that of a body, or all around. */
  function searchFixtures(slot: number, grid: Grid, fixtures: PlacesOfFixtures, side: number): void {
    if (!bodies.goes(slot)) return;
    const { starts, listed, everywhere } = fixtures;
    look++;
    const own = grid.listOf(slot);
    const end = endOfSteps(side);
    for (let step = firstStep(side); step < end; step++) {
      const cell = grid.cellNextTo(own, STEPS[2 * step]!, STEPS[2 * step + 1]!);
      const endOfCell = starts[cell + 1]!;
      for (let i = starts[cell]!; i < endOfCell; i++) considerFixture(slot, listed[i]!);
    }
    for (let i = 0; i < everywhere.length; i++) considerFixture(slot, everywhere[i]!);
  }

  function considerFixture(slot: number, fixture: number): void {
    if (looks[fixture] === look) return;
    looks[fixture] = look;
    considerFixtureAt(slot, fixture, fixtureTime(slot, fixture));
  }

  function fixtureTime(slot: number, fixture: number): number {
    const at = slot * Body.SIZE;
    const { records } = bodies;
    if (!bodies.isCurved(slot)) {
      if (fixture < wallCount) return wallTime(records, at, walls, fixture * WALL_LENGTH);
      return touchTime(records, at, (bodies.count + fixture - wallCount) * Body.SIZE);
    }
    const apart = clock[0]! + secondsOff(slot, fixture);
    if (apart > Math.min(records[at + Body.CROSSING]!, bodies.endOf(slot))) return Infinity;
    if (isSoon(apart, records[at + Body.RADIUS]!, bodies.maxSpeedOf(slot))) {
      return curvedFixtureTime(slot, fixture, records[at + Body.CROSSING]!);
    }
    lookAgainBy(slot, apart);
    return Infinity;
  }

  /** The time at which a body on its present leg touches a fixture and closes, solved at once. */
  function solvedFixtureTime(slot: number, fixture: number): number {
    if (!bodies.isCurved(slot)) return fixtureTime(slot, fixture);
    if (secondsOff(slot, fixture) > 0) return Infinity;
    const until = endOfClosing(bodies.records[slot * Body.SIZE + Body.RADIUS]!, bodies.maxSpeedOf(slot));
    return curvedFixtureTime(slot, fixture, until);
  }

  function mayTouchFixtures(slot: number): boolean {
    return (bodies.states[slot * State.SIZE + State.STATUS]! & Status.NEARS_FIXTURE) !== 0 || bodies.curvedCount > 0;
  }
}

export type FixtureSearch = ReturnType<typeof fixtureSearch>;

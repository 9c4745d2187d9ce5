import type { Bodies } from './bodies.js';
import { Body } from './body-layout.js';
import { areNear } from './fixtures.js';
import { type Grid, Link, Side } from './grid.js';
import type { Levels } from './levels.js';
import type { Prediction } from './prediction.js';
import { bodiesFirst, type Touching } from './touching.js';

const NOTHING: readonly number[] = [];

/**
 * Finds further contacts of a body at the instant at which a contact stops it: a robot may reach a wall and another robot at
 * once, and no search would find the second contact once the robot has stopped.
 */
export class OtherContacts {
  /** Reused by each search. */
  private readonly found: number[] = [];

  constructor(
    private readonly bodies: Bodies,
    private readonly levels: Levels,
    private readonly prediction: Prediction,
    private readonly touching: Touching,
  ) {}

  /** Bodies by slot, then fixtures downwards from -1; `besides` is the body or fixture of the first contact. */
  of(slot: number, besides: number): readonly number[] {
    const { prediction } = this;
    const mayTouchBodies = prediction.mayTouchBodies(slot, besides);
    const mayTouchFixtures = prediction.mayTouchFixtures(slot);
    if (!mayTouchBodies && !mayTouchFixtures) return NOTHING;
    const { found } = this;
    found.length = 0;
    if (mayTouchBodies) this.addBodies(slot, besides);
    if (mayTouchFixtures) this.addFixtures(slot, besides);
    // In most cases there is only the first contact.
    return found.length === 0 ? NOTHING : found.toSorted(bodiesFirst);
  }

  private addBodies(slot: number, besides: number): void {
    const { grids } = this.levels;
    const home = this.levels.homeLevelOf(slot);
    for (let level = home; level < grids.length; level++) this.addBodiesIn(slot, besides, grids[level]!, 0);
    if (grids[home]!.hasSmaller) this.addBodiesIn(slot, besides, grids[home]!, grids[home]!.smaller);
  }

  private addBodiesIn(slot: number, besides: number, grid: Grid, lists: number): void {
    const { bodies, found } = this;
    const { heads, links } = grid;
    const now = this.bodies.clock[0]!;
    const x = bodies.xAt(slot, now);
    const y = bodies.yAt(slot, now);
    const radius = bodies.records[slot * Body.SIZE + Body.RADIUS]!;
    for (let row = -1; row <= 1; row++) {
      for (let column = -1; column <= 1; column++) {
        for (
          let other = heads[lists + grid.cellBeside(slot, column, row)]!;
          other >= 0;
          other = links[(other << Link.BITS) + Link.NEXT]!
        ) {
          const dx = bodies.xNow(other, now) - x;
          const dy = bodies.yNow(other, now) - y;
          const sum = radius + bodies.records[other * Body.SIZE + Body.RADIUS]!;
          // Most bodies are farther apart than about a thousandth of their radii, so nothing has to be solved.
          if (dx * dx + dy * dy > 1.002 * sum * sum || other === slot || bodies.isHalo(other)) continue;
          if (other !== besides && this.isAt(slot, other)) found.push(other);
        }
      }
    }
  }

  private addFixtures(slot: number, besides: number): void {
    const level = this.levels.homeLevelOf(slot);
    const grid = this.levels.grids[level]!;
    const fixturesOfCells = this.levels.fixtures[level]!;
    if (!areNear(fixturesOfCells, grid.listOf(slot), Side.ALL)) return;
    const { starts, listed, everywhere } = fixturesOfCells;
    // A fixture may be listed in several cells.
    const fixtures = new Set<number>();
    forCellsAround(grid, slot, (cell) => {
      for (let i = starts[cell]!; i < starts[cell + 1]!; i++) fixtures.add(listed[i]!);
    });
    for (const fixture of everywhere) fixtures.add(fixture);
    fixtures.delete(-1 - besides);
    for (const fixture of fixtures) if (this.isAt(slot, -1 - fixture)) this.found.push(-1 - fixture);
  }

  /** Whether two bodies, or a body and a fixture, close and touch. */
  private isAt(slot: number, other: number): boolean {
    const now = this.bodies.clock[0]!;
    const time = this.prediction.solvedTime(slot, other);
    return time <= now || (time < Infinity && this.touching.isAt(slot, other, now));
  }
}

function forCellsAround(grid: Grid, slot: number, look: (cell: number) => void): void {
  for (let row = -1; row <= 1; row++) {
    for (let column = -1; column <= 1; column++) look(grid.cellBeside(slot, column, row));
  }
}

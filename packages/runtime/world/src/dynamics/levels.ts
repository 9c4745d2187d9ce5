import { type Box, MIN_RADIUS } from '@kineko/geometry';
import { Body, State, Status } from './body-layout.js';
import type { Bodies } from './bodies.js';
import { NOTHING, type PlacesOfFixtures, placesOf } from './fixtures.js';
import { Grid, sideOf } from './grid.js';

/**
 * Minimum width of a cell, in radii of the largest body of its grid. Two radii would put bodies that touch into neighbouring
 * cells; the remainder is for bodies on arcs and curves, whose listed position may be a moment old.
 */
const CELL_RADII = 2.5;
/** Distance, in cells, that a body may have from its listed position. */
const SLACK_CELLS = 0.09;
/** Ratio of the widths of cells of neighbouring levels. */
const LEVEL_RATIO = 4;
/** One level serves bodies up to this ratio to the median radius. */
const ONE_LEVEL_RATIO = 3;
/** Up to this number of bodies, a fine grid would only add crossings. */
const FEW = 64;
const CELL_RADII_OF_FEW = 64;

export interface LevelOptions {
  /** The area of the bodies, if known, so that the grid fits their density. */
  readonly area?: Box;
  /** Width of a cell, in mean distances between bodies (but never too small for the bodies). */
  readonly cellsPerSpacing: number;
}

/**
 * The grids, finest first, and the cells of all bodies in them. The home of a body is the finest grid whose cells are wide
 * enough for it; the body is also listed in the coarser grids. A pair is found in the home of the larger body. Mostly
 * there is one grid.
 */
export class Levels {
  // Fields are only declared, not defined, as in `Bodies`.

  readonly grids: Grid[] = [];
  /** Obstacles by cell of each grid; empty for grids that are the home of halos only. */
  readonly fixtures: PlacesOfFixtures[] = [];
  hasLoose = false;
  declare private readonly baseCell: number;
  /** Width of the cells of each grid, in base cells. */
  private readonly widths: number[] = [];

  declare private readonly bodies: Bodies;
  declare private readonly walls: Float64Array;
  declare private readonly discs: Float64Array;
  declare private readonly options: LevelOptions;

  constructor(bodies: Bodies, walls: Float64Array, discs: Float64Array, options: LevelOptions) {
    this.bodies = bodies;
    this.walls = walls;
    this.discs = discs;
    this.options = options;
    const { count, records } = bodies;
    this.baseCell = baseCellOf(bodies, this.area(), options.cellsPerSpacing);
    const widths = new Set<number>();
    for (let slot = 0; slot < count; slot++) widths.add(this.widthFor(records[slot * Body.SIZE + Body.RADIUS]!));
    if (count === 0) widths.add(1);
    for (const width of [...widths].sort((a, b) => a - b)) this.addGrid(width);
    for (let slot = 0; slot < count; slot++) this.admit(slot, 0);
  }

  homeOf(slot: number): Grid {
    return this.grids[this.homeLevelOf(slot)]!;
  }

  /** Index of a body's home grid. */
  homeLevelOf(slot: number): number {
    return this.bodies.states[slot * State.SIZE + State.STATUS]! >> Status.HOME_BIT;
  }

  /** Adds a body or a halo to its home and to the coarser grids. */
  admit(slot: number, now: number): void {
    const [finest] = this.grids;
    // A halo may have needed more room.
    if (finest!.links !== this.bodies.states) finest!.links = this.bodies.states;
    const home = this.gridFor(this.bodies.records[slot * Body.SIZE + Body.RADIUS]!, now);
    this.setLevels(slot, home, home);
    this.bodies.states[slot * State.SIZE + State.STATUS]! |= Status.LISTED;
    for (let level = home; level < this.grids.length; level++) this.enter(slot, level, now);
  }

  dismiss(slot: number): void {
    this.bodies.states[slot * State.SIZE + State.STATUS]! &= ~Status.LISTED;
    const home = this.homeLevelOf(slot);
    for (let level = home; level < this.grids.length; level++) this.grids[level]!.leave(slot, level > home);
  }

  /** Lists a body on an arc or a curve at a position; returns the distance in metres for which that is valid. */
  listLoosely(slot: number, x: number, y: number): number {
    this.bodies.states[slot * State.SIZE + State.STATUS]! |= Status.LOOSE;
    this.hasLoose = true;
    this.relist(slot, x, y);
    return SLACK_CELLS * this.homeOf(slot).cellSize;
  }

  /** Lists a body that has been on an arc or a curve where it is now, since from now on it leaves its cells by events. */
  listExactly(slot: number, now: number): void {
    const at = slot * State.SIZE + State.STATUS;
    if ((this.bodies.states[at]! & Status.LOOSE) === 0) return;
    this.bodies.states[at]! &= ~Status.LOOSE;
    this.relist(slot, this.bodies.xAt(slot, now), this.bodies.yAt(slot, now));
  }

  /** Sets the time at which a body in uniform motion leaves its cell; Infinity if it stands. */
  setCrossing(slot: number, now: number): void {
    const at = slot * Body.SIZE;
    const { records, states } = this.bodies;
    const x = records[at + Body.X]!;
    const y = records[at + Body.Y]!;
    const vx = records[at + Body.VX]!;
    const vy = records[at + Body.VY]!;
    const isRight = +(vx > 0);
    const isUp = +(vy > 0);
    let first = Infinity;
    const { grids } = this;
    for (let level = this.homeLevelOf(slot); level < grids.length; level++) {
      const grid = grids[level]!;
      const { cellSize, isVast } = grid;
      const column = isVast ? grid.exactPlace(grid.columnOf(slot), this.bodies.xAt(slot, now)) : grid.columnOf(slot);
      const row = isVast ? grid.exactPlace(grid.rowOf(slot), this.bodies.yAt(slot, now)) : grid.rowOf(slot);
      const inX = vx === 0 ? Infinity : ((column + isRight) * cellSize - x) / vx;
      const inY = vy === 0 ? Infinity : ((row + isUp) * cellSize - y) / vy;
      const seconds = Math.min(inX, inY);
      if (seconds < first) {
        first = seconds;
        const exit = (level << Status.LEAVING_BIT) | (sideOf(isRight, isUp, inX < inY) << Status.SIDE_BIT);
        const status = slot * State.SIZE + State.STATUS;
        states[status] = (states[status]! & ~Status.EXIT_MASK) | exit;
      }
    }
    records[at + Body.CROSSING] = records[at + Body.START]! + first;
  }

  /** The grid whose cell a body leaves next, as found by `setCrossing`. */
  leavingOf(slot: number): number {
    return (this.bodies.states[slot * State.SIZE + State.STATUS]! >> Status.LEAVING_BIT) & Status.LEVEL_MASK;
  }

  /** Moves a body into the next cell, as found by `setCrossing`; returns the side. */
  cross(slot: number): number {
    const side = (this.bodies.states[slot * State.SIZE + State.STATUS]! >> Status.SIDE_BIT) & Status.SIDE_MASK;
    const level = this.leavingOf(slot);
    this.grids[level]!.moveOver(slot, side, level > this.homeLevelOf(slot));
    return side;
  }

  private relist(slot: number, x: number, y: number): void {
    const home = this.homeLevelOf(slot);
    for (let level = home; level < this.grids.length; level++) this.grids[level]!.move(slot, x, y, level > home);
  }

  /** The home of a body of that size; created if necessary. */
  private gridFor(radius: number, now: number): number {
    const width = this.widthFor(radius);
    const level = this.widths.indexOf(width);
    return level >= 0 ? level : this.insertGrid(width, now);
  }

  private widthFor(radius: number): number {
    let width = 1;
    while (CELL_RADII * radius > width * this.baseCell) width *= LEVEL_RATIO;
    return width;
  }

  /**
   * Inserts a grid for halos among the existing ones; bodies of finer grids are listed in it too. They leave its cells when
   * they leave a cell of their home, since the borders coincide.
   */
  private insertGrid(width: number, now: number): number {
    const level = this.widths.filter((other) => other < width).length;
    this.widths.splice(level, 0, width);
    this.grids.splice(level, 0, this.makeGrid(width));
    this.fixtures.splice(level, 0, NOTHING);
    const { states } = this.bodies;
    for (let slot = 0; slot * State.SIZE < states.length; slot++) {
      if ((states[slot * State.SIZE + State.STATUS]! & Status.LISTED) === 0) continue;
      const home = this.homeLevelOf(slot);
      const leaving = this.leavingOf(slot);
      this.setLevels(slot, home >= level ? home + 1 : home, leaving >= level ? leaving + 1 : leaving);
      if (home < level) this.enter(slot, level, now);
    }
    return level;
  }

  private setLevels(slot: number, home: number, leaving: number): void {
    const { states } = this.bodies;
    const at = slot * State.SIZE + State.STATUS;
    const kept = states[at]! & (Status.FLAGS_MASK | (Status.SIDE_MASK << Status.SIDE_BIT));
    states[at] = kept | (leaving << Status.LEAVING_BIT) | (home << Status.HOME_BIT);
  }

  private enter(slot: number, level: number, now: number): void {
    const isSmaller = level > this.homeLevelOf(slot);
    this.grids[level]!.enter(slot, this.bodies.xAt(slot, now), this.bodies.yAt(slot, now), isSmaller);
  }

  private addGrid(width: number): void {
    const grid = this.makeGrid(width);
    this.fixtures.push(placesOf(this.walls, this.discs, grid));
    this.widths.push(width);
    this.grids.push(grid);
  }

  private makeGrid(width: number): Grid {
    const area = this.area();
    const cellSize = width * this.baseCell;
    return new Grid(
      cellSize,
      powerOfTwoFrom(Math.min((area.maxX - area.minX) / cellSize, 4096)),
      powerOfTwoFrom(Math.min((area.maxY - area.minY) / cellSize, 4096)),
      this.bodies.count,
      { x: area.minX, y: area.minY },
      // The lists of the finest grid are part of the states.
      this.grids.length === 0 ? this.bodies.states : undefined,
    );
  }

  private area(): Box {
    return this.options.area ?? boundsOf(this.bodies);
  }
}

function baseCellOf({ count, records }: Bodies, area: Box, cellsPerSpacing: number): number {
  const radii = Float64Array.from({ length: count }, (_, slot) => records[slot * Body.SIZE + Body.RADIUS]!).sort();
  const middle = radii[count >> 1] ?? 1;
  const largest = radii[count - 1] ?? 1;
  const width = area.maxX - area.minX;
  const height = area.maxY - area.minY;
  const spacing = Math.sqrt((width * height) / Math.max(count, 1)) * cellsPerSpacing;
  // Points may all be at one place.
  const radius = Math.max(Math.min(largest, ONE_LEVEL_RATIO * middle), MIN_RADIUS);
  return Math.max((count < FEW ? CELL_RADII_OF_FEW : CELL_RADII) * radius, spacing);
}

function powerOfTwoFrom(count: number): number {
  let power = 4;
  while (power < count + 2) power *= 2;
  return power;
}

function boundsOf({ count, records }: Bodies): Box {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let slot = 0; slot < count; slot++) {
    const x = records[slot * Body.SIZE + Body.X]!;
    const y = records[slot * Body.SIZE + Body.Y]!;
    [minX, minY, maxX, maxY] = [Math.min(minX, x), Math.min(minY, y), Math.max(maxX, x), Math.max(maxY, y)];
  }
  return count === 0 ? { minX: 0, minY: 0, maxX: 0, maxY: 0 } : { minX, minY, maxX, maxY };
}

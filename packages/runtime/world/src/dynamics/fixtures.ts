import { ROUNDING, WALL_LENGTH } from '@kineko/geometry';
import { endOfSteps, firstStep, type Grid, Side, surroundings } from './grid.js';

/**
 * Fixtures are walls and, numbered after them, fixed discs. A wall that passes through more cells than this is listed once
 * for all cells.
 */
const MAX_CELLS = 1 << 16;

/** The fixtures of each cell. */
export interface PlacesOfFixtures {
  readonly count: number;
  /** Those of cell c are `listed[starts[c]]` up to, not including, `listed[starts[c + 1]]`. */
  readonly starts: Int32Array;
  readonly listed: Int32Array;
  /** Fixtures that every search considers. */
  readonly everywhere: Int32Array;
  /** By cell: bit s is set if a cell beyond side s has a fixture, bit `Side.ALL` if one all around has; few have. */
  readonly sides: Uint8Array;
}

export const NOTHING: PlacesOfFixtures = {
  count: 0,
  starts: new Int32Array(0),
  listed: new Int32Array(0),
  everywhere: new Int32Array(0),
  sides: new Uint8Array(0),
};

/** Whether there are fixtures in the cells beyond a side of that of a list, or all around. */
export function areNear({ sides }: PlacesOfFixtures, list: number, side: number): boolean {
  return ((sides[list]! >> side) & 1) !== 0;
}

/**
 * Lists the fixtures of each cell of a grid: those of which a part lies in it, to within rounding. Counts first, then
 * lists: two passes instead of an array for each cell.
 *
 * @param walls Records of `WALL_LENGTH` numbers.
 * @param discs Records of x, y, radius.
 */
export function placesOf(walls: Float64Array, discs: Float64Array, grid: Grid): PlacesOfFixtures {
  const wallCount = walls.length / WALL_LENGTH;
  const count = wallCount + discs.length / 3;
  if (count === 0) return NOTHING;
  const starts = new Int32Array(grid.columnCount * grid.rowCount + 1);
  const everywhere: number[] = [];
  const visitAll = (visit: (cell: number, fixture: number) => void): void => {
    let next = 0;
    for (let fixture = 0; fixture < count; fixture++) {
      if (everywhere[next] === fixture) next++;
      else if (fixture < wallCount) cellsOfWall(walls, fixture, grid, (cell) => visit(cell, fixture));
      else cellsOfDisc(discs, (fixture - wallCount) * 3, grid, (cell) => visit(cell, fixture));
    }
  };
  for (let fixture = 0; fixture < count; fixture++) {
    const length = fixture < wallCount ? lengthOfWall(walls, fixture) : 8 * discs[(fixture - wallCount) * 3 + 2]!;
    if (length / grid.cellSize > MAX_CELLS) everywhere.push(fixture);
  }
  visitAll((cell) => starts[cell + 1]!++);
  for (let cell = 1; cell < starts.length; cell++) starts[cell]! += starts[cell - 1]!;
  const listed = new Int32Array(starts.at(-1)!);
  const next = starts.slice();
  visitAll((cell, fixture) => {
    listed[next[cell]!++] = fixture;
  });
  return {
    count,
    starts,
    listed,
    everywhere: Int32Array.from(everywhere),
    sides: sidesWithFixtures(starts, grid, everywhere),
  };
}

function sidesWithFixtures(starts: Int32Array, grid: Grid, everywhere: readonly number[]): Uint8Array {
  const { columnCount, rowCount } = grid;
  const sides = new Uint8Array(columnCount * rowCount);
  if (everywhere.length > 0) return sides.fill(255);
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      const cell = grid.cellAt(column, row);
      if (starts[cell] === starts[cell + 1]) continue;
      for (let side = 0; side <= Side.ALL; side++) {
        const end = endOfSteps(side);
        for (let step = firstStep(side); step < end; step++) {
          // This cell is that many columns and rows away from the other one.
          const [columns, rows] = [surroundings[2 * step]!, surroundings[2 * step + 1]!];
          sides[grid.cellAt(column - columns, row - rows)]! |= 1 << side;
        }
      }
    }
  }
  return sides;
}

/** Length of a wall, measured along the axes. */
function lengthOfWall(walls: Float64Array, wall: number): number {
  const at = wall * WALL_LENGTH;
  return Math.abs(walls[at + 2]! - walls[at]!) + Math.abs(walls[at + 3]! - walls[at + 1]!);
}

function cellsOfWall(walls: Float64Array, wall: number, grid: Grid, visit: (cell: number) => void): void {
  const at = wall * WALL_LENGTH;
  const [ax, ay, bx, by] = [walls[at]!, walls[at + 1]!, walls[at + 2]!, walls[at + 3]!];
  const { cellSize } = grid;
  const slack = slackFor(Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by), cellSize);
  const firstColumn = grid.placeOf(Math.min(ax, bx) - slack);
  const lastColumn = grid.placeOf(Math.max(ax, bx) + slack);
  for (let column = firstColumn; column <= lastColumn; column++) {
    // The part of the wall within this column.
    const left = Math.max(Math.min(ax, bx), column * cellSize - slack);
    const right = Math.min(Math.max(ax, bx), (column + 1) * cellSize + slack);
    const isSteep = ax === bx;
    const yLeft = isSteep ? ay : ay + ((by - ay) * (left - ax)) / (bx - ax);
    const yRight = isSteep ? by : ay + ((by - ay) * (right - ax)) / (bx - ax);
    const firstRow = grid.placeOf(Math.max(Math.min(yLeft, yRight), Math.min(ay, by)) - slack);
    const lastRow = grid.placeOf(Math.min(Math.max(yLeft, yRight), Math.max(ay, by)) + slack);
    for (let row = firstRow; row <= lastRow; row++) visit(grid.cellAt(column, row));
  }
}

/** The cells that the rim passes through; no body can be inside. */
function cellsOfDisc(discs: Float64Array, at: number, grid: Grid, visit: (cell: number) => void): void {
  const [x, y, radius] = [discs[at]!, discs[at + 1]!, discs[at + 2]!];
  const { cellSize } = grid;
  const slack = slackFor(Math.abs(x) + Math.abs(y) + radius, cellSize);
  const [outer, inner] = [radius + slack, Math.max(radius - slack, 0)];
  const lastColumn = grid.placeOf(x + outer);
  for (let column = grid.placeOf(x - outer); column <= lastColumn; column++) {
    // Distances of the near and the far edge of the column from the centre.
    const left = column * cellSize - x;
    const right = left + cellSize;
    const near = left > 0 ? left : right < 0 ? -right : 0;
    const far = Math.max(Math.abs(left), Math.abs(right));
    const high = halfChord(outer, near);
    const low = halfChord(inner, far);
    const rows = [
      grid.placeOf(y - high),
      grid.placeOf(y - low),
      grid.placeOf(y + low),
      grid.placeOf(y + high),
    ] as const;
    const [bottom, bottomEnd, topStart, top] = rows;
    for (let row = bottom; row <= bottomEnd; row++) visit(grid.cellAt(column, row));
    for (let row = Math.max(topStart, bottomEnd + 1); row <= top; row++) visit(grid.cellAt(column, row));
  }
}

/** Half the length of a circle's chord at a distance from its centre; 0 outside. */
function halfChord(radius: number, distance: number): number {
  return distance >= radius ? 0 : Math.sqrt((radius - distance) * (radius + distance));
}

/** More than the rounding error of the border of a cell, and far less than a cell. */
function slackFor(size: number, cellSize: number): number {
  return 4 * ROUNDING * size + 1e-9 * cellSize;
}

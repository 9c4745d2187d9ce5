import { expect, test } from '@jest/globals';
import { areNear, placesOf } from './fixtures.js';
import { Grid } from './grid.js';

/** Columns and rows of the cells beyond each side: left, right, down and up; then of those all around. */
const BEYOND = [
  [[-1], [-1, 0, 1]],
  [[1], [-1, 0, 1]],
  [[-1, 0, 1], [-1]],
  [[-1, 0, 1], [1]],
  [
    [-1, 0, 1],
    [-1, 0, 1],
  ],
] as const;

/** Whether the centre of the only disc, in its only cell, lies beyond that side of a cell; the grid wraps around. */
function isBeyond(grid: Grid, column: number, row: number, side: number): boolean {
  const [columns, rows] = BEYOND[side]!;
  const middle = grid.cellAt(0, 0);
  return columns.some((right) => rows.some((up) => grid.cellAt(column + right, row + up) === middle));
}

test.each([...BEYOND.keys()])('cells know whether fixtures are beyond their side %i', (side) => {
  const grid = new Grid(10, 8, 16, 1, { x: 0, y: 0 });
  const places = placesOf(new Float64Array(0), new Float64Array([5, 5, 1]), grid);
  for (let row = 0; row < grid.rowCount; row++) {
    for (let column = 0; column < grid.columnCount; column++) {
      const found = areNear(places, grid.cellAt(column, row), side);
      expect({ column, row, found }).toEqual({ column, row, found: isBeyond(grid, column, row, side) });
    }
  }
});

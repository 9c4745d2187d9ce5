import { expect, test } from '@jest/globals';
import { Grid } from './grid.js';

// Sides, as in `Side`.
const RIGHT = 1;
const UP = 3;

test.each([
  [0, 0],
  [31_990, -31_990],
  [-40_000, 70_000],
  [1e9, -1e12],
])('a body that crosses cells is listed where it is, from column %d and row %d on', (column, row) => {
  const grid = new Grid(2, 8, 16, 1, { x: 0, y: 0 });
  grid.enter(0, 2 * column + 1, 2 * row + 1, false);
  for (let step = 1; step <= 20; step++) {
    const list = grid.moveOver(0, RIGHT, false);
    expect(list).toBe(grid.cellAt(column + step, row + step - 1));
    expect(grid.moveOver(0, UP, false)).toBe(grid.cellAt(column + step, row + step));
    expect(grid.listOf(0)).toBe(grid.cellAt(column + step, row + step));
    const places = grid.isVast
      ? [grid.exactPlace(grid.columnOf(0), 2 * (column + step)), grid.exactPlace(grid.rowOf(0), 2 * (row + step))]
      : [grid.columnOf(0), grid.rowOf(0)];
    expect(places).toEqual([column + step, row + step]);
  }
});

test('lists of smaller bodies are apart', () => {
  const grid = new Grid(2, 4, 4, 3, { x: 0, y: 0 });
  grid.enter(0, 1, 1, false);
  grid.enter(1, 1, 1, true);
  grid.enter(2, 1, 1, true);
  const cell = grid.cellAt(0, 0);
  expect([grid.heads[cell], grid.heads[grid.smaller + cell]]).toEqual([0, 2]);
  grid.leave(2, true);
  grid.moveOver(1, RIGHT, true);
  expect([grid.heads[cell], grid.heads[grid.smaller + cell], grid.heads[grid.smaller + grid.cellAt(1, 0)]]).toEqual([
    0, -1, 1,
  ]);
});

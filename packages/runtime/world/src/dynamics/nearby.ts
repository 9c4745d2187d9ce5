import type { Bodies } from './bodies.js';
import { type Grid, Link } from './grid.js';
import { sortByKey } from '../small-sort.js';
import type { Levels } from './levels.js';

/** Distance, in cells, that a body on an arc or a curve may have from its listed position. */
const LISTING_SLACK = 0.1;

/** The slots, in ascending order, of the robots whose centres are at most `metres` from a point. */
export function bodiesWithin(
  bodies: Bodies,
  levels: Levels,
  x: number,
  y: number,
  metres: number,
  now: number,
): number[] {
  const found: number[] = [];
  const squared = metres * metres;
  const boxes = levels.grids.map((grid) => boxOf(grid, x, y, metres));
  if (boxes.some(({ cells }) => cells > bodies.count + 9)) {
    for (let slot = 0; slot < bodies.count; slot++) {
      if (bodies.squaredDistanceAt(slot, x, y, now) <= squared) found.push(slot);
    }
    return found;
  }
  for (let level = 0; level < boxes.length; level++) {
    const { left, right, bottom, top } = boxes[level]!;
    const grid = levels.grids[level]!;
    for (let row = bottom; row <= top; row++) {
      for (let column = left; column <= right; column++) {
        for (
          let slot = grid.heads[grid.cellAt(column, row)]!;
          slot >= 0;
          slot = grid.links[(slot << Link.BITS) + Link.NEXT]!
        ) {
          if (slot < bodies.count && bodies.squaredDistanceAt(slot, x, y, now) <= squared) found.push(slot);
        }
      }
    }
  }
  return sortByKey(found, (slot) => slot);
}

/** The cells around a point; their number is Infinity if the grid is so narrow that it would list bodies twice. */
function boxOf(grid: Grid, x: number, y: number, metres: number) {
  const reach = metres + LISTING_SLACK * grid.cellSize;
  const left = grid.placeOf(x - reach);
  const right = grid.placeOf(x + reach);
  const bottom = grid.placeOf(y - reach);
  const top = grid.placeOf(y + reach);
  const [columns, rows] = [right - left + 1, top - bottom + 1];
  const isTooWide = columns > grid.columnCount || rows > grid.rowCount;
  return { left, right, bottom, top, cells: isTooWide ? Infinity : columns * rows };
}

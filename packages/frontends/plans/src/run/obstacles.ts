/** Blocked squares and walls as shapes of the audit. */
import type { Segment } from '@kineko/geometry';
import type { Shapes } from '../audit/wall-contacts.js';
import type { Grid } from '../format/plan.js';

const HALF = 0.5;

/** @param isRowFirst Whether x is the row. */
export function squaresOf({ width, height, blocked }: Grid, isRowFirst: boolean): Shapes {
  const [across, down] = isRowFirst ? [height, width] : [width, height];
  const indexOf = (x: number, y: number): number => (isRowFirst ? x * width + y : y * width + x);
  return {
    *near(minX, minY, maxX, maxY, distance) {
      const reach = distance + HALF;
      for (let y = first(minY - reach); y <= Math.min(Math.floor(maxY + reach), down - 1); y++) {
        for (let x = first(minX - reach); x <= Math.min(Math.floor(maxX + reach), across - 1); x++) {
          if (blocked[indexOf(x, y)] === 1) yield indexOf(x, y);
        }
      }
    },
    sidesOf(shape) {
      const [row, column] = [Math.floor(shape / width), shape % width];
      const [x, y] = isRowFirst ? [row, column] : [column, row];
      const [left, right, low, high] = [x - HALF, x + HALF, y - HALF, y + HALF];
      return [
        { ax: left, ay: low, bx: right, by: low },
        { ax: right, ay: low, bx: right, by: high },
        { ax: right, ay: high, bx: left, by: high },
        { ax: left, ay: high, bx: left, by: low },
      ];
    },
  };
}

function first(least: number): number {
  return Math.max(Math.ceil(least), 0);
}

export function wallsOf(walls: readonly Segment[]): Shapes {
  return {
    *near(minX, minY, maxX, maxY, distance) {
      for (const [index, { ax, ay, bx, by }] of walls.entries()) {
        const isNear =
          Math.min(ax, bx) <= maxX + distance &&
          Math.max(ax, bx) >= minX - distance &&
          Math.min(ay, by) <= maxY + distance &&
          Math.max(ay, by) >= minY - distance;
        if (isNear) yield index;
      }
    },
    sidesOf: (shape) => [walls[shape]!],
  };
}

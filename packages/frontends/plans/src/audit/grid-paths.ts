/** A plan on a grid as paths: x is the column, y the row, both in cells, and time is in steps. */
import { integersOf } from './fraction.js';
import type { KnotPaths } from './knot-paths.js';
import { Column } from './pair-table.js';

/** The cells of all agents, one per step; each step leads to a neighbouring cell or nowhere. */
export interface GridSteps {
  /** The cells of agent i are those from starts[i] to starts[i + 1], of which there is at least one. */
  readonly starts: Int32Array;
  readonly columns: Int16Array | Int32Array;
  readonly rows: Int16Array | Int32Array;
}

/** Knots are where the velocity changes. @param cell Length of a cell, in the unit of the radius. */
export function pathsOfSteps({ starts, columns, rows }: GridSteps, radius = 0, cell = 1): KnotPaths {
  const agents = starts.length - 1;
  const knots = new Int32Array(agents + 1);
  const [t, x, y] = [new Column(), new Column(), new Column()];
  for (let agent = 0; agent < agents; agent++) {
    const [first, last] = [starts[agent]!, starts[agent + 1]! - 1];
    for (let k = first; k <= last; k++) {
      const isStraight =
        k > first &&
        k < last &&
        columns[k + 1]! - columns[k]! === columns[k]! - columns[k - 1]! &&
        rows[k + 1]! - rows[k]! === rows[k]! - rows[k - 1]!;
      if (isStraight) continue;
      t.push(k - first);
      x.push(columns[k]!);
      y.push(rows[k]!);
    }
    knots[agent + 1] = t.length;
  }
  const radii = new Float64Array(agents).fill(radiusInCells(radius, cell));
  return { starts: knots, t: t.toArray(), x: x.toArray(), y: y.toArray(), radii };
}

/** Beyond it, in cells, the critical radii of a grid are not far apart in doubles. */
const MAX_DECIDED = 1 << 20;

/**
 * The quotient is rounded, but no critical radius may lie between it and the exact one. Least distances on a grid, of two
 * agents and of an agent and a blocked square, make a radius critical if it is √m / 4 for an integer m.
 */
function radiusInCells(radius: number, cell: number): number {
  const rounded = radius / cell;
  if (!(rounded <= MAX_DECIDED)) return rounded;
  const m = BigInt(Math.round(16 * rounded * rounded));
  const side = sideOf(radius, cell, m);
  return side === sideOf(rounded, 1, m) ? rounded : neighbourOf(rounded, side);
}

/** Negative, 0 or positive, as radius / cell - √m / 4. */
function sideOf(radius: number, cell: number, m: bigint): number {
  const [r, c] = integersOf([radius, cell]).integers as [bigint, bigint];
  const difference = 16n * r * r - m * c * c;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** The next double after a positive one. @param direction 1 up, -1 down. */
function neighbourOf(value: number, direction: number): number {
  const double = new Float64Array([value]);
  new BigInt64Array(double.buffer)[0]! += BigInt(direction);
  return double[0]!;
}

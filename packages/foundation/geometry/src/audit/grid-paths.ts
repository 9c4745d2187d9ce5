/** A plan on a grid as paths: x is the column, y the row, both in cells, and time is in steps. */
import type { KnotPaths } from './knot-paths.js';
import { Column } from './pair-table.js';

/** The cells of all agents, one per step; each step leads to a neighbouring cell or nowhere. */
export interface GridSteps {
  /** The cells of agent i are those from starts[i] to starts[i + 1], of which there is at least one. */
  readonly starts: Int32Array;
  readonly columns: Int16Array | Int32Array;
  readonly rows: Int16Array | Int32Array;
}

/** Knots are where the velocity changes. @param radius In cells. */
export function pathsOfSteps({ starts, columns, rows }: GridSteps, radius = 0): KnotPaths {
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
  const radii = new Float64Array(agents).fill(radius);
  return { starts: knots, t: t.toArray(), x: x.toArray(), y: y.toArray(), radii };
}

/** Points of path text as cells: the order of their coordinates, and the plan. */
import type { Assignment, Grid, GridPlan, PathPlan } from './plan.js';
import type { PathText } from './path-text.js';

/** (x,y) or (row,column). */
export type PointOrder = 'xy' | 'rc';

/** The only order that fits the starts of the scenario, or the free cells of the map; undefined if that does not decide. */
export function orderOf(
  text: PathText,
  assignments: readonly Assignment[] | undefined,
  grid: Grid | undefined,
): PointOrder | undefined {
  const orders: readonly PointOrder[] = ['xy', 'rc'];
  const byScen = assignments === undefined ? [] : orders.filter((order) => startsFit(text, order, assignments));
  if (byScen.length === 1) return byScen[0];
  const byMap = grid === undefined ? [] : orders.filter((order) => cellsFit(text, order, grid));
  return byMap.length === 1 ? byMap[0] : undefined;
}

function startsFit(
  { starts, first, second }: PathText,
  order: PointOrder,
  assignments: readonly Assignment[],
): boolean {
  const agents = starts.length - 1;
  if (assignments.length < agents) return false;
  for (let agent = 0; agent < agents; agent++) {
    const { column, row } = assignments[agent]!.start;
    const [a, b] = order === 'xy' ? [column, row] : [row, column];
    if (first[starts[agent]!] !== a || second[starts[agent]!] !== b) return false;
  }
  return true;
}

function cellsFit({ first, second }: PathText, order: PointOrder, grid: Grid): boolean {
  const [columns, rows] = order === 'xy' ? [first, second] : [second, first];
  for (let k = 0; k < first.length; k++) if (isBlocked(grid, columns[k]!, rows[k]!)) return false;
  return true;
}

/** Whether a square is blocked or outside. */
export function isBlocked({ width, height, blocked }: Grid, column: number, row: number): boolean {
  return column < 0 || row < 0 || column >= width || row >= height || blocked[row * width + column] === 1;
}

export function gridPlanOf({ starts, first, second }: PathText, order: PointOrder): GridPlan {
  const [columns, rows] = order === 'xy' ? [first, second] : [second, first];
  return { kind: 'grid', steps: { starts, columns, rows } };
}

/** Points with times of their own: x is the column, y the row. */
export function timedPlanOf({ starts, first, second, times }: PathText, order: PointOrder): PathPlan {
  const [columns, rows] = order === 'xy' ? [first, second] : [second, first];
  const [x, y] = [Float64Array.from(columns), Float64Array.from(rows)];
  return { kind: 'paths', paths: { starts, t: times!, x, y }, isSampled: false };
}

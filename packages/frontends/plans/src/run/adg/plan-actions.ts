/** The actions of a plan: from cell to cell on a grid, else from knot to knot. */
import type { GridSteps } from '../../audit/grid-paths.js';
import type { KnotPaths } from '../../audit/knot-paths.js';
import { ActionList, type ActionPlace, type Actions, NOWHERE } from './action-graph.js';

export interface GridActionOptions {
  /** Whether a move is two actions, with a stop at the middle. */
  readonly halves: boolean;
  /** Whether robots leave the plan at their last places. */
  readonly vanish?: boolean;
  /**
   * Whether a change of heading is an action, as SMART counts them: robots begin with the heading to smaller rows. An executed
   * graph needs none, since a turn leaves no place.
   */
  readonly turns?: boolean;
}

const UP = 0;

export function gridActions({ starts: cells, columns, rows }: GridSteps, options: GridActionOptions): Actions {
  const { halves, turns = false, vanish = false } = options;
  const list = new ActionList();
  const [minColumn, maxColumn] = rangeOf(columns);
  const [minRow] = rangeOf(rows);
  // Places are counted in half cells.
  const width = 2 * (maxColumn - minColumn) + 1;
  const placeAt = (k: number): number => 2 * (rows[k]! - minRow) * width + 2 * (columns[k]! - minColumn);
  let turnCount = 0;
  for (let robot = 0; robot + 1 < cells.length; robot++) {
    const [first, last] = [cells[robot]!, cells[robot + 1]! - 1];
    let heading = UP;
    for (let k = first; k < last; k++) {
      const [right, down] = [columns[k + 1]! - columns[k]!, rows[k + 1]! - rows[k]!];
      if (right === 0 && down === 0) continue;
      const [start, end, step] = [placeAt(k), placeAt(k + 1), k - first];
      const direction = right > 0 ? 1 : down > 0 ? 2 : right < 0 ? 3 : UP;
      if (turns && direction !== heading) {
        list.add(step, step + 1, start, start);
        turnCount++;
      }
      heading = direction;
      const middle = (start + end) / 2;
      if (halves) list.add(step, step + 1, start, middle);
      list.add(step, step + 1, halves ? middle : start, end);
    }
    if (vanish) list.add(last - first, Infinity, placeAt(last), NOWHERE);
    list.endRobot();
  }
  return {
    ...list.actions(),
    turns: turnCount,
    halves,
    placeOf: (place) => ({ x: (place % width) / 2 + minColumn, y: Math.floor(place / width) / 2 + minRow }),
  };
}

/** Each knot is a place; those with equal coordinates are one, as the vertices of a roadmap are. */
export function pathActions({ starts, t, x, y }: Omit<KnotPaths, 'radii'>, vanish: boolean): Actions {
  const list = new ActionList();
  const places: ActionPlace[] = [];
  const numbers = new Map<string, number>();
  const placeAt = (k: number): number => {
    const name = `${x[k]!} ${y[k]!}`;
    const known = numbers.get(name);
    if (known !== undefined) return known;
    numbers.set(name, places.length);
    return places.push({ x: x[k]!, y: y[k]! }) - 1;
  };
  for (let robot = 0; robot + 1 < starts.length; robot++) {
    const last = starts[robot + 1]! - 1;
    for (let k = starts[robot]!; k < last; k++) {
      if (x[k] !== x[k + 1] || y[k] !== y[k + 1]) list.add(t[k]!, t[k + 1]!, placeAt(k), placeAt(k + 1));
    }
    if (vanish) list.add(t[last]!, Infinity, placeAt(last), NOWHERE);
    list.endRobot();
  }
  return { ...list.actions(), turns: 0, halves: false, placeOf: (place) => places[place]! };
}

function rangeOf(values: Int16Array | Int32Array): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

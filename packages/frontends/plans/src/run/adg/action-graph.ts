/**
 * The Action Dependency Graph of a plan on a grid (Hönig, Kiesel, Tinka, Durham and Ayanian, 2019): moves in the order of each
 * robot, and which move of another robot must have left a place before a move may enter it. Waits are dropped.
 */
import type { GridSteps } from '@kineko/geometry/audit';

/** No action. */
export const NONE = -1;

export interface GraphOptions {
  /** Whether a move is two actions, with a stop at the middle. */
  readonly halves: boolean;
  /**
   * Whether a change of heading is an action, as SMART counts them: robots begin with the heading to smaller rows. An executed
   * graph needs none, since a turn leaves no place.
   */
  readonly turns?: boolean;
}

/** The place of a robot before or after an action, in cells; the middle of a move has halves. */
export interface ActionPlace {
  readonly column: number;
  readonly row: number;
}

export interface ActionGraph {
  /** The actions of robot i are those from starts[i] to starts[i + 1]. */
  readonly starts: Int32Array;
  /** The robot of each action. */
  readonly robots: Int32Array;
  /** The planned step of each action. */
  readonly steps: Int32Array;
  readonly turns: number;
  /**
   * The action of another robot that each action waits for, or `NONE`: the last one to leave the goal before. It suffices,
   * since a robot that was there in between waited for the earlier ones.
   */
  readonly sources: Int32Array;
  /** Where each action begins and ends, as the number of a place. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  placeOf(place: number): ActionPlace;
}

export function actionGraph(steps: GridSteps, options: GraphOptions): ActionGraph {
  const actions = actionsOf(steps, options);
  const { robots, steps: times, to } = actions;
  const departures = departuresOf(actions);
  const sources = new Int32Array(robots.length).fill(NONE);
  for (let k = 0; k < sources.length; k++) {
    const list = departures.get(to[k]!) ?? [];
    let last = countUpTo(list, times, times[k]!) - 1;
    // Its own later departure in the same step, from the middle of its move.
    while (last >= 0 && robots[list[last]!] === robots[k] && list[last]! > k) last--;
    // If it was the last one to leave, the place is free.
    if (last >= 0 && robots[list[last]!] !== robots[k]) sources[k] = list[last]!;
  }
  return { ...actions, sources };
}

type Actions = Omit<ActionGraph, 'sources'>;

const UP = 0;

function actionsOf({ starts: cells, columns, rows }: GridSteps, { halves, turns = false }: GraphOptions): Actions {
  const agents = cells.length - 1;
  const starts = new Int32Array(agents + 1);
  const [robots, steps, from, to]: [number[], number[], number[], number[]] = [[], [], [], []];
  const [minColumn, maxColumn] = rangeOf(columns);
  const [minRow] = rangeOf(rows);
  // Places are counted in half cells.
  const width = 2 * (maxColumn - minColumn) + 1;
  let turnCount = 0;
  for (let robot = 0; robot < agents; robot++) {
    const first = cells[robot]!;
    const add = (step: number, start: number, end: number): void => {
      robots.push(robot);
      steps.push(step);
      from.push(start);
      to.push(end);
    };
    const placeAt = (k: number): number => 2 * (rows[k]! - minRow) * width + 2 * (columns[k]! - minColumn);
    let heading = UP;
    for (let k = first; k + 1 < cells[robot + 1]!; k++) {
      const [right, down] = [columns[k + 1]! - columns[k]!, rows[k + 1]! - rows[k]!];
      if (right === 0 && down === 0) continue;
      const [start, end, step] = [placeAt(k), placeAt(k + 1), k - first];
      const direction = right > 0 ? 1 : down > 0 ? 2 : right < 0 ? 3 : UP;
      if (turns && direction !== heading) {
        add(step, start, start);
        turnCount++;
      }
      heading = direction;
      const middle = (start + end) / 2;
      if (halves) add(step, start, middle);
      add(step, halves ? middle : start, end);
    }
    starts[robot + 1] = robots.length;
  }
  return {
    starts,
    robots: Int32Array.from(robots),
    steps: Int32Array.from(steps),
    turns: turnCount,
    from: Float64Array.from(from),
    to: Float64Array.from(to),
    placeOf: (place) => ({
      column: (place % width) / 2 + minColumn,
      row: Math.floor(place / width) / 2 + minRow,
    }),
  };
}

/** The actions that leave each place, in the order of their steps. */
export function departuresOf({ from, steps }: Pick<Actions, 'from' | 'steps'>): ReadonlyMap<number, readonly number[]> {
  const byPlace = new Map<number, number[]>();
  for (let k = 0; k < from.length; k++) {
    const list = byPlace.get(from[k]!);
    if (list === undefined) byPlace.set(from[k]!, [k]);
    else list.push(k);
  }
  for (const list of byPlace.values()) list.sort((a, b) => steps[a]! - steps[b]! || a - b);
  return byPlace;
}

/** The number of actions, in the order of their steps, at or before a step. */
export function countUpTo(list: readonly number[], steps: Int32Array, step: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps[list[middle]!]! <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

function rangeOf(values: Int16Array | Int32Array): readonly [number, number] {
  let [min, max] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}

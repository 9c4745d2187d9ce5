/**
 * The Action Dependency Graph of a plan (Hönig, Kiesel, Tinka, Durham and Ayanian, 2019): moves in the order of each robot, and
 * which move of another robot must have left a place before a move may enter it. Waits are dropped.
 */

/** No action. */
export const NONE = -1;
/** The goal of a robot that vanishes. */
export const NOWHERE = -1;

/** The place of a robot before or after an action, in the coordinates of the file: columns and rows of a grid. */
export interface ActionPlace {
  readonly x: number;
  readonly y: number;
}

export interface Actions {
  /** The actions of robot i are those from starts[i] to starts[i + 1]. */
  readonly starts: Int32Array;
  /** The robot of each action. */
  readonly robots: Int32Array;
  /** When each action begins and ends in the plan: on a grid the step and the next one, else seconds. */
  readonly departs: Float64Array;
  readonly arrives: Float64Array;
  /** Where each action begins and ends, as the number of a place. */
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** The number of actions that are turns. */
  readonly turns: number;
  /** Whether a move is two actions, with a stop at the middle. */
  readonly halves: boolean;
  placeOf(place: number): ActionPlace;
}

export interface ActionGraph extends Actions {
  /**
   * The action of another robot that each action waits for, or `NONE`: the last one to leave the goal before. It suffices,
   * since a robot that was there in between waited for the earlier ones.
   */
  readonly sources: Int32Array;
}

export function actionGraph(actions: Actions): ActionGraph {
  const { robots, departs, arrives, to } = actions;
  const departures = departuresOf(actions);
  const sources = new Int32Array(robots.length).fill(NONE);
  for (let k = 0; k < sources.length; k++) {
    const list = departures.get(to[k]!) ?? [];
    let last = countBefore(list, departs, arrives[k]!) - 1;
    // Its own later departure in the same step, from the middle of its move.
    while (last >= 0 && robots[list[last]!] === robots[k] && list[last]! > k) last--;
    // If it was the last one to leave, the place is free.
    if (last >= 0 && robots[list[last]!] !== robots[k]) sources[k] = list[last]!;
  }
  return { ...actions, sources };
}

/** Collects the actions of one robot after the other. */
export class ActionList {
  private readonly starts = [0];
  private readonly robots: number[] = [];
  private readonly departs: number[] = [];
  private readonly arrives: number[] = [];
  private readonly from: number[] = [];
  private readonly to: number[] = [];

  add(departs: number, arrives: number, from: number, to: number): void {
    this.robots.push(this.starts.length - 1);
    this.departs.push(departs);
    this.arrives.push(arrives);
    this.from.push(from);
    this.to.push(to);
  }

  endRobot(): void {
    this.starts.push(this.robots.length);
  }

  actions(): Pick<Actions, 'starts' | 'robots' | 'departs' | 'arrives' | 'from' | 'to'> {
    return {
      starts: Int32Array.from(this.starts),
      robots: Int32Array.from(this.robots),
      departs: Float64Array.from(this.departs),
      arrives: Float64Array.from(this.arrives),
      from: Float64Array.from(this.from),
      to: Float64Array.from(this.to),
    };
  }
}

/** The actions that leave each place, in the order of the plan. */
export function departuresOf({
  from,
  departs,
}: Pick<Actions, 'from' | 'departs'>): ReadonlyMap<number, readonly number[]> {
  const byPlace = new Map<number, number[]>();
  for (let k = 0; k < from.length; k++) {
    const list = byPlace.get(from[k]!);
    if (list === undefined) byPlace.set(from[k]!, [k]);
    else list.push(k);
  }
  for (const list of byPlace.values()) list.sort((a, b) => departs[a]! - departs[b]! || a - b);
  return byPlace;
}

/** The number of actions, in the order of the plan, that begin before a time. */
export function countBefore(list: readonly number[], departs: Float64Array, time: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (departs[list[middle]!]! < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The order in which the actions of a graph can run: whether all can, how long that takes, and rings that prevent it. */
import { type ActionGraph, countUpTo, departuresOf, NONE } from './action-graph.js';

export interface GraphOrder {
  /** The number of actions that can run; fewer than all if some wait for each other. */
  readonly runnable: number;
  /** The earliest ends of the actions if each takes the same time, in multiples of it; 0 for those that cannot run. */
  readonly ends: Int32Array;
}

/** Runs each action as soon as its predecessor and its source have run. */
export function orderOf(graph: ActionGraph): GraphOrder {
  const { starts, robots, sources } = graph;
  const ends = new Int32Array(robots.length);
  const waiters = waitersOf(graph);
  const next = starts.slice(0, -1);
  const ready = Array.from(next, (_, robot) => robot);
  let runnable = 0;
  for (let robot = ready.pop(); robot !== undefined; robot = ready.pop()) {
    for (let k = next[robot]!; k < starts[robot + 1]!; k = next[robot]!) {
      const source = sources[k]!;
      if (source !== NONE && ends[source] === 0) break;
      const before = k === starts[robot]! ? 0 : ends[k - 1]!;
      ends[k] = Math.max(before, source === NONE ? 0 : ends[source]!) + 1;
      next[robot] = k + 1;
      runnable++;
      for (const waiter of waiters.get(k) ?? []) if (next[robots[waiter]!] === waiter) ready.push(robots[waiter]!);
    }
  }
  return { runnable, ends };
}

/** The actions that wait for each action. */
export function waitersOf({ sources }: Pick<ActionGraph, 'sources'>): ReadonlyMap<number, readonly number[]> {
  const waiters = new Map<number, number[]>();
  for (let k = 0; k < sources.length; k++) {
    const source = sources[k]!;
    if (source === NONE) continue;
    const list = waiters.get(source);
    if (list === undefined) waiters.set(source, [k]);
    else list.push(k);
  }
  return waiters;
}

/**
 * A shortest ring of actions of full moves, each of which waits for the next; undefined if there is none. Steps never
 * decrease along a dependency, and increase from one action of a robot to its next one, so a ring lies within one step.
 */
export function shortestRing({ robots, sources, steps }: ActionGraph): readonly number[] | undefined {
  const visitedFrom = new Int32Array(robots.length).fill(NONE);
  let shortest: number[] | undefined;
  for (let first = 0; first < robots.length; first++) {
    let k = first;
    while (k !== NONE && visitedFrom[k] === NONE) {
      visitedFrom[k] = first;
      const source = sources[k]!;
      k = source !== NONE && steps[source] === steps[k] ? source : NONE;
    }
    if (k === NONE || visitedFrom[k] !== first) continue;
    const ring = [k];
    for (let each = sources[k]!; each !== k; each = sources[each]!) ring.push(each);
    const isFirst =
      shortest === undefined ||
      ring.length < shortest.length ||
      (ring.length === shortest.length && steps[ring[0]!]! < steps[shortest[0]!]!);
    if (isFirst) shortest = ring;
  }
  return shortest;
}

/** Counts of the graph with all its dependencies, also those that follow from others. */
export interface GraphCounts {
  readonly actions: number;
  readonly turns: number;
  /** From an action of a robot to its next one. */
  readonly type1Edges: number;
  /** From a departure to a later arrival of another robot at the same place. */
  readonly type2Edges: number;
  /** Pairs of robots with a dependency between them. */
  readonly robotPairs: number;
}

export function countsOf(graph: ActionGraph): GraphCounts {
  const { starts, robots, steps, to, turns } = graph;
  const departures = departuresOf(graph);
  const pairs = new Set<number>();
  const agents = starts.length - 1;
  let [type1Edges, type2Edges] = [0, 0];
  for (let robot = 0; robot < agents; robot++) type1Edges += Math.max(starts[robot + 1]! - starts[robot]! - 1, 0);
  for (let k = 0; k < robots.length; k++) {
    const list = departures.get(to[k]!) ?? [];
    const count = countUpTo(list, steps, steps[k]!);
    for (let i = 0; i < count; i++) {
      const [source, target] = [robots[list[i]!]!, robots[k]!];
      if (source === target) continue;
      type2Edges++;
      pairs.add(Math.min(source, target) * agents + Math.max(source, target));
    }
  }
  return { actions: robots.length, turns, type1Edges, type2Edges, robotPairs: pairs.size };
}

/** The order in which the actions of a graph can run: whether all can, how long that takes, and rings that prevent it. */
import { type ActionGraph, countBefore, departuresOf, NONE, NOWHERE } from './action-graph.js';

/** The end of an action that cannot run. */
const NEVER = -1;

export interface GraphOrder {
  /** The number of actions that can run; fewer than all if some wait for each other. */
  readonly runnable: number;
  /** The earliest ends of the actions if each move takes the same time, in multiples of it; -1 for those that cannot run. */
  readonly ends: Int32Array;
}

/** Runs each action as soon as its predecessor and its source have run. */
export function orderOf(graph: ActionGraph): GraphOrder {
  const { starts, robots, sources, to } = graph;
  const ends = new Int32Array(robots.length).fill(NEVER);
  const waiters = waitersOf(graph);
  const next = starts.slice(0, -1);
  const ready = Array.from(next, (_, robot) => robot);
  let runnable = 0;
  for (let robot = ready.pop(); robot !== undefined; robot = ready.pop()) {
    for (let k = next[robot]!; k < starts[robot + 1]!; k = next[robot]!) {
      const source = sources[k]!;
      if (source !== NONE && ends[source] === NEVER) break;
      const before = k === starts[robot]! ? 0 : ends[k - 1]!;
      ends[k] = Math.max(before, source === NONE ? 0 : ends[source]!) + (to[k] === NOWHERE ? 0 : 1);
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

/** A shortest ring of actions, each of which waits for the next, and the earliest one of those; undefined if there is none. */
export function shortestRing(graph: ActionGraph): readonly number[] | undefined {
  const { ends } = orderOf(graph);
  if (!ends.includes(NEVER)) return undefined;
  let shortest = shortestSimpleRing(graph, ends);
  const visit = new RingSearch(graph, ends);
  for (let first = 0; first < ends.length; first++) {
    // Every ring has an action that waits for another robot.
    const source = graph.sources[first]!;
    if (ends[first] !== NEVER || source === NONE || ends[source] !== NEVER) continue;
    shortest = visit.through(first, shortest.length) ?? shortest;
  }
  return shortest;
}

/**
 * The shortest of the rings that are found if each action that cannot run is followed to its source, or if that can run, to
 * its predecessor. On a grid these are all rings: one lies within a step, in which a robot has one move.
 */
function shortestSimpleRing({ sources, departs }: ActionGraph, ends: Int32Array): readonly number[] {
  const isStuck = (k: number): boolean => k !== NONE && ends[k] === NEVER;
  const after = (k: number): number => (isStuck(sources[k]!) ? sources[k]! : k - 1);
  const visitedFrom = new Int32Array(ends.length).fill(NONE);
  let shortest: number[] = [];
  for (let first = 0; first < ends.length; first++) {
    if (!isStuck(first)) continue;
    let k = first;
    for (; visitedFrom[k] === NONE; k = after(k)) visitedFrom[k] = first;
    if (visitedFrom[k] !== first) continue;
    const ring = [k];
    for (let each = after(k); each !== k; each = after(each)) ring.push(each);
    const isFirst = ring.length === shortest.length && departs[ring[0]!]! < departs[shortest[0]!]!;
    if (shortest.length === 0 || ring.length < shortest.length || isFirst) shortest = ring;
  }
  return shortest;
}

/** Searches rings through an action in breadth. */
class RingSearch {
  private readonly visitedFrom: Int32Array;
  private readonly reachedFrom: Int32Array;

  constructor(
    private readonly graph: ActionGraph,
    private readonly ends: Int32Array,
  ) {
    this.visitedFrom = new Int32Array(ends.length).fill(NONE);
    this.reachedFrom = new Int32Array(ends.length);
  }

  /** A ring of fewer than `limit` actions. */
  through(first: number, limit: number): readonly number[] | undefined {
    const { graph, ends, visitedFrom, reachedFrom } = this;
    const { robots, sources } = graph;
    let layer = [first];
    for (let length = 1; length < limit && layer.length > 0; length++) {
      const next: number[] = [];
      for (const k of layer) {
        for (const before of [sources[k]!, k > 0 && robots[k - 1] === robots[k] ? k - 1 : NONE]) {
          if (before === first) return this.ringTo(k, first);
          if (before === NONE || ends[before] !== NEVER || visitedFrom[before] === first) continue;
          visitedFrom[before] = first;
          reachedFrom[before] = k;
          next.push(before);
        }
      }
      layer = next;
    }
    return undefined;
  }

  private ringTo(last: number, first: number): readonly number[] {
    const ring = [last];
    while (ring.at(-1) !== first) ring.push(this.reachedFrom[ring.at(-1)!]!);
    return ring.reverse();
  }
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
  const { starts, robots, departs, arrives, to, turns } = graph;
  const departures = departuresOf(graph);
  const pairs = new Set<number>();
  const agents = starts.length - 1;
  let [type1Edges, type2Edges] = [0, 0];
  for (let robot = 0; robot < agents; robot++) type1Edges += Math.max(starts[robot + 1]! - starts[robot]! - 1, 0);
  for (let k = 0; k < robots.length; k++) {
    const list = departures.get(to[k]!) ?? [];
    const count = countBefore(list, departs, arrives[k]!);
    for (let i = 0; i < count; i++) {
      const [source, target] = [robots[list[i]!]!, robots[k]!];
      if (source === target) continue;
      type2Edges++;
      pairs.add(Math.min(source, target) * agents + Math.max(source, target));
    }
  }
  return { actions: robots.length, turns, type1Edges, type2Edges, robotPairs: pairs.size };
}

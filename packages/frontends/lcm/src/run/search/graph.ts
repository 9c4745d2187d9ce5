/** Finite graphs of states: reachable states, components, and the walk to a state. */

/** A set of states with steps between them. Keys identify states; bits tell which robots act, and what holds. */
export interface StateSpace<K> {
  readonly initial: readonly K[];
  /** Calls the handler for each step from a state. @param note Any number that the step needs later. */
  forEachStep(key: K, handle: (key: K, bits: number, note: number) => void): void;
}

/** States in breadth-first order, so that their numbers grow with their distance from the start. */
export interface Graph<K> {
  readonly keys: readonly K[];
  readonly distances: readonly number[];
  /** The edge that reached each state first; -1 for initial states. */
  readonly reachedBy: readonly number[];
  /** The edges of state s are those from `first[s]` to `first[s + 1]`. */
  readonly first: readonly number[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly bits: readonly number[];
  readonly notes: readonly number[];
  /** Whether all reachable states are in the graph. */
  readonly isComplete: boolean;
}

/** The graph of all reachable states. */
export function reach<K>(space: StateSpace<K>): Graph<K> {
  const reaching = reachInSteps(space, Infinity);
  for (;;) {
    const { done, value } = reaching.next();
    if (done === true) return value;
  }
}

/** Number of states between two pauses. */
const PAUSE = 256;

/** The same, with pauses. @param maxStates Limit of the number of states. */
export function* reachInSteps<K>(space: StateSpace<K>, maxStates: number): Generator<undefined, Graph<K>> {
  const keys = [...space.initial];
  const numbers = new Map(keys.map((key, s) => [key, s]));
  const distances = keys.map(() => 0);
  const reachedBy = keys.map(() => -1);
  const first = [0];
  const from: number[] = [];
  const to: number[] = [];
  const bits: number[] = [];
  const notes: number[] = [];
  let isComplete = true;
  for (let s = 0; s < keys.length; s++) {
    if (s % PAUSE === PAUSE - 1) yield;
    space.forEachStep(keys[s]!, (key, bitsOfStep, note) => {
      let target = numbers.get(key);
      if (target === undefined) {
        if (keys.length >= maxStates) {
          isComplete = false;
          return;
        }
        target = keys.length;
        numbers.set(key, target);
        keys.push(key);
        distances.push(distances[s]! + 1);
        reachedBy.push(to.length);
      }
      from.push(s);
      to.push(target);
      bits.push(bitsOfStep);
      notes.push(note);
    });
    first.push(to.length);
  }
  return { keys, distances, reachedBy, first, from, to, bits, notes, isComplete };
}

/** The strongly connected component of each state (Tarjan, without recursion). */
export function componentsOf({ keys, first, to }: Graph<unknown>): Int32Array {
  const size = keys.length;
  const component = new Int32Array(size).fill(-1);
  const order = new Int32Array(size).fill(-1);
  const low = new Int32Array(size);
  const edge = Int32Array.from(first.slice(0, size));
  const open: number[] = [];
  const path: number[] = [];
  let count = 0;
  let found = 0;
  for (let root = 0; root < size; root++) {
    if (order[root]! >= 0) continue;
    path.push(root);
    while (path.length > 0) {
      const s = path.at(-1)!;
      if (order[s]! < 0) {
        order[s] = low[s] = count++;
        open.push(s);
      }
      if (edge[s]! < first[s + 1]!) {
        const t = to[edge[s]!++]!;
        if (order[t]! < 0) path.push(t);
        else if (component[t]! < 0) low[s] = Math.min(low[s]!, order[t]!);
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) low[parent] = Math.min(low[parent]!, low[s]!);
      if (low[s] !== order[s]) continue;
      for (let t = -1; t !== s;) {
        t = open.pop()!;
        component[t] = found;
      }
      found++;
    }
  }
  return component;
}

/** The bits of all edges inside each component: a walk can take all of them, again and again. */
export function bitsWithin({ from, to, bits }: Graph<unknown>, components: Int32Array): number[] {
  const found: number[] = [];
  for (const component of components) found[component] = 0;
  for (let e = 0; e < to.length; e++) {
    const component = components[from[e]!]!;
    if (component === components[to[e]!]) found[component]! |= bits[e]!;
  }
  return found;
}

/** The edges from an initial state to a state, as few as possible. */
export function walkTo({ reachedBy, from }: Graph<unknown>, state: number): { start: number; edges: number[] } {
  const edges: number[] = [];
  let start = state;
  while (reachedBy[start]! >= 0) {
    const edge = reachedBy[start]!;
    edges.unshift(edge);
    start = from[edge]!;
  }
  return { start, edges };
}

/** Breadth-first searches in the product of states and bits. */
export class LoopSearch {
  /** The last search that reached a node, and the edge and the node before it. */
  private readonly reached: Int32Array;
  private readonly edge: Int32Array;
  private readonly before: Int32Array;

  constructor(
    private readonly graph: Graph<unknown>,
    private readonly components: Int32Array,
    /** Bits that a loop must have: a power of two, minus one. */
    private readonly all: number,
  ) {
    const size = graph.keys.length * (all + 1);
    this.reached = new Int32Array(size).fill(-1);
    this.edge = new Int32Array(size);
    this.before = new Int32Array(size);
  }

  /**
   * A loop of fewer than `limit` edges from a state to itself with all bits. States with lower numbers are left out:
   * a loop through them has been found from there, with a prefix that is no longer.
   */
  loopAt(start: number, limit: number): number[] | undefined {
    const { first, to, bits } = this.graph;
    const { components, reached } = this;
    const width = this.all + 1;
    const goal = start * width + this.all;
    let level = [start * width];
    reached[level[0]!] = start;
    for (let length = 1; length < limit && level.length > 0; length++) {
      const next: number[] = [];
      for (const node of level) {
        const s = Math.floor(node / width);
        for (let e = first[s]!; e < first[s + 1]!; e++) {
          const t = to[e]!;
          if (t < start || components[t] !== components[start]) continue;
          const target = t * width + ((node - s * width) | bits[e]!);
          if (reached[target] === start) continue;
          reached[target] = start;
          this.edge[target] = e;
          this.before[target] = node;
          if (target === goal) return this.edgesTo(target, start * width);
          next.push(target);
        }
      }
      level = next;
    }
    return undefined;
  }

  private edgesTo(end: number, start: number): number[] {
    const edges: number[] = [];
    for (let node = end; node !== start; node = this.before[node]!) edges.unshift(this.edge[node]!);
    return edges;
  }
}

/** Exhaustive exploration of two robots: whether they gather under every fair schedule, and a shortest schedule if not. */
import { bitsWithin, componentsOf, type Graph, LoopSearch, reach, walkTo } from '../search/graph.js';
import { type TwoRobotModel, TwoRobotState } from './abstraction.js';

export interface Exploration {
  /** Number of reachable states. */
  readonly states: number;
  readonly isGathering: boolean;
  /** A shortest one, prefix and loop together; undefined if the robots gather. */
  counterexample(): Counterexample | undefined;
}

/** A schedule in which the robots are apart again and again, and both act again and again. */
export interface Counterexample {
  readonly start: { readonly position: number; readonly colors: readonly [number, number] };
  readonly prefix: readonly AbstractStep[];
  readonly loop: readonly AbstractStep[];
}

export interface AbstractStep {
  /** The robots that act, as bits: 1, 2, or 3 for both. */
  readonly robots: number;
  /** The colour that the step reads of a light being written; -1 if it reads none. */
  readonly read: number;
}

export function explore(model: TwoRobotModel): Exploration {
  const state = new TwoRobotState(model);
  const graph = reach({
    initial: state.initialCodes(),
    forEachStep: (from, handle) =>
      state.forEachStep(from, (code, robots, isApart, read) => handle(code, robots | (isApart ? APART : 0), read)),
  });
  const components = componentsOf(graph);
  const isBad = bitsWithin(graph, components).map((bits) => bits === ALL);
  const isGathering = !isBad.includes(true);
  const step = (edge: number): AbstractStep => ({ robots: graph.bits[edge]! & 3, read: graph.notes[edge]! });
  return {
    states: graph.keys.length,
    isGathering,
    counterexample: () => {
      if (isGathering) return undefined;
      const { start, prefix, loop } = shortest(graph, components, isBad);
      return { start: state.describe(graph.keys[start]!), prefix: prefix.map(step), loop: loop.map(step) };
    },
  };
}

/** Whether a designer can choose a common initial colour from which the robots gather: the exploration that shows it. */
export function explorePreset(model: TwoRobotModel): Exploration {
  const found = model.algorithm.palette.map((_, initial) => explore({ ...model, initial }));
  return found.find(({ isGathering }) => isGathering) ?? found[0]!;
}

/** Bits of a step: the first robot acts, the second one acts, the robots are apart. A violating cycle has all of them. */
const APART = 4;
const ALL = 7;

interface Walk {
  readonly start: number;
  readonly prefix: readonly number[];
  readonly loop: readonly number[];
}

/** The walk with the fewest edges, prefix and loop together. */
function shortest(graph: Graph<number>, components: Int32Array, isBad: readonly boolean[]): Walk {
  const { keys, distances } = graph;
  const search = new LoopSearch(graph, components, ALL);
  let best = Infinity;
  let loop: readonly number[] = [];
  let entry = 0;
  for (let s = 0; s < keys.length && distances[s]! < best; s++) {
    if (!isBad[components[s]!]) continue;
    const found = search.loopAt(s, best - distances[s]!);
    if (found === undefined) continue;
    best = distances[s]! + found.length;
    loop = found;
    entry = s;
  }
  const { start, edges: prefix } = walkTo(graph, entry);
  return { start, prefix, loop };
}

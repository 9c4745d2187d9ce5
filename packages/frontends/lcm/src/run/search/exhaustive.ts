/** Tries all activation schedules of n robots from some starts: whether they gather, and a schedule if they do not. */
import { cosDegrees, sinDegrees, type Vector } from '@kineko/geometry';
import type { ActivationSchedule, ScheduleStep } from '../../format/activation-schedule.js';
import { Fraction } from '../../format/fraction.js';
import { bitsWithin, componentsOf, type Graph, LoopSearch, reachInSteps, walkTo } from './graph.js';
import { Rounds, type RoundsOptions } from './rounds.js';

export interface Exhausted {
  /** Undecided: a limit was reached, or the answer depends on rounding. */
  readonly verdict: 'gathers' | 'apart forever' | 'undecided';
  readonly states: number;
  /** Number of rounds after which every schedule was tried. */
  readonly rounds: number;
  /** Whether no coordinate was rounded. */
  readonly isExact: boolean;
  /** Whether a decision depends on a coordinate system on which the robots do not agree. */
  readonly isFrameDependent: boolean;
  /** Whether a decision depends on the order in which a robot sees the others. */
  readonly isOrderDependent: boolean;
  /** The counterexample. */
  readonly schedule?: ActivationSchedule;
}

/** Limit of the graph, which is kept in memory. */
const MAX_EDGES = 3_000_000;
/** Factors of the tolerance within which two robots are at one place. */
const TOLERANCES = [1, 0.1, 10];
/** More robots have too many subsets. */
export const MAX_ROBOTS = 8;

export interface SearchOptions extends Omit<RoundsOptions, 'isExactOnly' | 'isScaled'> {
  readonly maxStates: number;
}

/** Pauses now and then, so that the caller can end it. */
export function* exhaust(options: SearchOptions): Generator<undefined, Exhausted> {
  // A limited range of vision is a length.
  const scaled = options.model.visibility === Infinity ? yield* attempt(options, true) : undefined;
  return scaled ?? (yield* attempt(options, false))!;
}

/** Undefined if states were scaled although decisions depend on the scale. */
function* attempt(options: SearchOptions, isScaled: boolean): Generator<undefined, Exhausted | undefined> {
  const exact = new Rounds({ ...options, isScaled, isExactOnly: true });
  const found = yield* explore(exact, options.maxStates);
  if (exact.isScaleDependent) return undefined;
  if (found.entry !== undefined) {
    return { ...found.result, verdict: 'apart forever', schedule: scheduleOf(options, exact, found, found.entry) };
  }
  if (!exact.isRounded) return found.result;
  // A loop that repeats only up to rounding proves nothing, and neither does an answer that depends on the tolerance.
  const results: Exhausted[] = [];
  for (const factor of TOLERANCES) {
    const model = { ...options.model, epsilon: options.model.epsilon * factor };
    const rounded = new Rounds({ ...options, model, isScaled, isExactOnly: false });
    const { result, entry } = yield* explore(rounded, options.maxStates);
    if (rounded.isScaleDependent) return undefined;
    results.push({ ...result, isExact: false });
    if (entry !== undefined || result.verdict === 'undecided') return { ...results[0]!, verdict: 'undecided' };
  }
  return results[0]!;
}

interface Explored {
  readonly graph: Graph<string>;
  readonly components: Int32Array;
  /** The first state from which the robots can be kept apart. */
  readonly entry: number | undefined;
  readonly result: Exhausted;
}

function* explore(space: Rounds, maxStates: number): Generator<undefined, Explored> {
  const graph = yield* reachInSteps(space, Math.min(maxStates, Math.floor(MAX_EDGES / space.choices)));
  const components = componentsOf(graph);
  const bits = bitsWithin(graph, components);
  const entry = components.findIndex((component) => bits[component] === space.allBits);
  const deepest = graph.distances.at(-1)!;
  const result = {
    verdict: graph.isComplete ? 'gathers' : 'undecided',
    states: graph.keys.length,
    rounds: graph.isComplete ? deepest : deepest - 1,
    isExact: true,
    isFrameDependent: space.isFrameDependent,
    isOrderDependent: space.isOrderDependent,
  } as const;
  return { graph, components, entry: entry < 0 ? undefined : entry, result };
}

function scheduleOf(
  { model }: SearchOptions,
  space: Rounds,
  { graph, components }: Explored,
  entry: number,
): ActivationSchedule {
  const { start, edges } = walkTo(graph, entry);
  const loop = new LoopSearch(graph, components, space.allBits).loopAt(entry, Infinity)!;
  const { places, lights } = space.startOf(graph.keys[start]!);
  const step = (edge: number): ScheduleStep => ({
    kind: 'joint',
    robots: places.flatMap((_, robot) => ((graph.bits[edge]! & (1 << robot)) === 0 ? [] : [robot])),
  });
  const text = (coordinate: number): string => Fraction.ofDouble(coordinate).toString();
  return {
    scheduler: model.scheduler,
    robots: places.map(({ x, y }, robot) => ({
      at: [text(x), text(y)],
      ...(model.palette.length > 0 && { light: lights[robot]! }),
    })),
    prefix: edges.map(step),
    loop: loop.map(step),
    frames: new Map(),
    reads: new Map(),
  };
}

/** Starts at which published algorithms break, most symmetric first. */
export function symmetricStarts(n: number): Vector[][] {
  const towers = (first: number): Vector[] =>
    Array.from({ length: n }, (_, robot) => ({ x: robot < first ? 0 : 1, y: 0 }));
  const line = Array.from({ length: n }, (_, robot) => ({ x: robot, y: 0 }));
  const polygon = (corners: number): Vector[] =>
    Array.from({ length: corners }, (_, corner) => {
      const angle = (360 * corner) / corners;
      return { x: cosDegrees(angle), y: sinDegrees(angle) };
    });
  return [
    ...(n % 2 === 0 ? [towers(n / 2)] : []),
    towers(n - 1),
    line,
    polygon(n),
    [...polygon(n - 1), { x: 0, y: 0 }],
  ];
}

/** Paths as knots in typed arrays, and exact relative motion on a span of two legs. */
import { integersOf } from './fraction.js';
import type { RelativeSpan } from './relative-span.js';

/**
 * Agents that move in straight lines from knot to knot. An agent rests at its first knot before it, and at its last one after
 * it. The times of an agent ascend.
 */
export interface KnotPaths {
  /** The knots of agent i are those from starts[i] to starts[i + 1], of which there is at least one. */
  readonly starts: Int32Array;
  readonly t: Float64Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radii: Float64Array;
}

type Knots = Omit<KnotPaths, 'radii'>;

/**
 * The knot at or before a time, from a knot on that is not later, and not after the last knot of the agent. A leg goes from
 * there to the next knot of the agent; at its first knot, the agent may still rest.
 */
export function knotAt({ t, starts }: KnotPaths, agent: number, from: number, time: number): number {
  const last = starts[agent + 1]! - 1;
  let knot = from;
  while (knot < last && t[knot + 1]! <= time) knot++;
  return knot;
}

/** The knot at which the leg of a knot ends at the given time: the knot itself while the agent rests. */
export function endOfLeg({ t, starts }: Knots, agent: number, knot: number, time: number): number {
  return knot === starts[agent + 1]! - 1 || t[knot]! > time ? knot : knot + 1;
}

/** One coordinate at a time on a leg, within a few last bits of the larger end. */
export function coordinateOn(t: Float64Array, values: Float64Array, from: number, to: number, time: number): number {
  const start = values[from]!;
  if (from === to) return start;
  const end = values[to]!;
  if (time >= t[to]!) return end;
  return start + (end - start) * ((time - t[from]!) / (t[to]! - t[from]!));
}

/** The place of an agent at any time, rounded. */
export function placeAt(paths: Knots, agent: number, time: number): { readonly x: number; readonly y: number } {
  const { starts, t, x, y } = paths;
  let [low, high] = [starts[agent]!, starts[agent + 1]! - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (t[middle]! <= time) low = middle;
    else high = middle - 1;
  }
  const end = endOfLeg(paths, agent, low, time);
  return { x: coordinateOn(t, x, low, end, time), y: coordinateOn(t, y, low, end, time) };
}

/** A leg of one agent: two neighbouring knots, or the same one twice for a rest. */
export interface KnotLeg {
  readonly from: number;
  readonly to: number;
}

/** The motion of the second agent relative to the first from time a to time b, exactly. */
export function relativeSpan(
  { t, x, y }: KnotPaths,
  first: KnotLeg,
  second: KnotLeg,
  a: number,
  b: number,
  radii: readonly [number, number],
): RelativeSpan {
  const legs = [first, second];
  const times = integersOf([...legs.flatMap(({ from, to }) => [t[from]!, t[to]!]), a, b]).integers;
  const places = integersOf([
    ...legs.flatMap(({ from, to }) => [x[from]!, y[from]!, x[to]!, y[to]!]),
    radii[0],
    radii[1],
  ]);
  const numbers = places.integers;
  const ofFirst = interpolation(first, times[0]!, times[1]!);
  const ofSecond = interpolation(second, times[2]!, times[3]!);
  const [start, end] = [times[4]!, times[5]!];
  const offset = (axis: number, time: bigint): bigint =>
    ofSecond.at(numbers[4 + axis]!, numbers[6 + axis]!, time) * ofFirst.under -
    ofFirst.at(numbers[axis]!, numbers[2 + axis]!, time) * ofSecond.under;
  const under = ofFirst.under * ofSecond.under;
  const [px, py] = [offset(0, start), offset(1, start)];
  return {
    px,
    py,
    qx: offset(0, end) - px,
    qy: offset(1, end) - py,
    reach: (numbers[8]! + numbers[9]!) * under,
    unit: under << BigInt(-places.exponent),
  };
}

interface Interpolation {
  readonly under: bigint;
  /** The value between two ends at a time, times `under`. */
  at(from: bigint, to: bigint, time: bigint): bigint;
}

function interpolation({ from, to }: KnotLeg, start: bigint, end: bigint): Interpolation {
  if (from === to) return { under: 1n, at: (value) => value };
  return { under: end - start, at: (first, last, time) => first * (end - time) + last * (time - start) };
}

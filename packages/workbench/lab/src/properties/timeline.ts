/** When a condition holds in a run, and when it does not: from solved instants, not from samples. */
import { complement, type Span, union } from '../motion/spans.js';

export interface Timeline {
  /** How many things the condition is about in this run: pairs of robots, legs, messages. None is not a pass. */
  readonly premises: number;
  /** In order. A span may be an instant. */
  readonly holding: readonly Span[];
  readonly failing: readonly Span[];
  /** What is the case from that instant on, for people; and who is part of it. */
  readonly about: (t: number) => Circumstance;
  /** How near the run came to what is not wanted: less is nearer. For those who search. */
  readonly score?: (() => number) | undefined;
}

export interface Circumstance {
  readonly text: string;
  /** Ids of robots or processes. */
  readonly who: readonly number[];
}

/** A condition that fails while anything of a list is the case. */
export function failingWhile(
  whole: Span,
  premises: number,
  failures: readonly (Span & Circumstance)[],
  score?: () => number,
): Timeline {
  const failing = union(failures);
  return { premises, failing, holding: complement(failing, whole), about: firstOf(failures), score };
}

/** A condition that holds while anything of a list is the case. */
export function holdingWhile(
  whole: Span,
  premises: number,
  cases: readonly (Span & Circumstance)[],
  score?: () => number,
): Timeline {
  const holding = unionOfInstants(cases);
  return { premises, holding, failing: complement(union(cases), whole), about: firstOf(cases), score };
}

/** As `union`, but instants stay. */
function unionOfInstants(spans: readonly Span[]): Span[] {
  const joined = union(spans);
  const instants = spans.filter(
    ({ from, until }) => from === until && !joined.some((span) => span.from <= from && from <= span.until),
  );
  return [...joined, ...instants.map(({ from, until }) => ({ from, until }))].sort((a, b) => a.from - b.from);
}

function firstOf(list: readonly (Span & Circumstance)[]): (t: number) => Circumstance {
  return (t) =>
    list.find(({ from }) => from === t) ??
    list.find(({ from, until }) => from <= t && t <= until) ?? { text: '', who: [] };
}

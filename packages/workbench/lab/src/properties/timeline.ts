/** The intervals in which a condition holds in a run: from solved times, not from samples. */
import { complement, type Span, union } from '../motion/spans.js';

export interface Timeline {
  /** Number of things that the condition applies to in this run: pairs of robots, legs. None is not a pass. */
  readonly premises: number;
  /** Sorted. A span may be a single instant. */
  readonly holding: readonly Span[];
  readonly failing: readonly Span[];
  /** Describes the case that starts or holds at a time. */
  readonly about: (t: number) => Circumstance;
  /** Why the run decides nothing, if so. */
  readonly undecided?: string | undefined;
  /** Distance to a violation, for searches: less is closer. */
  readonly score?: (() => number) | undefined;
}

export interface Circumstance {
  readonly text: string;
  /** Ids of robots or processes. */
  readonly who: readonly number[];
}

/** A condition that fails during the given spans. */
export function failingWhile(
  whole: Span,
  premises: number,
  failures: readonly (Span & Circumstance)[],
  score?: () => number,
): Timeline {
  const failing = union(failures);
  return { premises, failing, holding: complement(failing, whole), about: firstOf(failures), score };
}

/** A condition that holds during the given spans. */
export function holdingWhile(
  whole: Span,
  premises: number,
  cases: readonly (Span & Circumstance)[],
  score?: () => number,
): Timeline {
  const holding = unionOfInstants(cases);
  return { premises, holding, failing: complement(union(cases), whole), about: firstOf(cases), score };
}

/** Like `union`, but keeps single instants. */
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

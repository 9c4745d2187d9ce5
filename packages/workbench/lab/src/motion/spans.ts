/** Spans of time, and where a function of time is negative. */

export interface Span {
  readonly from: number;
  readonly until: number;
}

/** Sorts and merges spans; drops empty ones. */
export function union(spans: readonly Span[]): Span[] {
  const sorted = spans.filter(({ from, until }) => until > from).sort((a, b) => a.from - b.from);
  const joined: Span[] = [];
  for (const span of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && span.from <= last.until) {
      joined[joined.length - 1] = { from: last.from, until: Math.max(last.until, span.until) };
    } else joined.push(span);
  }
  return joined;
}

/** The rest of a whole. @param spans A union. */
export function complement(spans: readonly Span[], whole: Span): Span[] {
  const left: Span[] = [];
  let from = whole.from;
  for (const span of spans) {
    if (span.from > from) left.push({ from, until: Math.min(span.from, whole.until) });
    from = Math.max(from, span.until);
  }
  if (from < whole.until) left.push({ from, until: whole.until });
  return left.filter((span) => span.until > span.from);
}

/** Seconds: shorter negative spans may be missed where a function stays just above 0. */
const SHORTEST_DIP = 1e-6;
/** Share of the span, which limits the number of steps. */
const SHORTEST_SHARE = 1e-7;

/**
 * The spans in which a function is negative. It changes no faster than `rate`, so it keeps its sign for |f(t)| / rate seconds.
 * Zeros are found to the last digit of the time.
 */
export function spansBelowZero(f: (t: number) => number, rate: number, from: number, until: number): Span[] {
  const spans: Span[] = [];
  const shortest = Math.max(SHORTEST_DIP, (until - from) * SHORTEST_SHARE);
  let t = from;
  let isBelow = f(t) < 0;
  let began = from;
  while (t < until) {
    const seconds = rate > 0 ? Math.max(Math.abs(f(t)) / rate, shortest) : Infinity;
    const next = Math.min(until, t + seconds);
    const isBelowThen = f(next) < 0;
    if (isBelowThen !== isBelow) {
      const zero = zeroBetween(f, t, next, isBelow);
      if (isBelow) spans.push({ from: began, until: zero });
      began = zero;
      isBelow = isBelowThen;
    }
    t = next;
  }
  if (isBelow) spans.push({ from: began, until });
  return spans.filter((span) => span.until > span.from);
}

/** Bisects down to adjacent doubles. */
function zeroBetween(f: (t: number) => number, from: number, until: number, isBelowFirst: boolean): number {
  let [low, high] = [from, until];
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    if (f(middle) < 0 === isBelowFirst) low = middle;
    else high = middle;
  }
}

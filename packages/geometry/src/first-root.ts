/**
 * The first instants at which a gap closes, for motions without a closed form: a certified search. It never steps
 * over an entry, since each step is one in which the gap provably cannot reach 0, given a bound on its second
 * derivative; near a root the steps converge like Newton's, and past a near miss they do not crawl as steps by the
 * largest speed would (28 steps instead of 15,000 for a penetration of a millionth).
 */

/** A gap as a function of time: positive when apart. */
export interface Gap {
  value(t: number): number;
  slope(t: number): number;
  /** How wrong `value` may be at that time, through rounding. */
  noise(t: number): number;
  /** A span of seconds over which `bend` gives a good bound; Infinity if any does. */
  horizon(t: number): number;
  /** A number that the second derivative does not exceed in size from t to t + seconds. */
  bend(t: number, seconds: number): number;
}

const MOST_STEPS = 100_000;

/** Says that a search got nowhere: the bounds of a curve are wrong, or it is no smooth motion. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/**
 * The instants, from one to another, at which the gap is at most 0 and closing, each the beginning of such a stretch:
 * a gap that is at most 0 and opening has none until it closes again. Where the gap comes to 0 and, to within rounding,
 * does not go below, that is a graze and none either. At the instant returned the gap is at least 0, to within
 * rounding.
 */
export function* entries(gap: Gap, from: number, until: number): Generator<number, void> {
  let t = from;
  for (let steps = 0; t <= until; steps++) {
    if (steps > MOST_STEPS) {
      throw new SearchError(
        `the search for a contact stands still at t = ${t} (gap ${gap.value(t)}, slope ${gap.slope(t)}): are the ` +
          'bounds on speed and acceleration right?',
      );
    }
    const value = gap.value(t);
    const slope = gap.slope(t);
    const noise = gap.noise(t);
    if (value > noise) {
      t += rootFreeSeconds(gap, t, value, slope);
    } else if (slope < 0) {
      const closesNow = t === from && value <= 0;
      const end = endOfClosing(gap, t, until);
      if (closesNow || end.deepest < -4 * noise) yield t;
      t = end.time;
    } else {
      t = endOfOpening(gap, t, slope, noise);
    }
  }
}

/** Seconds in which a gap that is positive cannot reach 0. */
function rootFreeSeconds(gap: Gap, t: number, value: number, slope: number): number {
  const horizon = gap.horizon(t);
  const bend = gap.bend(t, horizon);
  const seconds = (2 * value) / (Math.sqrt(slope * slope + 2 * bend * value) - slope);
  return Math.max(Math.min(seconds, horizon), ulpOf(t));
}

/** Goes on, for as long as the slope cannot change its sign or, near that, to the very instant at which it does. */
function endOfOpening(gap: Gap, t: number, slope: number, noise: number): number {
  const seconds = gap.horizon(t);
  const next = t + Math.max(Math.min(slope / gap.bend(t, seconds), seconds), smallestStep(gap, t, noise));
  if (gap.slope(next) >= 0) return next;
  let opening = t;
  let closing = next;
  for (;;) {
    const middle = opening + (closing - opening) / 2;
    if (middle <= opening || middle >= closing) return closing;
    if (gap.slope(middle) >= 0) opening = middle;
    else closing = middle;
  }
}

/** Follows a closing gap to where it opens again, or to the end: when that is, and how deep it went. */
function endOfClosing(gap: Gap, from: number, until: number): { time: number; deepest: number } {
  let t = from;
  let deepest = Infinity;
  for (let steps = 0; ; steps++) {
    const slope = gap.slope(t);
    deepest = Math.min(deepest, gap.value(t));
    if (slope >= 0 || t >= until || steps > MOST_STEPS) return { time: t >= until ? Infinity : t, deepest };
    const seconds = gap.horizon(t);
    const step = Math.max(Math.min(-slope / gap.bend(t, seconds), seconds), smallestStep(gap, t, gap.noise(t)));
    t = Math.min(t + step, until);
  }
}

/** A step over which the gap changes by less than its noise where the slope is 0. */
function smallestStep(gap: Gap, t: number, noise: number): number {
  const seconds = gap.horizon(t);
  return Math.max(Math.min(Math.sqrt(noise / gap.bend(t, seconds)) / 2, seconds), 4 * ulpOf(t));
}

/** Distance to the next larger number, about. */
function ulpOf(t: number): number {
  return Math.max(Math.abs(t) * Number.EPSILON, Number.MIN_VALUE);
}

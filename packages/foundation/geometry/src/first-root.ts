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
  /** A number that the second derivative does not exceed in size from t to t + seconds; 0 if the gap is a line. */
  bend(t: number, seconds: number): number;
  /** How far below 0 it may go without counting as closed: a slide. Default: 0. */
  slide?(t: number): number;
}

const MAX_STEPS = 100_000;

/** Says that a search cannot be trusted, or gets nowhere: the bounds of a curve are wrong, or it is no smooth motion. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/**
 * The instants, from one to another, at which the gap is at most 0 and closing, each the beginning of such a stretch:
 * a gap that is at most 0 and opening has none until it closes again. Where the gap comes to 0 and, to within rounding,
 * or the depth of a slide, does not go below, that is a graze and none either. At the instant returned the gap is at
 * least 0, to within rounding.
 *
 * A contact that rests, or slides, is followed in steps that grow with the time it has rested: what dips and comes back
 * within an eighth of that is not seen.
 *
 * `end`: until when the motion goes on, if that is later, so that an entry at the last instant that is asked for can
 * be told from a graze.
 */
export function* entries(gap: Gap, from: number, until: number, end = until): Generator<number, void> {
  let t = from;
  let isPromisedPositive = false;
  let restingSince = from;
  let restingAt = NaN;
  /** Only a pair that touches from the beginning slides; one that comes from afar collides, however little it overlaps. */
  let slides = gap.slide !== undefined;
  for (let steps = 0; t <= until; steps++) {
    if (steps > MAX_STEPS) throw stuck(gap, from, t);
    const value = gap.value(t);
    const slope = gap.slope(t);
    const noise = gap.noise(t);
    if (!(Number.isFinite(value) && Number.isFinite(slope))) {
      throw new SearchError(`a motion has no place or velocity at t = ${t}: the gap is ${value}, its slope ${slope}`);
    }
    if (isPromisedPositive) checkPromise(gap, t, slides);
    isPromisedPositive = value > noise;
    if (isPromisedPositive) {
      // A gap of twice the depth of a slide counts as touching.
      slides &&= value <= 2 * gap.slide!(t);
      t += rootFreeSeconds(gap, t, value + unseenIn(gap, t, slides), slope);
      restingAt = NaN;
      continue;
    }
    if (!(Math.abs(value - restingAt) <= 8 * Math.max(noise, -value * WIGGLE))) {
      restingAt = value;
      restingSince = t;
    }
    if (slope < 0) {
      const { time, isClosing } = descent(gap, t, restingSince, Math.max(end, until), slides);
      if (isClosing) yield t;
      t = endOfClosing(gap, time, until, slides);
    } else {
      t = endOfOpening(gap, t, restingSince, slides);
    }
  }
  if (isPromisedPositive) checkPromise(gap, until, slides);
}

/** After a step in which the gap cannot have closed, it has not. */
function checkPromise(gap: Gap, t: number, slides: boolean): void {
  const value = gap.value(t);
  if (value >= -8 * (gap.noise(t) + Math.abs(gap.slope(t)) * ulpOf(t) + unseenIn(gap, t, slides))) return;
  throw new SearchError(
    `at t = ${t} the gap is ${value}, where the bounds on speed and acceleration promise that it is not yet closed: ` +
      'they are too small, or the velocity is not the derivative of the position',
  );
}

/** Share of the depth of a slide. */
const UNSEEN = 1 / 64;

/**
 * By how much the gap of a pair that slides may change unseen; 0 for one that does not. Two that touch and have the same
 * velocity, one on an arc, part by the third power of the time: a search that may miss nothing would not come past that.
 */
function unseenIn(gap: Gap, t: number, slides: boolean): number {
  return slides ? gap.slide!(t) * UNSEEN : 0;
}

/** Seconds in which a gap that is positive cannot reach 0. */
function rootFreeSeconds(gap: Gap, t: number, value: number, slope: number): number {
  const horizon = gap.horizon(t);
  const bend = gap.bend(t, horizon);
  const seconds = (2 * value) / (Math.sqrt(slope * slope + 2 * bend * value) - slope);
  return Math.max(Math.min(seconds, horizon), ulpOf(t));
}

/**
 * Follows a gap that seems to close to where it is clearly below 0, and below what it was; or else to where it opens
 * again or its motion ends.
 */
function descent(
  gap: Gap,
  from: number,
  restingSince: number,
  end: number,
  slides: boolean,
): { time: number; isClosing: boolean } {
  const allowed = slides ? gap.slide!(from) : 0;
  const enough = Math.min(Math.min(gap.value(from), 0) - 4 * gap.noise(from), -allowed);
  let t = from;
  for (let steps = 0; ; steps++) {
    if (steps > MAX_STEPS) throw stuck(gap, from, t);
    const value = gap.value(t);
    const slope = gap.slope(t);
    if (value < enough) return { time: t, isClosing: true };
    if (!(slope < 0)) return { time: t, isClosing: false };
    if (t >= end) {
      // What still closes at its very end is credited with how deep it would have had to go.
      const bend = gap.bend(t, 0);
      return { time: t, isClosing: bend > 0 && value - (slope * slope) / (2 * bend) < enough };
    }
    t = Math.min(t + slopeStep(gap, t, restingSince, slides), end);
  }
}

/** Follows a closing gap to where it opens again, or beyond `until`. */
function endOfClosing(gap: Gap, from: number, until: number, slides: boolean): number {
  let t = from;
  for (let steps = 0; t <= until && gap.slope(t) < 0; steps++) {
    if (steps > MAX_STEPS) throw stuck(gap, from, t);
    t += slopeStep(gap, t, from, slides);
  }
  return t;
}

/** Goes on, for as long as the slope cannot change its sign or, near that, to the very instant at which it does. */
function endOfOpening(gap: Gap, t: number, restingSince: number, slides: boolean): number {
  const next = t + slopeStep(gap, t, restingSince, slides);
  if (next === Infinity || gap.slope(next) >= 0) return next;
  let opening = t;
  let closing = next;
  for (;;) {
    const middle = opening + (closing - opening) / 2;
    if (!(middle > opening && middle < closing)) return closing;
    if (gap.slope(middle) >= 0) opening = middle;
    else closing = middle;
  }
}

/** Deep inside, openings and closings by less than this share of the depth are not told apart. */
const WIGGLE = 1 / 1_048_576;

/**
 * Seconds in which the slope cannot change its sign; but at least some over which the gap hardly changes, or hardly
 * seems to, after it has rested for long.
 */
function slopeStep(gap: Gap, t: number, restingSince: number, slides: boolean): number {
  const seconds = gap.horizon(t);
  const bend = gap.bend(t, seconds);
  if (bend === 0) return seconds;
  const unseen = Math.max(gap.noise(t), -gap.value(t) * WIGGLE, unseenIn(gap, t, slides));
  const least = Math.sqrt(unseen / bend) / 2;
  const certain = Math.min(Math.max(Math.abs(gap.slope(t)) / bend, least), seconds);
  return Math.max(certain, (t - restingSince) / 8, 4 * ulpOf(t));
}

function stuck(gap: Gap, from: number, t: number): SearchError {
  return new SearchError(
    `${MAX_STEPS} steps of a search for a contact led from t = ${from} only to t = ${t} (gap ${gap.value(t)}, slope ` +
      `${gap.slope(t)}): give a nearer \`until\`; if there is one, the bounds on speed and acceleration are too large`,
  );
}

/** Distance to the next larger number, about. */
function ulpOf(t: number): number {
  return Math.max(Math.abs(t) * Number.EPSILON, Number.MIN_VALUE);
}

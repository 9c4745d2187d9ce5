/**
 * A certified search for the instants at which a gap closes, for motions without a closed form. It never steps over an
 * entry, since the gap provably cannot reach 0 within a step, given a bound on its second derivative. Near a root the steps
 * converge like Newton's, and past a near miss they do not crawl as steps by the largest speed would (28 steps instead of
 * 15,000 for a penetration of a millionth).
 */

/** A gap as a function of time: positive when apart. */
export interface Gap {
  value(t: number): number;
  slope(t: number): number;
  /** Bound on the rounding error of `value` at that time. */
  noise(t: number): number;
  /** A span of seconds over which `bend` gives a good bound; Infinity if any does. */
  horizon(t: number): number;
  /** Bound on the size of the second derivative from t to t + seconds; 0 if the gap is linear. */
  bend(t: number, seconds: number): number;
  /** Depth below 0 to which the gap may go without counting as closed: a slide. Default: 0. */
  slide?(t: number): number;
  /** Depth below 0 that a step may reach because `slope` is rounded more coarsely than `value`. Default: 0. */
  overshoot?(t: number): number;
}

const MAX_STEPS = 100_000;

/**
 * Steps in a row after which a positive gap is followed in sampled steps, and one that opens from below 0 in steps that grow with
 * the time for which it has opened. Certified ones would take long or end in an error: two bodies in convoy on equal curves
 * accelerate much, and hardly relative to each other. Other searches take fewer.
 */
const PATIENCE = 4096;

/** A search that cannot be trusted or makes no progress: the bounds of a curve are wrong, or the motion is not smooth. */
export class SearchError extends Error {
  override readonly name = 'SearchError';
}

/**
 * Yields the instants between `from` and `until` at which the gap becomes at most 0 and closing. A gap that is at most 0
 * and opening yields nothing until it closes again. A gap that reaches 0 but does not go below, to within rounding or the
 * depth of a slide, is a graze and yields nothing. At the instants yielded the gap is at least 0, to within rounding.
 *
 * A resting or sliding contact is followed in steps that grow with the time it has rested; a dip that is shorter than an
 * eighth of that time is missed, as is one of an overlap that has shrunk slowly for long. So is a dip of a gap that stays small
 * for long (a convoy on equal curves, a curve along a wall) if it is shorter than an eighth of a sampled step.
 *
 * @param end When the motion ends, if later than `until`, to distinguish an entry at the last instant from a graze.
 */
export function* entries(gap: Gap, from: number, until: number, end = until): Generator<number, void> {
  let t = from;
  let isPromisedPositive = false;
  let restingSince = from;
  let restingAt = NaN;
  let apartSteps = 0;
  let sampled = 0;
  let openingSteps = 0;
  let openingSince = from;
  /** Only a pair that touches from the beginning slides; a pair that comes together collides, however small the overlap. */
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
      const certain = rootFreeSeconds(gap, t, value + unseenIn(gap, t, slides), slope);
      if (++apartSteps > PATIENCE) {
        const most = Math.min(gap.horizon(t) / 16, (until - from) / 64, until - t);
        sampled = sampledSeconds(gap, t, Math.min(2 * sampled, most), certain);
        t += sampled;
      } else t += sampled = certain;
      restingAt = NaN;
      openingSteps = 0;
      continue;
    }
    apartSteps = 0;
    if (!(Math.abs(value - restingAt) <= 8 * Math.max(noise, -value * WIGGLE))) {
      restingAt = value;
      restingSince = t;
    }
    if (slope < 0) {
      const { time, isClosing } = descent(gap, t, restingSince, Math.max(end, until), slides);
      if (isClosing) yield t;
      t = endOfClosing(gap, time, until, slides);
      openingSteps = 0;
    } else {
      if (openingSteps++ === 0) openingSince = t;
      t = endOfOpening(gap, t, openingSteps > PATIENCE ? openingSince : restingSince, slides);
    }
  }
  if (isPromisedPositive) checkPromise(gap, until, slides);
}

/** Checks that the gap has not closed in a step in which it cannot close. */
function checkPromise(gap: Gap, t: number, slides: boolean): void {
  const value = gap.value(t);
  const ulp = ulpOf(t);
  // At a graze, too, where the slope is 0, a gap changes within a rounding step of a late clock.
  const clock = (Math.abs(gap.slope(t)) + gap.bend(t, ulp) * ulp) * ulp;
  const rounding = gap.noise(t) + (gap.overshoot?.(t) ?? 0) + clock;
  if (value >= -8 * (rounding + unseenIn(gap, t, slides))) return;
  throw new SearchError(
    `at t = ${t} the gap is ${value}, where the bounds on speed and acceleration promise that it is not yet closed: ` +
      'they are too small, or the velocity is not the derivative of the position',
  );
}

/** Share of the depth of a slide. */
const UNSEEN = 1 / 64;

/**
 * By how much the gap of a sliding pair may change unnoticed; 0 for other pairs. Bodies that touch and have the same velocity,
 * one of them on an arc, separate with the third power of the time, and a search that may miss nothing would get stuck.
 */
function unseenIn(gap: Gap, t: number, slides: boolean): number {
  return slides ? gap.slide!(t) * UNSEEN : 0;
}

/** Seconds in which a positive gap cannot reach 0. */
function rootFreeSeconds(gap: Gap, t: number, value: number, slope: number): number {
  const horizon = gap.horizon(t);
  const bend = gap.bend(t, horizon);
  return Math.max(Math.min(secondsToRoot(value, slope, bend), horizon), ulpOf(t));
}

/** The root of a gap that bends towards 0 all along, in the form that does not cancel. */
function secondsToRoot(value: number, slope: number, bend: number): number {
  const root = Math.sqrt(slope * slope + 2 * bend * value);
  return slope > 0 ? (slope + root) / bend : (2 * value) / (root - slope);
}

const SAMPLES = 8;

/**
 * Seconds in which a positive gap does not reach 0, judged by samples of its slope instead of the bound on its bend, which may
 * be far too large: two bodies in convoy on equal curves have large accelerations and no relative one.
 *
 * @param most Seconds that are tried first.
 * @param certain Seconds that need no samples.
 */
function sampledSeconds(gap: Gap, t: number, most: number, certain: number): number {
  for (let seconds = most; seconds > certain; seconds /= 2) {
    if (!(gap.value(t + seconds) > gap.noise(t + seconds))) continue;
    const part = seconds / SAMPLES;
    const slope = gap.slope(t);
    let [before, change] = [slope, 0];
    for (let k = 1; k <= SAMPLES; k++) {
      const after = gap.slope(t + k * part);
      change = Math.max(change, Math.abs(after - before));
      before = after;
    }
    // Twice the largest bend that the samples show.
    const bend = (2 * change) / part;
    if (seconds < secondsToRoot(gap.value(t), slope, bend)) return seconds;
  }
  return certain;
}

/**
 * Follows a gap that seems to close until it is clearly below 0 and below its initial value, or until it opens again or
 * its motion ends.
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
      // A gap that still closes at the very end is judged by how deep it would go.
      const bend = gap.bend(t, 0);
      return { time: t, isClosing: bend > 0 && value - (slope * slope) / (2 * bend) < enough };
    }
    t = Math.min(t + slopeStep(gap, t, restingSince, slides), end);
  }
}

/** Follows a closing gap until it opens again, or beyond `until`. */
function endOfClosing(gap: Gap, from: number, until: number, slides: boolean): number {
  let t = from;
  for (let steps = 0; t <= until && gap.slope(t) < 0; steps++) {
    if (steps > MAX_STEPS) throw stuck(gap, from, t);
    t += slopeStep(gap, t, from, slides);
  }
  return t;
}

/** Advances while the slope cannot change its sign; near a change, to the exact instant of it. */
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

/** Deep inside, openings and closings by less than this share of the depth are not distinguished. */
const WIGGLE = 1 / 1_048_576;

/**
 * Seconds in which the slope cannot change its sign, but at least a time in which the gap hardly changes, and a share of
 * the time for which it has rested.
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
      `${gap.slope(t)}): set an earlier \`until\`; if there is one, the bounds on speed and acceleration are too large`,
  );
}

/** Approximate distance to the next larger number. */
function ulpOf(t: number): number {
  return Math.max(Math.abs(t) * Number.EPSILON, Number.MIN_VALUE);
}

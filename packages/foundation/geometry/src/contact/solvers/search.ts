import { type DoubleDouble, subtract, square } from '../../double-double.js';
import { cos, sin } from '../../elementary.js';
import { powerOfTwo } from '../../exact.js';
import { fineDifference, fineDot } from '../../fine-vector.js';
import { entries, type Gap, SearchError } from '../../first-root.js';
import {
  type ArcLeg,
  type CurveLeg,
  type Leg,
  maxAccelerationOf,
  maxSpeedOf,
  positionAt,
  velocityAt,
} from '../../leg.js';
import type { Vector } from '../../pose.js';
import { MAX_TIME, ROUNDING, SLIDE, slideSize } from '../../tolerances.js';
import { difference, dot, largestOf, lengthOf, sizeOf } from '../../vector.js';
import { NEVER } from '../contact.js';
import { type ClosedFormLeg, fineMotion, refined } from './arc.js';
import { contactTime } from './contact-time.js';

/** Contacts of motions that have no closed form: an arc with anything that moves, a curve with anything. */

/** Error of a gap computed in double-double, relative to its terms; in plain doubles it is ROUNDING. */
const FINE_NOISE = powerOfTwo(-92);
/** Relative margin where plain doubles rule something out. */
const MARGIN = powerOfTwo(-40);

/**
 * A search proceeds window by window. A window is as long as it takes to approach by this multiple of the smaller radius.
 * Its position depends on the legs alone, so the last bits of a result do not depend on the instant at which the search
 * begins, and yet the past need not be searched again.
 */
const WINDOW_RADII = 64;
const MAX_WINDOWS = 100_000;

/** A span of time that is searched at once. */
export interface Window {
  readonly from: number;
  readonly until: number;
}

function* windows(length: number, begin: number, since: number, until: number): Generator<Window, void> {
  // Both stand still: one window is enough.
  if (length === Infinity) return void (yield { from: begin, until });
  const first = since > begin ? Math.floor((since - begin) / length) : 0;
  for (let k = first; begin + k * length <= until; k++) {
    if (k - first >= MAX_WINDOWS) throw tooLong(begin + first * length, begin + k * length);
    yield { from: begin + k * length, until: Math.min(begin + (k + 1) * length, until) };
  }
}

function tooLong(from: number, until: number): SearchError {
  return new SearchError(
    `two motions without a closed form do not touch from t = ${from} to t = ${until}: searching further would take too ` +
      'long, set an earlier `until`',
  );
}

/** The instants between which a contact is searched for. */
export interface SearchBounds {
  /** The later of the starts. */
  readonly begin: number;
  /** Nothing touched before this instant. */
  readonly since: number;
  /** If not -Infinity: touches before this instant, and overlaps that exist then, do not count. */
  readonly after: number;
  readonly until: number;
  /** Metres: the smaller of the radii, in which windows are measured. */
  readonly window: number;
}

/**
 * The first instant within the bounds at which two discs touch and close; NEVER if there is none. Between lines and arcs
 * it is right to the last digits; the functions of a curve are trusted.
 *
 * Two arcs of different rates that never meet are searched to the end: set an `until`.
 */
export function searchDiscs(
  a: Leg,
  b: Leg,
  sum: DoubleDouble,
  { begin, since, after, until, window }: SearchBounds,
): number {
  // A closed form continues beyond the end of its leg, so an entry at the very end differs from a graze; a curve does not.
  const [p, q] = [endless(a), endless(b)];
  const end = Math.min(p.end, q.end, MAX_TIME);
  // A little longer, since a root is refined afterwards: `until` must only cut.
  const meeting = meetingSpan(p, q, sum.hi, begin, Math.min(until * (1 + MARGIN), end));
  const fineValue = p.kind === 'curve' || q.kind === 'curve' ? undefined : fineGap(p, q, sum);
  const gap = gapOfDiscs(p, q, sum, fineValue);
  const speed = maxSpeedOf(a) + maxSpeedOf(b);
  // In seconds from the beginning, which have more digits than late instants.
  const fineGapAfter = fineValue && {
    value: (seconds: number) => fineValue(begin + seconds),
    slope: (seconds: number) => gap.slope(begin + seconds),
  };
  const length = (WINDOW_RADII * window) / speed;
  for (const { from, until: last } of windows(length, meeting.from, since, meeting.until)) {
    for (const entry of entries(gap, from, last, end)) {
      // Discs that overlapped before they closed again have no root to refine.
      const isRoot = gap.value(entry) >= -coarseNoise(p, q, sum.hi, entry);
      if (!isRoot && after > -Infinity) continue;
      const time =
        isRoot && fineGapAfter ? contactTime(begin, refined(fineGapAfter, entry - begin), speed, sum.hi) : entry;
      if (time >= after) return time;
    }
  }
  return NEVER;
}

function endless(leg: Leg): Leg {
  return leg.kind === 'curve' ? leg : { ...leg, end: Infinity };
}

/**
 * The span in which two legs can meet at all: an arc never leaves its circle, so a leg that stays away from the circle, or
 * has passed it, needs no search.
 */
function meetingSpan(a: Leg, b: Leg, sum: number, begin: number, until: number): { from: number; until: number } {
  const never = { from: begin, until: -Infinity };
  if (a.kind === 'arc' && b.kind === 'arc') {
    const apart = lengthOf(difference(hubOf(a), hubOf(b)));
    const [ra, rb] = [radiusOf(a), radiusOf(b)];
    const margin = MARGIN * (apart + ra + rb + sum + lengthOf(a) + lengthOf(b));
    const canMeet = apart <= ra + rb + sum + margin && apart >= Math.abs(ra - rb) - sum - margin;
    return canMeet ? { from: begin, until } : never;
  }
  const [arc, line] = a.kind === 'arc' ? [a, b] : [b, a];
  if (arc.kind !== 'arc' || line.kind !== 'line') return { from: begin, until };
  const { x, y } = difference(positionAt(line, begin), hubOf(arc));
  const reach = (radiusOf(arc) + sum) * (1 + MARGIN) + MARGIN * (lengthOf(arc) + lengthOf(line) + lengthOf({ x, y }));
  const speed = maxSpeedOf(line);
  const along = -(x * line.vx + y * line.vy) / speed;
  const aside = (x * line.vy - y * line.vx) / speed;
  if (Math.abs(aside) >= reach) return never;
  const half = Math.sqrt((reach - aside) * (reach + aside));
  return {
    from: Math.max(begin, begin + (along - half) / speed),
    until: Math.min(until, begin + (along + half) / speed),
  };
}

/**
 * |b - a|² - R², which is smooth even where the discs overlap deeply.
 *
 * @param fineValue The same in double-double, if there is a closed form.
 */
function gapOfDiscs(a: Leg, b: Leg, sum: DoubleDouble, fineValue?: (t: number) => DoubleDouble): Gap {
  const maxSpeed = maxSpeedOf(a) + maxSpeedOf(b);
  const maxAcceleration = maxAccelerationOf(a) + maxAccelerationOf(b);
  // Several functions are evaluated at the same instant, one after the other.
  const placeA = remembering((t: number): Vector => positionAt(a, t));
  const placeB = remembering((t: number): Vector => positionAt(b, t));
  const away = remembering((t: number): Vector => difference(placeB(t), placeA(t)));
  const relative = remembering((t: number): Vector => difference(velocityAt(b, t), velocityAt(a, t)));
  const plainValue = (t: number): number => {
    const { x, y } = away(t);
    return x * x + y * y - sum.hi * sum.hi;
  };
  const noise = remembering((t: number): number => coarseNoise(a, b, sum.hi, t, placeA(t), placeB(t)));
  return {
    // Far from the origin the slope, in plain doubles, is much coarser than the value.
    ...(fineValue === undefined
      ? { value: plainValue, noise }
      : { ...surerValue(plainValue, noise, fineValue), overshoot: noise }),
    slope: (t) => 2 * dot(away(t), relative(t)),
    // About the time in which the distance can change by its own size.
    horizon: (t) => {
      const distance = lengthOf(away(t)) + sum.hi;
      const speed = lengthOf(relative(t));
      const seconds = (2 * distance) / (speed + Math.sqrt(speed * speed + 2 * maxAcceleration * distance));
      return Math.max(seconds, distance / maxSpeed);
    },
    bend: (t, seconds) => {
      // No relative motion, now or later.
      if (seconds === Infinity) return 0;
      const speed = Math.min(lengthOf(relative(t)) + maxAcceleration * seconds, maxSpeed);
      return 2 * speed * speed + 2 * (lengthOf(away(t)) + speed * seconds) * maxAcceleration;
    },
    slide: (t) => {
      const coordinate = Math.max(largestOf(placeA(t)), largestOf(placeB(t)));
      return 2 * sum.hi * SLIDE * slideSize(coordinate, sum.hi);
    },
  };
}

/** The value in doubles, reduced by its error bound, where its sign is certain; otherwise in double-double. */
function surerValue(
  plainValue: (t: number) => number,
  plainNoise: (t: number) => number,
  fineValue: (t: number) => DoubleDouble,
): Pick<Gap, 'value' | 'noise'> {
  return {
    value: (t) => {
      const value = plainValue(t);
      const error = plainNoise(t);
      if (value > 2 * error) return value - error;
      return value < -2 * error ? value + error : fineValue(t).hi;
    },
    noise: (t) => plainNoise(t) * (FINE_NOISE / ROUNDING),
  };
}

function fineGap(a: ClosedFormLeg, b: ClosedFormLeg, sum: DoubleDouble): (t: number) => DoubleDouble {
  const motionA = fineMotion(a);
  const motionB = fineMotion(b);
  const sumSquared = square(sum);
  return remembering((t) => {
    const away = fineDifference(motionB(t), motionA(t));
    return subtract(fineDot(away, away), sumSquared);
  });
}

/** Caches the last value of a function of time. */
function remembering<T>(of: (t: number) => T): (t: number) => T {
  let at = NaN;
  let last: T;
  return (t) => {
    if (t !== at) {
      last = of(t);
      at = t;
    }
    return last;
  };
}

function coarseNoise(
  a: Leg,
  b: Leg,
  sum: number,
  t: number,
  placeA = positionAt(a, t),
  placeB = positionAt(b, t),
): number {
  const distance = lengthOf(difference(placeB, placeA));
  return ROUNDING * ((distance + sum) * (sizeAt(a, t, placeA) + sizeAt(b, t, placeB)) + sum * sum);
}

/** Size of the numbers from which a position is computed. */
function sizeAt(leg: Leg, t: number, place: Vector): number {
  const size = sizeOf(place) + sizeOf(leg);
  if (leg.kind === 'curve') return Math.max(size, leg.magnitude ?? 0);
  if (leg.kind !== 'arc') return size;
  // The last bits of the angle swing the whole chord.
  const seconds = t - leg.start;
  const chord = Math.min(2 * radiusOf(leg), Math.abs(leg.speed) * seconds);
  return size + chord * (Math.abs(leg.heading) + Math.abs(leg.turnRate) * seconds);
}

/** The windows in which a curve is searched for a contact with a fixed shape. */
export function windowsOfCurve(curve: CurveLeg, radius: number, since: number, until: number): Iterable<Window> {
  return windows((WINDOW_RADII * radius) / curve.maxSpeed, curve.start, since, until);
}

/** The instants at which a disc on a curve begins to touch a fixed point. */
export function searchPoint(
  curve: CurveLeg,
  radius: DoubleDouble,
  point: Vector,
  from: number,
  until: number,
): Iterable<number> {
  const rest: Leg = { kind: 'rest', x: point.x, y: point.y, heading: 0, start: curve.start, end: Infinity };
  return entries(gapOfDiscs(curve, rest, radius), from, until, curve.end);
}

/** The instants at which a disc on a curve enters the half-plane at the height `radius` above a line through `origin`. */
export function searchLine(
  curve: CurveLeg,
  radius: number,
  origin: Vector,
  out: Vector,
  from: number,
  until: number,
): Iterable<number> {
  const gap: Gap = {
    value: (t) => dot(out, difference(positionAt(curve, t), origin)) - radius,
    slope: (t) => dot(out, velocityAt(curve, t)),
    noise: (t) => ROUNDING * (sizeAt(curve, t, positionAt(curve, t)) + sizeOf(origin) + radius),
    horizon: () => Infinity,
    bend: () => curve.maxAcceleration,
    slide: (t) => SLIDE * slideSize(largestOf(positionAt(curve, t)), radius),
  };
  return entries(gap, from, until, curve.end);
}

/** The centre of the circle that an arc goes round. */
function hubOf(arc: ArcLeg): Vector {
  const radius = arc.speed / arc.turnRate;
  return { x: arc.x - radius * sin(arc.heading), y: arc.y + radius * cos(arc.heading) };
}

function radiusOf(arc: ArcLeg): number {
  return Math.abs(arc.speed / arc.turnRate);
}

import { halvesError, highHalf, productError, sumError } from '../../double-double.js';
import { type Dyadic, dyadic, minus, plus, powerOfTwo, times, toNumber } from '../../exact.js';
import type { Leg, LineLeg, RestLeg, TurnLeg } from '../../leg.js';
import { SLIDE, slideSize, TOUCHING_GAP, UNIT_ROUNDOFF } from '../../tolerances.js';
import { NEVER } from '../contact.js';
import * as rounding from './contact-time.js';
import * as record from './disc-record.js';

// Constants of this file are compiled in; imported ones are fetched and checked at each use.
const { RADIUS, START, VX, VY, X, Y } = record;
const { NEXT_BELOW, ROUNDED_IN } = rounding;

/**
 * The instant at which two discs in uniform motion touch: the heart of the simulator.
 *
 * With r the vector from a to b, w their relative velocity and R the sum of their radii, all at the later of the two
 * starts: b = r·w < 0 if they close, c = |r|² - R² > 0 if they are apart, D = |w|²R² - (r×w)² > 0 if they meet, and
 * t = c / (-b + √D) is the time, in the form that does not cancel. The discriminant uses the cross product, since
 * b² - |w|²c is noise once the discs are some thousand radii apart.
 *
 * Three stages, each only where the one before is not certain: plain doubles with an error bound reject most pairs;
 * compensated sums compute the time; exact integers decide what is left.
 */

// Bounds on the error of sums of products, relative to the lengths in them; each well above the analytic bound.
// They are squares, like the lengths: an absolute value costs more than a product.

/** (2^-46)², for plain doubles. */
const PLAIN_ERROR_SQUARED = powerOfTwo(-92);
/** 2^-98, for sums that carry their roundings along. */
const FINE_ERROR = powerOfTwo(-98);
const FINE_ERROR_SQUARED = powerOfTwo(-196);
/** D in plain doubles, relative to its terms, is at least of the right sign above this. */
const NO_GRAZE = powerOfTwo(-44);
/** Below this, products of components may have lost bits to underflow. */
const UNDERFLOW = powerOfTwo(-960);

/** Discs whose gap is below this, relative to R², are near enough to be checked for sliding. */
const NEAR = powerOfTwo(-9);

/** Length of the record of a disc. */
export const UNIFORM_LENGTH = 6;

/** A leg that goes straight at a constant speed, or not at all. */
export type UniformLeg = RestLeg | TurnLeg | LineLeg;

/** Writes the record of a disc on a leg into an array; on an arc or a curve it stands at the start. */
export function writeDisc(discs: Float64Array, disc: number, leg: Leg, radius: number): void {
  discs[disc + X] = leg.x;
  discs[disc + Y] = leg.y;
  discs[disc + VX] = leg.kind === 'line' ? leg.vx : 0;
  discs[disc + VY] = leg.kind === 'line' ? leg.vy : 0;
  discs[disc + START] = leg.start;
  discs[disc + RADIUS] = radius;
}

/**
 * The first instant, not before the later of the two starts, at which the discs at the offsets a and b touch and
 * close; NEVER if there is none. Give the lower id first: swapping the two may change the last bit.
 */
export function touchTime(discs: Float64Array, a: number, b: number): number {
  return clearlyMiss(discs, a, b) ? NEVER : fineTouchTime(discs, a, b);
}

/**
 * Whether they pass each other, or separate, by more than rounding can change. Short, so that loops over pairs inline it.
 */
function clearlyMiss(discs: Float64Array, a: number, b: number): boolean {
  const avx = discs[a + VX]!;
  const avy = discs[a + VY]!;
  const bvx = discs[b + VX]!;
  const bvy = discs[b + VY]!;
  const lead = discs[a + START]! - discs[b + START]!;
  // The vector from a to b: at their own starts, and the displacement of the earlier one since then.
  const sx = discs[b + X]! - discs[a + X]!;
  const sy = discs[b + Y]! - discs[a + Y]!;
  const mx = (lead > 0 ? bvx : avx) * lead;
  const my = (lead > 0 ? bvy : avy) * lead;
  const dx = sx + mx;
  const dy = sy + my;
  const wx = bvx - avx;
  const wy = bvy - avy;
  const ww = wx * wx + wy * wy;
  // Square of the error of the dot and the cross product.
  const slack = PLAIN_ERROR_SQUARED * (sx * sx + sy * sy + mx * mx + my * my) * ww + UNDERFLOW;
  const k = dx * wy - dy * wx;
  const sum = discs[a + RADIUS]! + discs[b + RADIUS]!;
  // By more than a thousandth, and by far more than the error.
  if (k * k > 1.001 * ww * sum * sum + 1e7 * slack) return true;
  const closing = dx * wx + dy * wy;
  return closing >= 0 && (closing * closing > slack || ww === 0);
}

// Values passed from the first half of the second stage to the other half.
const DX = 0;
const DY = 1;
const DX_LOW = 2;
const DY_LOW = 3;
const WX = 4;
const WY = 5;
const WX_LOW = 6;
const WY_LOW = 7;
const CLOSING = 8;
const SIZE_SQUARED = 9;
const REF = 10;
const closingPair = new Float64Array(11);

/**
 * The second stage. Rounding errors are carried along in variables whose names end in Low; factors are split into halves
 * once. It consists of two functions, since V8 limits how much it inlines into one, and boxes each double that is passed
 * to or returned from a call that is not inlined.
 */
function fineTouchTime(discs: Float64Array, a: number, b: number): number {
  const avx = discs[a + VX]!;
  const avy = discs[a + VY]!;
  const at = discs[a + START]!;
  const bvx = discs[b + VX]!;
  const bvy = discs[b + VY]!;
  const bt = discs[b + START]!;

  // r: the vector from a to b at their own starts, plus the displacement of the earlier one since then.
  const aIsEarlier = at < bt;
  const ref = aIsEarlier ? bt : at;
  const earlier = aIsEarlier ? at : bt;
  const gone = ref - earlier;
  const goneLow = sumError(ref, -earlier, gone);
  const goneHigh = highHalf(gone);
  const vx = aIsEarlier ? -avx : bvx;
  const vy = aIsEarlier ? -avy : bvy;
  const sx = discs[b + X]! - discs[a + X]!;
  const sy = discs[b + Y]! - discs[a + Y]!;
  const sxLow = sumError(discs[b + X]!, -discs[a + X]!, sx);
  const syLow = sumError(discs[b + Y]!, -discs[a + Y]!, sy);
  const mx = vx * gone;
  const my = vy * gone;
  const mxLow = halvesError(vx, highHalf(vx), gone, goneHigh, mx) + vx * goneLow;
  const myLow = halvesError(vy, highHalf(vy), gone, goneHigh, my) + vy * goneLow;
  const x1 = sx + mx;
  const y1 = sy + my;
  const x2 = sumError(sx, mx, x1) + (sxLow + mxLow);
  const y2 = sumError(sy, my, y1) + (syLow + myLow);
  const dx = x1 + x2;
  const dy = y1 + y2;
  const dxLow = x2 - (dx - x1);
  const dyLow = y2 - (dy - y1);
  const dxHigh = highHalf(dx);
  const dyHigh = highHalf(dy);

  // w and its square.
  const wx = bvx - avx;
  const wy = bvy - avy;
  const wxLow = sumError(bvx, -avx, wx);
  const wyLow = sumError(bvy, -avy, wy);
  const wxHigh = highHalf(wx);
  const wyHigh = highHalf(wy);
  const ww = wx * wx + wy * wy;
  const sizeSquared = sx * sx + sy * sy + mx * mx + my * my;

  // b = r·w
  const bx = dx * wx;
  const by = dy * wy;
  const b1 = bx + by;
  const b2 = halvesError(dx, dxHigh, wx, wxHigh, bx) + halvesError(dy, dyHigh, wy, wyHigh, by) + sumError(bx, by, b1);
  let closing = b1 + (b2 + (dxLow * wx + dx * wxLow + (dyLow * wy + dy * wyLow)));
  if (closing * closing <= FINE_ERROR_SQUARED * sizeSquared * ww + UNDERFLOW) closing = exactly(discs, a, b).closing;
  if (closing >= 0) return NEVER;
  closingPair[DX] = dx;
  closingPair[DY] = dy;
  closingPair[DX_LOW] = dxLow;
  closingPair[DY_LOW] = dyLow;
  closingPair[WX] = wx;
  closingPair[WY] = wy;
  closingPair[WX_LOW] = wxLow;
  closingPair[WY_LOW] = wyLow;
  closingPair[CLOSING] = closing;
  closingPair[SIZE_SQUARED] = sizeSquared;
  closingPair[REF] = ref;
  return fineMeetingTime(discs, a, b);
}

/** Decides whether and when two discs that close meet. */
function fineMeetingTime(discs: Float64Array, a: number, b: number): number {
  const dx = closingPair[DX]!;
  const dy = closingPair[DY]!;
  const dxLow = closingPair[DX_LOW]!;
  const dyLow = closingPair[DY_LOW]!;
  const dxHigh = highHalf(dx);
  const dyHigh = highHalf(dy);
  const wx = closingPair[WX]!;
  const wy = closingPair[WY]!;
  const wxLow = closingPair[WX_LOW]!;
  const wyLow = closingPair[WY_LOW]!;
  const wxHigh = highHalf(wx);
  const wyHigh = highHalf(wy);
  const closing = closingPair[CLOSING]!;
  const sizeSquared = closingPair[SIZE_SQUARED]!;
  const ref = closingPair[REF]!;
  const uu = wx * wx;
  const vv = wy * wy;
  const ww = uu + vv;
  const sum = discs[a + RADIUS]! + discs[b + RADIUS]!;
  const sumLow = sumError(discs[a + RADIUS]!, discs[b + RADIUS]!, sum);
  const sumHigh = highHalf(sum);
  const rr = sum * sum;
  const rrLow = halvesError(sum, sumHigh, sum, sumHigh, rr) + 2 * sum * sumLow;

  // k = r×w and D = |w|²R² - k²
  const kx = dx * wy;
  const ky = dy * wx;
  const k1 = kx - ky;
  const k2 = halvesError(dx, dxHigh, wy, wyHigh, kx) - halvesError(dy, dyHigh, wx, wxHigh, ky) + sumError(kx, -ky, k1);
  const k3 = k2 + (dxLow * wy + dx * wyLow - (dyLow * wx + dy * wxLow));
  const k = k1 + k3;
  const kk = k * k;
  const reach = ww * rr;
  let discriminant = reach - kk;
  let root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
  // The farther they are, the less D matters for the time; only near ones, and near grazes, need its last digits.
  if (!(2 * (reach + kk) < root * (root - closing) && discriminant > NO_GRAZE * reach)) {
    const kLow = k3 - (k - k1);
    const wwLow =
      halvesError(wx, wxHigh, wx, wxHigh, uu) +
      halvesError(wy, wyHigh, wy, wyHigh, vv) +
      sumError(uu, vv, ww) +
      2 * (wx * wxLow + wy * wyLow);
    const low = productError(ww, rr, reach) + (ww * rrLow + wwLow * rr) - (productError(k, k, kk) + 2 * k * kLow);
    discriminant += sumError(reach, -kk, discriminant) + low;
    root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
    const error = FINE_ERROR * (reach + kk + sizeSquared * ww);
    if (!(error < UNIT_ROUNDOFF * root * (root - closing))) {
      discriminant = exactly(discs, a, b).discriminant;
      root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
    }
    if (discriminant <= 0) return NEVER;
  }

  // c = |r|² - R²: they close and will meet; at once if they touch already.
  const xx = dx * dx;
  const yy = dy * dy;
  const square = xx + yy;
  const c1 = square - rr;
  const c2 = halvesError(dx, dxHigh, dx, dxHigh, xx) + halvesError(dy, dyHigh, dy, dyHigh, yy);
  const c3 = sumError(xx, yy, square) + sumError(square, -rr, c1);
  const gap = c1 + (c2 + c3 + 2 * (dx * dxLow + dy * dyLow) - rrLow);
  let wait = gap > 0 ? gap / (root - closing) : 0;
  let time = ref + wait;
  const error = FINE_ERROR * (square + rr + sizeSquared);
  if (!(error < UNIT_ROUNDOFF * time * (root - closing))) {
    const exact = exactly(discs, a, b);
    wait = exact.gap > 0 ? exact.gap / (Math.sqrt(exact.discriminant) - exact.closing) : 0;
    time = ref + wait;
  }
  if (gap < NEAR * rr && isSlide(discs, a, b, gap, discriminant)) return NEVER;
  // As in `contactTime`: they close at root / R.
  const late = -sumError(ref, wait, time);
  return late > 0 && late * root > ROUNDED_IN * rr ? time * NEXT_BELOW : time;
}

/**
 * Whether two discs that close and would overlap touch at the later start and overlap no deeper than a slide may. `gap` is
 * |r|² - R² then, `discriminant` that of their meeting. The end of a wall, a disc of radius 0, is handled by the solver of
 * walls, which considers the whole wall.
 */
function isSlide(discs: Float64Array, a: number, b: number, gap: number, discriminant: number): boolean {
  if (discs[b + RADIUS] === 0) return false;
  const ref = Math.max(discs[a + START]!, discs[b + START]!);
  const sum = discs[a + RADIUS]! + discs[b + RADIUS]!;
  const size = slideSize(Math.max(coordinateAt(discs, a, ref), coordinateAt(discs, b, ref)), sum);
  if (gap > 2 * sum * TOUCHING_GAP * size) return false;
  const wx = discs[b + VX]! - discs[a + VX]!;
  const wy = discs[b + VY]! - discs[a + VY]!;
  // R² - d² = (R - d) (R + d), where d is the least distance: the depth is far less than R.
  return discriminant <= 2 * sum * SLIDE * size * (wx * wx + wy * wy);
}

/** The larger of the coordinates of a disc at an instant. */
function coordinateAt(discs: Float64Array, disc: number, t: number): number {
  const seconds = t - discs[disc + START]!;
  const x = discs[disc + X]! + discs[disc + VX]! * seconds;
  const y = discs[disc + Y]! + discs[disc + VY]! * seconds;
  return Math.max(Math.abs(x), Math.abs(y));
}

/** The third stage: exact except for a last rounding, which keeps the sign. */
function exactly(discs: Float64Array, a: number, b: number): { closing: number; gap: number; discriminant: number } {
  const number = (offset: number): Dyadic => dyadic(discs[offset]!);
  const ref = dyadic(Math.max(discs[a + START]!, discs[b + START]!));
  const at = (disc: number, axis: number): Dyadic =>
    plus(number(disc + axis), times(number(disc + VX + axis), minus(ref, number(disc + START))));
  const x = minus(at(b, X), at(a, X));
  const y = minus(at(b, Y), at(a, Y));
  const u = minus(number(b + VX), number(a + VX));
  const v = minus(number(b + VY), number(a + VY));
  const sum = plus(number(a + RADIUS), number(b + RADIUS));
  const reach = times(plus(times(u, u), times(v, v)), times(sum, sum));
  const cross = minus(times(x, v), times(y, u));
  return {
    closing: toNumber(plus(times(x, u), times(y, v))),
    gap: toNumber(minus(plus(times(x, x), times(y, y)), times(sum, sum))),
    discriminant: toNumber(minus(reach, times(cross, cross))),
  };
}

/** Whether two discs touch or overlap at the later of their starts. */
export function touchAtStart(discs: Float64Array, a: number, b: number): boolean {
  return exactly(discs, a, b).gap <= 0;
}

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

// Values passed to and from the refinement of D.
const WX = 0;
const WY = 1;
const WW_LOW = 2;
const RR = 3;
const RR_LOW = 4;
const K = 5;
const K_LOW = 6;
const D = 7;
const terms = new Float64Array(8);

/**
 * The second stage. Rounding errors are carried along in variables whose names end in Low; factors are split once, into
 * High and Rest. The refinement of D is a function of its own, since V8 limits how much it inlines into one, and boxes each double
 * that is passed to or returned from a call that is not inlined.
 */
function fineTouchTime(discs: Float64Array, a: number, b: number): number {
  const avx = discs[a + VX]!;
  const avy = discs[a + VY]!;
  const at = discs[a + START]!;
  const bvx = discs[b + VX]!;
  const bvy = discs[b + VY]!;
  const bt = discs[b + START]!;

  // r: the vector from a to b at their own starts, plus the displacement of the earlier one since then.
  const ax = discs[a + X]!;
  const ay = discs[a + Y]!;
  const bx = discs[b + X]!;
  const by = discs[b + Y]!;
  const sx = bx - ax;
  const sy = by - ay;
  let dx = sx;
  let dy = sy;
  let dxLow = sumError(bx, -ax, sx);
  let dyLow = sumError(by, -ay, sy);
  let sizeSquared = sx * sx + sy * sy;
  const aIsEarlier = at < bt;
  const ref = aIsEarlier ? bt : at;
  const earlier = aIsEarlier ? at : bt;
  const gone = ref - earlier;
  if (gone > 0) {
    const goneLow = sumError(ref, -earlier, gone);
    const goneHigh = highHalf(gone);
    const goneRest = gone - goneHigh;
    const vx = aIsEarlier ? -avx : bvx;
    const vy = aIsEarlier ? -avy : bvy;
    const vxHigh = highHalf(vx);
    const vxRest = vx - vxHigh;
    const vyHigh = highHalf(vy);
    const vyRest = vy - vyHigh;
    const mx = vx * gone;
    const my = vy * gone;
    const mxLow = halvesError(vxHigh, vxRest, goneHigh, goneRest, mx) + vx * goneLow;
    const myLow = halvesError(vyHigh, vyRest, goneHigh, goneRest, my) + vy * goneLow;
    const x1 = sx + mx;
    const y1 = sy + my;
    const x2 = sumError(sx, mx, x1) + (dxLow + mxLow);
    const y2 = sumError(sy, my, y1) + (dyLow + myLow);
    dx = x1 + x2;
    dy = y1 + y2;
    dxLow = x2 - (dx - x1);
    dyLow = y2 - (dy - y1);
    sizeSquared = sizeSquared + mx * mx + my * my;
  }
  const dxHigh = highHalf(dx);
  const dxRest = dx - dxHigh;
  const dyHigh = highHalf(dy);
  const dyRest = dy - dyHigh;

  // w and its square.
  const wx = bvx - avx;
  const wy = bvy - avy;
  const wxLow = sumError(bvx, -avx, wx);
  const wyLow = sumError(bvy, -avy, wy);
  const wxHigh = highHalf(wx);
  const wxRest = wx - wxHigh;
  const wyHigh = highHalf(wy);
  const wyRest = wy - wyHigh;
  const ww = wx * wx + wy * wy;

  // b = r·w
  const xw = dx * wx;
  const yw = dy * wy;
  const b1 = xw + yw;
  const b2 =
    halvesError(dxHigh, dxRest, wxHigh, wxRest, xw) +
    halvesError(dyHigh, dyRest, wyHigh, wyRest, yw) +
    sumError(xw, yw, b1);
  let closing = b1 + (b2 + (dxLow * wx + dx * wxLow + (dyLow * wy + dy * wyLow)));
  if (closing * closing <= FINE_ERROR_SQUARED * sizeSquared * ww + UNDERFLOW) closing = exactly(discs, a, b).closing;
  if (closing >= 0) return NEVER;

  const sum = discs[a + RADIUS]! + discs[b + RADIUS]!;
  const sumLow = sumError(discs[a + RADIUS]!, discs[b + RADIUS]!, sum);
  const sumHigh = highHalf(sum);
  const sumRest = sum - sumHigh;
  const rr = sum * sum;
  const rrLow = halvesError(sumHigh, sumRest, sumHigh, sumRest, rr) + 2 * sum * sumLow;

  // k = r×w and D = |w|²R² - k²
  const kx = dx * wy;
  const ky = dy * wx;
  const k1 = kx - ky;
  const k2 =
    halvesError(dxHigh, dxRest, wyHigh, wyRest, kx) -
    halvesError(dyHigh, dyRest, wxHigh, wxRest, ky) +
    sumError(kx, -ky, k1);
  const k3 = k2 + (dxLow * wy + dx * wyLow - (dyLow * wx + dy * wxLow));
  const k = k1 + k3;
  const kk = k * k;
  const reach = ww * rr;
  let discriminant = reach - kk;
  let root = discriminant > 0 ? Math.sqrt(discriminant) : 0;
  // The farther they are, the less D matters for the time; only near ones, and near grazes, need its last digits.
  if (!(2 * (reach + kk) < root * (root - closing) && discriminant > NO_GRAZE * reach)) {
    terms[WX] = wx;
    terms[WY] = wy;
    terms[WW_LOW] = 2 * (wx * wxLow + wy * wyLow);
    terms[RR] = rr;
    terms[RR_LOW] = rrLow;
    terms[K] = k;
    terms[K_LOW] = k3 - (k - k1);
    refineDiscriminant();
    discriminant = terms[D]!;
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
  const c2 = halvesError(dxHigh, dxRest, dxHigh, dxRest, xx) + halvesError(dyHigh, dyRest, dyHigh, dyRest, yy);
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

/** D with compensated sums, from k and R² and their rounding errors, and from that part of |w|² which w's own errors add. */
function refineDiscriminant(): void {
  const wx = terms[WX]!;
  const wy = terms[WY]!;
  const rr = terms[RR]!;
  const k = terms[K]!;
  const uu = wx * wx;
  const vv = wy * wy;
  const ww = uu + vv;
  const wwLow = productError(wx, wx, uu) + productError(wy, wy, vv) + sumError(uu, vv, ww) + terms[WW_LOW]!;
  const reach = ww * rr;
  const kk = k * k;
  const low =
    productError(ww, rr, reach) + (ww * terms[RR_LOW]! + wwLow * rr) - (productError(k, k, kk) + 2 * k * terms[K_LOW]!);
  const discriminant = reach - kk;
  terms[D] = discriminant + (sumError(reach, -kk, discriminant) + low);
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

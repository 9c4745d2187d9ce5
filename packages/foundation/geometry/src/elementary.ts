/**
 * The engine's own sine, cosine, arctangent and exponential function: the same bits on every machine, Node version and
 * browser, where those of `Math` may differ in the last place.
 *
 * The method, polynomials and thresholds are those of fdlibm (Sun Microsystems, 1993), so results are bit for bit those of
 * Node 20's `Math` on every argument, less than one unit in the last place from the true value. Nothing is allocated.
 *
 * fdlibm compares the upper half of a number's bits; here the number itself is compared with the exactly equivalent
 * threshold, which avoids a round trip through memory. Hence the odd thresholds: 0.78125047… is the first number whose
 * upper half is greater than that of 0.78125.
 *
 * The order of operations matters: a sum in another order is another function.
 *
 * The common paths are written for V8. Functions are short, since a call that is not inlined boxes its numbers. Constants
 * are local to their functions, since bundlers turn module constants into variables.
 */
import { reduceLargeAngle } from './large-angle.js';

const QUARTER_PI = 0.7853981633974483;
const HALF_PI = 1.5707963267948966;
const THREE_QUARTER_PI = 2.356194490192345;
const PI = 3.141592653589793;

/** The rounding error of π. */
const PI_REST = 1.2246467991473532e-16;

/** 2^-27: a smaller angle is its own sine. */
const TINY = 7.450580596923828e-9;

/** Below this, a little over 2^20 · π/2, the number of quarter turns times the first piece of π/2 is exact. */
const MEDIUM_LIMIT = 1647100;

/** The remainder computed by `reduceWithCare`, as head and tail. */
const remainder = new Float64Array(2);

const bits = new DataView(new ArrayBuffer(8));

/** The sine of an angle in radians. */
export function sin(x: number): number {
  const magnitude = Math.abs(x);
  if (isWithinEighthTurn(magnitude)) return magnitude < TINY ? x : sineNearZero(x);
  let quarterTurns = quarterTurnsIn(magnitude);
  const rest = withoutQuarterTurns(magnitude, quarterTurns);
  const correction = correctionOf(quarterTurns);
  let head = rest - correction;
  let tail = rest - head - correction;
  if (!isReduced(magnitude, head)) {
    quarterTurns = reduceWithCare(magnitude) | 0;
    head = remainder[0]!;
    tail = remainder[1]!;
  }
  const value = (quarterTurns & 1) === 0 ? sineOfSum(head, tail) : cosineOfSum(head, tail);
  // Both factors are 1 or -1; a branch on the sign of an arbitrary angle would be mispredicted half the time.
  return value * (1 - (quarterTurns & 2)) * (x / magnitude);
}

/** The cosine of an angle in radians. */
export function cos(x: number): number {
  const magnitude = Math.abs(x);
  if (isWithinEighthTurn(magnitude)) return cosineOfSum(x, 0);
  let quarterTurns = quarterTurnsIn(magnitude);
  const rest = withoutQuarterTurns(magnitude, quarterTurns);
  const correction = correctionOf(quarterTurns);
  let head = rest - correction;
  let tail = rest - head - correction;
  if (!isReduced(magnitude, head)) {
    quarterTurns = reduceWithCare(magnitude) | 0;
    head = remainder[0]!;
    tail = remainder[1]!;
  }
  const value = (quarterTurns & 1) === 0 ? cosineOfSum(head, tail) : sineOfSum(head, tail);
  return value * (1 - ((quarterTurns + 1) & 2));
}

/** The angle of the vector (x, y) to the x axis, from -π to π; the signs of zeros count. */
export function atan2(y: number, x: number): number {
  const steep = 1152921504606846976; // 2^60
  const slope = Math.abs(y / x);
  if (slope > 0 && slope < steep) {
    const angle = arctangent(slope);
    const turned = x > 0 ? angle : PI - (angle - PI_REST);
    return y > 0 ? turned : -turned;
  }
  // The plus shows V8 that this is a number too, which keeps the result of the common case off the heap.
  return +angleNearAxis(y, x);
}

/** e to the power of x; Infinity from about 709.78 on, 0 below about -745.13. */
export function exp(x: number): number {
  const magnitude = Math.abs(x);
  // A little over ln 2 / 2; below 2^-28 two terms are enough.
  if (magnitude < 0.3465735912322998) return magnitude < 3.725290298461914e-9 ? 1 + x : expNearZero(x);
  if (!(magnitude < 708)) return +expOfLarge(x);
  // The method is wrong in the last bit here; Node 20 also returns the correct e.
  if (x === 1) return 2.718281828459045;
  const doublings = doublingsIn(x);
  return expOfRest(x, doublings) * powerOfTwo(doublings);
}

/** A little over π/4: smaller angles need no reduction. */
function isWithinEighthTurn(magnitude: number): boolean {
  return magnitude < 0.7853984832763672;
}

function quarterTurnsIn(magnitude: number): number {
  const twoOverPi = 0.6366197723675814;
  return (magnitude * twoOverPi + 0.5) | 0;
}

/** Subtracts `quarterTurns` times the first 33 bits of π/2: exact, as the number of turns has at most 20 bits. */
function withoutQuarterTurns(magnitude: number, quarterTurns: number): number {
  const halfPi1 = 1.5707963267341256;
  return magnitude - quarterTurns * halfPi1;
}

/** The correction after `withoutQuarterTurns`: `quarterTurns` times the rest of π/2. */
function correctionOf(quarterTurns: number): number {
  const halfPi1Rest = 6.077100506506192e-11;
  return quarterTurns * halfPi1Rest;
}

/** If 2^-16 of a medium angle remains, its exponent fell by at most 16, and the head is precise enough. */
function isReduced(magnitude: number, head: number): boolean {
  return magnitude < MEDIUM_LIMIT && Math.abs(head) >= magnitude * 0.0000152587890625;
}

/** The sine of an angle within an eighth turn that has no tail. */
function sineNearZero(x: number): number {
  const s3 = -0.16666666666666632;
  const square = x * x;
  return x + square * x * (s3 + square * sineSeries(square));
}

/** The sine of head + tail, about π/4 at most; the tail is at most half a unit in the head's last place. */
function sineOfSum(head: number, tail: number): number {
  const s3 = -0.16666666666666632;
  const square = head * head;
  const cube = square * head;
  return head - (square * (0.5 * tail - cube * sineSeries(square)) - tail - cube * s3);
}

/** The terms of the sine from the fifth power on, divided by x^5. */
function sineSeries(square: number): number {
  const s5 = 0.00833333333332249;
  const s7 = -0.0001984126982985795;
  const s9 = 0.0000027557313707070068;
  const s11 = -2.5050760253406863e-8;
  const s13 = 1.58969099521155e-10;
  return s5 + square * (s7 + square * (s9 + square * (s11 + square * s13)));
}

/** The cosine of head + tail, about π/4 at most. */
function cosineOfSum(head: number, tail: number): number {
  const c4 = 0.0416666666666666;
  const c6 = -0.001388888888887411;
  const c8 = 0.00002480158728947673;
  const c10 = -2.7557314351390663e-7;
  const c12 = 2.087572321298175e-9;
  const c14 = -1.1359647557788195e-11;
  const square = head * head;
  const higher = square * (c4 + square * (c6 + square * (c8 + square * (c10 + square * (c12 + square * c14)))));
  const correction = square * higher - head * tail;
  const magnitude = Math.abs(head);
  if (magnitude < 0.2999999523162842) return 1 - (0.5 * square - correction);
  // Here 1 - square/2 would lose significant bits. With a number of few bits close to square/2 in between, both
  // differences are exact: a quarter of the angle, truncated to its leading 21 bits.
  let between = 0.28125;
  if (magnitude < 0.7812504768371582) {
    const units = (magnitude * 0x400000) | 0;
    // From 1/2 on there are 22 bits; clear the last.
    between = (units & ~(units >> 21)) / 0x1000000;
  }
  return 1 - between - (0.5 * square - between - correction);
}

/**
 * Reduces an angle that `sin` and `cos` do not reduce themselves: close to a multiple of π/2, large, or not finite. Returns
 * the number of quarter turns, or that modulo 4, and stores the rest in `remainder`.
 */
function reduceWithCare(magnitude: number): number {
  if (!(magnitude < Infinity)) {
    remainder[0] = NaN;
    return 0;
  }
  const isMedium = magnitude < MEDIUM_LIMIT;
  const quarterTurns = isMedium ? reduceNearMultiple(magnitude) : reduceLargeAngle(magnitude, remainder);
  // The sine of a tiny angle is its head; a tail of half a unit could still round it away.
  if (Math.abs(remainder[0]!) < TINY) remainder[1] = 0;
  return quarterTurns;
}

/** The reduction of Cody and Waite (1980): the more bits cancel, the more pieces of π/2 are used, 33 bits each. */
function reduceNearMultiple(magnitude: number): number {
  const halfPi2 = 6.077100506303966e-11;
  const halfPi2Rest = 2.0222662487959506e-21;
  const halfPi3 = 2.0222662487111665e-21;
  const halfPi3Rest = 8.4784276603689e-32;
  const quarterTurns = quarterTurnsIn(magnitude);
  let rest = withoutQuarterTurns(magnitude, quarterTurns);
  let correction = correctionOf(quarterTurns);
  let head = rest - correction;
  const high = highWord(magnitude);
  // Within eight turns fdlibm takes a second look only if the upper half of the bits is that of the multiple of π/2.
  if (quarterTurns >= 32 || high === highWord(quarterTurns * HALF_PI)) {
    const exponent = high >> 20;
    if (exponent - exponentField(head) > 16) {
      let before = rest;
      let taken = quarterTurns * halfPi2;
      rest = before - taken;
      correction = quarterTurns * halfPi2Rest - (before - rest - taken);
      head = rest - correction;
      if (exponent - exponentField(head) > 49) {
        before = rest;
        taken = quarterTurns * halfPi3;
        rest = before - taken;
        correction = quarterTurns * halfPi3Rest - (before - rest - taken);
        head = rest - correction;
      }
    }
  }
  remainder[0] = head;
  remainder[1] = rest - head - correction;
  return quarterTurns;
}

/** The upper half of a number's bits: sign, exponent field and 20 bits of the fraction. */
function highWord(x: number): number {
  bits.setFloat64(0, x);
  return bits.getInt32(0);
}

function exponentField(x: number): number {
  return (highWord(x) >> 20) & 0x7ff;
}

/** The arctangent of a positive slope, relative to that of 0, 1/2, 1, 3/2 or ∞, whichever is close. */
function arctangent(slope: number): number {
  if (slope < 0.4375) return slope - slope * arctangentDeficit(slope);
  // Each of these arctangents comes with its rounding error.
  let start = 1.5707963267948966;
  let startRest = 6.123233995736766e-17;
  let t: number;
  if (slope < 0.6875) {
    start = 0.4636476090008061;
    startRest = 2.2698777452961687e-17;
    t = (2 * slope - 1) / (2 + slope);
  } else if (slope < 1.1875) {
    start = 0.7853981633974483;
    startRest = 3.061616997868383e-17;
    t = (slope - 1) / (slope + 1);
  } else if (slope < 2.4375) {
    start = 0.982793723247329;
    startRest = 1.3903311031230998e-17;
    t = (slope - 1.5) / (1 + 1.5 * slope);
  } else {
    t = -1 / slope;
  }
  return start - (t * arctangentDeficit(t) - startRest - t);
}

/** 1 - atan(t)/t; a polynomial in t², cut in two so that the halves can be computed at the same time. */
function arctangentDeficit(t: number): number {
  const a2 = 0.3333333333333293;
  const a4 = -0.19999999999876483;
  const a6 = 0.14285714272503466;
  const a8 = -0.11111110405462356;
  const a10 = 0.09090887133436507;
  const a12 = -0.0769187620504483;
  const a14 = 0.06661073137387531;
  const a16 = -0.058335701337905735;
  const a18 = 0.049768779946159324;
  const a20 = -0.036531572744216916;
  const a22 = 0.016285820115365782;
  const square = t * t;
  const fourth = square * square;
  const odd = a2 + fourth * (a6 + fourth * (a10 + fourth * (a14 + fourth * (a18 + fourth * a22))));
  const even = a4 + fourth * (a8 + fourth * (a12 + fourth * (a16 + fourth * a20)));
  return square * odd + fourth * even;
}

/** `atan2` where y / x is zero, too small or too large for a double, at least 2^60, or no number. */
function angleNearAxis(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const angle = upperAngleNearAxis(Math.abs(y), x);
  return isNegative(y) ? -angle : angle;
}

function upperAngleNearAxis(y: number, x: number): number {
  const width = Math.abs(x);
  if (y === 0 || y < width) return isNegative(x) ? PI : 0;
  if (y === Infinity && width === Infinity) return x > 0 ? QUARTER_PI : THREE_QUARTER_PI;
  if (x >= 0 || y === Infinity) return HALF_PI;
  // Left of the y axis the formula of `atan2` gives the number after π/2, even where that is too much, until the
  // exponents are so far apart that fdlibm falls back on π/2.
  const isFarApart = highWord(y) - highWord(width) >= 61 << 20;
  return isFarApart ? HALF_PI : PI - (HALF_PI - PI_REST);
}

function isNegative(x: number): boolean {
  return x < 0 || (x === 0 && 1 / x < 0);
}

/** The number of doublings from near 1 to e^x; negative for halvings. */
function doublingsIn(x: number): number {
  const log2OfE = 1.4426950408889634;
  return (log2OfE * x + (x < 0 ? -0.5 : 0.5)) | 0;
}

/** e^x without its doublings: between about √½ and √2. */
function expOfRest(x: number, doublings: number): number {
  // ln 2 truncated so that its product with the number of doublings is exact, and the rest.
  const ln2 = 0.6931471803691238;
  const ln2Rest = 1.9082149292705877e-10;
  const head = x - doublings * ln2;
  const tail = doublings * ln2Rest;
  const rest = head - tail;
  const c = expSeries(rest);
  return 1 - (tail - (rest * c) / (2 - c) - head);
}

/** The exponential function of an argument that needs no reduction. */
function expNearZero(x: number): number {
  const c = expSeries(x);
  return 1 - ((x * c) / (c - 2) - x);
}

/** The c for which e^x = 1 + x + x · c / (2 - c); x less a polynomial in x². */
function expSeries(x: number): number {
  const p1 = 0.16666666666666602;
  const p2 = -0.0027777777777015593;
  const p3 = 0.00006613756321437934;
  const p4 = -0.0000016533902205465252;
  const p5 = 4.1381367970572385e-8;
  const square = x * x;
  return x - square * (p1 + square * (p2 + square * (p3 + square * (p4 + square * p5))));
}

/** The exponential function where the result is near the limits of doubles or beyond them, or NaN. */
function expOfLarge(x: number): number {
  if (x !== x) return NaN;
  if (x > 709.782712893384) return Infinity;
  if (x < -745.1332191019411) return 0;
  const doublings = doublingsIn(x);
  const rest = expOfRest(x, doublings);
  // 2^1024 is no double; for subnormal results a power of two is applied in two steps, of which one rounds.
  if (doublings === 1024) return rest * 2 * 8.98846567431158e307;
  if (doublings >= -1021) return rest * powerOfTwo(doublings);
  return rest * powerOfTwo(doublings + 1000) * 9.332636185032189e-302;
}

/** 2^exponent, from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  bits.setInt32(0, (1023 + exponent) << 20);
  bits.setInt32(4, 0);
  return bits.getFloat64(0);
}

/**
 * The natural logarithm, the engine's own: the same bits on every machine, Node version and browser, where that of
 * `Math` may differ in the last place. The random draws rest on it.
 *
 * The method, its polynomial and its thresholds are those of fdlibm (Sun Microsystems, 1993), so that the result is
 * bit for bit that of Node 20's `Math.log` on every argument, less than one unit in the last place from the true value.
 * Nothing is allocated.
 *
 * Every operation counts: a sum taken in another order is another function. The functions on the way of common
 * arguments are short, for a call that is not inlined puts its numbers on the heap; the plus before the call of a rare
 * one tells V8 that this, too, gives a number, and so spares the common result the heap.
 */

// ln 2 in a piece of so few bits that its product with an exponent is exact, and what is left out after it.
const LN_2 = 0.6931471803691238;
const LN_2_REST = 1.9082149292705877e-10;

const L2 = 0.6666666666666735;
const L4 = 0.3999999999940942;
const L6 = 0.2857142874366239;
const L8 = 0.22222198432149784;
const L10 = 0.1818357216161805;
const L12 = 0.15313837699209373;
const L14 = 0.14798198605116586;

const TWO_54 = 18014398509481984;

const EXPONENT_BIAS = 1023;

/** Added to the upper half of a number's bits, it carries into the exponent from about √2 on. */
const CARRY_FROM_ROOT_2 = 0x100000 - 0x6a09c;

const bits = new DataView(new ArrayBuffer(8));

/** By exponent field, the power of two that takes a number with this exponent to between 1 and 2. */
const scales = new Float64Array(2048);
scales[EXPONENT_BIAS] = 1;
for (let field = EXPONENT_BIAS + 1; field < scales.length; field++) scales[field] = scales[field - 1]! / 2;
for (let field = EXPONENT_BIAS - 1; field >= 0; field--) scales[field] = scales[field + 1]! * 2;

/** The natural logarithm; -Infinity of zero, NaN of a negative number. */
export function log(x: number): number {
  bits.setFloat64(0, x);
  const high = bits.getInt32(0);
  if (high < 0x100000 || high >= 0x7ff00000) return +logOfUnusual(x);
  // x = 2^exponent · (1 + f), with 1 + f between about √½ and √2.
  const field = (high + CARRY_FROM_ROOT_2) >> 20;
  return logOfProduct(field - EXPONENT_BIAS, x * scales[field]! - 1, high & 0xfffff);
}

/** The logarithm of 2^exponent · (1 + f); `upperFraction` are the first 20 bits of its fraction. */
function logOfProduct(exponent: number, f: number, upperFraction: number): number {
  if (((upperFraction + 2) & 0xfffff) < 3) return +logNearPowerOfTwo(exponent, f);
  const s = f / (2 + f);
  const square = s * s;
  const fourth = square * square;
  const odd = square * (L2 + fourth * (L6 + fourth * (L10 + fourth * L14)));
  const even = fourth * (L4 + fourth * (L8 + fourth * L12));
  const series = odd + even;
  // From 1.38 to 1.42, where |f| is greatest, f²/2 is kept apart, or the error could pass one unit.
  if (upperFraction >= 0x6147a && upperFraction <= 0x6b851) {
    const halfSquare = 0.5 * f * f;
    return exponent * LN_2 - (halfSquare - (s * (halfSquare + series) + exponent * LN_2_REST) - f);
  }
  return exponent * LN_2 - (s * (f - series) - exponent * LN_2_REST - f);
}

/** The same for |f| of about 2^-20 at most, where three terms of the series are enough. */
function logNearPowerOfTwo(exponent: number, f: number): number {
  if (f === 0) return exponent * LN_2 + exponent * LN_2_REST;
  const series = f * f * (0.5 - 0.3333333333333333 * f);
  return exponent * LN_2 - (series - exponent * LN_2_REST - f);
}

/** The logarithm of what is subnormal, zero, negative, infinite or no number. */
function logOfUnusual(x: number): number {
  if (x === 0) return -Infinity;
  if (!(x > 0)) return NaN;
  if (x === Infinity) return Infinity;
  const normal = x * TWO_54;
  bits.setFloat64(0, normal);
  const high = bits.getInt32(0);
  const field = (high + CARRY_FROM_ROOT_2) >> 20;
  return logOfProduct(field - EXPONENT_BIAS - 54, normal * scales[field]! - 1, high & 0xfffff);
}

/**
 * The natural logarithm with the same bits on every machine, Node version and browser; `Math.log` may differ in the
 * last place. Random draws depend on it.
 *
 * Method, polynomial and thresholds are those of fdlibm (Sun Microsystems, 1993), so the result equals that of Node
 * 20's `Math.log` for every argument and is within one unit in the last place of the true value. Nothing is allocated.
 *
 * The order of operations matters: reordering a sum changes the result.
 *
 * The common path is written for V8. Functions are short, since a call that is not inlined boxes its numbers; the plus
 * before a rare call marks its result as a number, or the common result would be boxed too. Constants are inside their
 * functions, since bundlers turn those of a module into variables.
 */

const TWO_54 = 18014398509481984;

const EXPONENT_BIAS = 1023;

/** Added to the upper half of a number's bits, it carries into the exponent from about √2 on. */
const CARRY_FROM_ROOT_2 = 0x100000 - 0x6a09c;

const bits = new DataView(new ArrayBuffer(8));

/** By exponent field: the power of two that scales a number with this exponent to between 1 and 2. */
const scales = new Float64Array(2048);
scales[EXPONENT_BIAS] = 1;
for (let field = EXPONENT_BIAS + 1; field < scales.length; field++) scales[field] = scales[field - 1]! / 2;
for (let field = EXPONENT_BIAS - 1; field >= 0; field--) scales[field] = scales[field + 1]! * 2;

/** The natural logarithm; -Infinity for zero, NaN for a negative number. */
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
  // ln 2 in two parts: the first has few bits, so that its product with an exponent is exact.
  const ln2 = 0.6931471803691238;
  const ln2Rest = 1.9082149292705877e-10;
  const s = f / (2 + f);
  // From 1.38 to 1.42, where |f| is greatest, f²/2 is kept separate, or the error could exceed one unit.
  if (upperFraction >= 0x6147a && upperFraction <= 0x6b851) {
    const halfSquare = 0.5 * f * f;
    return exponent * ln2 - (halfSquare - (s * (halfSquare + logSeries(s * s)) + exponent * ln2Rest) - f);
  }
  // log(1 + f) = f - bend; two terms are enough for a tiny f.
  const isTiny = ((upperFraction + 2) & 0xfffff) < 3;
  const bend = isTiny ? f * f * (0.5 - 0.3333333333333333 * f) : s * (f - logSeries(s * s));
  return exponent * ln2 - (bend - exponent * ln2Rest - f);
}

/** (log((1 + s) / (1 - s)) - 2s) / s; a polynomial in two halves that can be computed in parallel. */
function logSeries(square: number): number {
  const l2 = 0.6666666666666735;
  const l4 = 0.3999999999940942;
  const l6 = 0.2857142874366239;
  const l8 = 0.22222198432149784;
  const l10 = 0.1818357216161805;
  const l12 = 0.15313837699209373;
  const l14 = 0.14798198605116586;
  const fourth = square * square;
  const odd = square * (l2 + fourth * (l6 + fourth * (l10 + fourth * l14)));
  const even = fourth * (l4 + fourth * (l8 + fourth * l12));
  return odd + even;
}

/** For subnormal, zero, negative, infinite and NaN arguments. */
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

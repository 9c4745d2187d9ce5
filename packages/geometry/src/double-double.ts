/**
 * Numbers of twice the precision: the unevaluated sum of a double and a correction below its last bit, about 106 bits.
 * For the cold roads, where a decision or the last digits of a contact time hang on a cancellation. The exact sum is
 * Knuth's, the exact product Dekker's (no fused multiply-add in JavaScript), valid far beyond the domain.
 */
export interface DoubleDouble {
  readonly hi: number;
  readonly lo: number;
}

/** What rounding took from `sum = a + b`: a + b = sum + error, exactly. */
export function sumError(a: number, b: number, sum: number): number {
  const fromB = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

const SPLITTER = 134_217_729; // 2^27 + 1

/** The upper 26 bits of a double; what is left has 26 bits too, so that products of halves are exact. */
export function highHalf(a: number): number {
  const scaled = SPLITTER * a;
  return scaled - (scaled - a);
}

/** What rounding took from `product = a * b`, by the high halves of a and b: a * b = product + error, exactly. */
export function halvesError(a: number, aHigh: number, b: number, bHigh: number, product: number): number {
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - product + aHigh * bLow + aLow * bHigh + aLow * bLow;
}

/** What rounding took from `product = a * b`: a * b = product + error, exactly. */
export function productError(a: number, b: number, product: number): number {
  return halvesError(a, highHalf(a), b, highHalf(b), product);
}

export function double(value: number): DoubleDouble {
  return { hi: value, lo: 0 };
}

/** a + b of two doubles, exactly. */
export function exactSum(a: number, b: number): DoubleDouble {
  const hi = a + b;
  return { hi, lo: sumError(a, b, hi) };
}

/** a - b of two doubles, exactly. */
export function exactDifference(a: number, b: number): DoubleDouble {
  return exactSum(a, -b);
}

/** a * b of two doubles, exactly. */
export function exactProduct(a: number, b: number): DoubleDouble {
  const hi = a * b;
  return { hi, lo: productError(a, b, hi) };
}

/** hi + lo where lo may have grown into hi's last bits, brought back to the normal form. */
function normalised(hi: number, lo: number): DoubleDouble {
  const sum = hi + lo;
  return { hi: sum, lo: lo - (sum - hi) };
}

export function negated(a: DoubleDouble): DoubleDouble {
  return { hi: -a.hi, lo: -a.lo };
}

export function add(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const hi = a.hi + b.hi;
  const hiError = sumError(a.hi, b.hi, hi);
  const lo = a.lo + b.lo;
  const first = normalised(hi, hiError + lo);
  return normalised(first.hi, first.lo + sumError(a.lo, b.lo, lo));
}

export function subtract(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  return add(a, negated(b));
}

export function multiply(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const hi = a.hi * b.hi;
  return normalised(hi, productError(a.hi, b.hi, hi) + (a.hi * b.lo + a.lo * b.hi));
}

export function square(a: DoubleDouble): DoubleDouble {
  return multiply(a, a);
}

/** By a power of two, exactly. */
export function scaled(a: DoubleDouble, powerOfTwo: number): DoubleDouble {
  return { hi: a.hi * powerOfTwo, lo: a.lo * powerOfTwo };
}

export function divide(a: DoubleDouble, b: DoubleDouble): DoubleDouble {
  const hi = a.hi / b.hi;
  const rest = subtract(a, multiply(double(hi), b));
  const lo = rest.hi / b.hi;
  const rest2 = subtract(rest, multiply(double(lo), b));
  return normalised(hi, lo + rest2.hi / b.hi);
}

/** Of a number that is not negative. */
export function squareRoot(a: DoubleDouble): DoubleDouble {
  if (a.hi <= 0) return double(0);
  const root = Math.sqrt(a.hi);
  const rest = subtract(a, exactProduct(root, root));
  return normalised(root, rest.hi / (2 * root));
}

export function absolute(a: DoubleDouble): DoubleDouble {
  return a.hi < 0 ? negated(a) : a;
}

// pi / 2 to 160 bits.
const HALF_PI: DoubleDouble = { hi: 1.5707963267948966, lo: 6.123233995736766e-17 };
const HALF_PI_THIRD = -1.4973849048591833e-33;

/** 1 / n! for the series: 29 terms leave less than 2^-107 at pi / 4. */
const INVERSE_FACTORIALS = inverseFactorials(29);

function inverseFactorials(count: number): DoubleDouble[] {
  const inverses = [double(1)];
  for (let n = 1; n < count; n++) inverses.push(divide(inverses[n - 1]!, double(n)));
  return inverses;
}

/** Sine and cosine of an angle in radians, to about 100 bits (of the angle, if it is many turns). */
export function sineCosine(angle: DoubleDouble): { sine: DoubleDouble; cosine: DoubleDouble } {
  const quarters = Math.round(angle.hi / HALF_PI.hi);
  // Each part of the quarters is exact, and taken away in turn: nothing is lost, however many turns there are.
  const roughly = subtract(subtract(angle, exactProduct(quarters, HALF_PI.hi)), exactProduct(quarters, HALF_PI.lo));
  const turned = subtract(roughly, double(quarters * HALF_PI_THIRD));
  const negativeSquare = negated(square(turned));
  // Horner from the smallest term; odd powers make the sine, even ones the cosine.
  let sine = INVERSE_FACTORIALS[27]!;
  let cosine = INVERSE_FACTORIALS[28]!;
  for (let n = 25; n >= 1; n -= 2) sine = add(multiply(sine, negativeSquare), INVERSE_FACTORIALS[n]!);
  for (let n = 26; n >= 0; n -= 2) cosine = add(multiply(cosine, negativeSquare), INVERSE_FACTORIALS[n]!);
  sine = multiply(sine, turned);
  const quadrant = ((quarters % 4) + 4) % 4;
  if (quadrant === 0) return { sine, cosine };
  if (quadrant === 1) return { sine: cosine, cosine: negated(sine) };
  if (quadrant === 2) return { sine: negated(sine), cosine: negated(cosine) };
  return { sine: negated(cosine), cosine: sine };
}

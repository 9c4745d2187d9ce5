/**
 * Double-double numbers: the unevaluated sum of a double and a correction below its last bit, about 106 bits. For the cold
 * paths, where cancellation endangers a decision or the last digits of a contact time. The exact sum is Knuth's, the exact
 * product Dekker's (no fused multiply-add in JavaScript), valid far beyond the domain.
 */
export interface DoubleDouble {
  readonly hi: number;
  readonly lo: number;
}

/** The rounding error of `sum = a + b`: a + b = sum + error, exactly. */
export function sumError(a: number, b: number, sum: number): number {
  const fromB = sum - a;
  return a - (sum - fromB) + (b - fromB);
}

const SPLITTER = 134_217_729; // 2^27 + 1

/** The upper 26 bits of a double; the rest has 26 bits too, so that products of halves are exact. */
export function highHalf(a: number): number {
  const scaled = SPLITTER * a;
  return scaled - (scaled - a);
}

/** The rounding error of `product = a * b`, given the halves of a and b: a * b = product + error, exactly. */
export function halvesError(aHigh: number, aRest: number, bHigh: number, bRest: number, product: number): number {
  return aHigh * bHigh - product + aHigh * bRest + aRest * bHigh + aRest * bRest;
}

/** The rounding error of `product = a * b`: a * b = product + error, exactly. */
export function productError(a: number, b: number, product: number): number {
  const aHigh = highHalf(a);
  const bHigh = highHalf(b);
  return halvesError(aHigh, a - aHigh, bHigh, b - bHigh, product);
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

/** The normal form of hi + lo, where lo may have grown into the last bits of hi. */
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

/** The product with a power of two, exactly. */
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

/** The square root; 0 for negative numbers. */
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

/** 1 / n! for the series, high and low parts: with 29 terms the error is below 2^-107 at pi / 4. */
const INVERSE_FACTORIALS = inverseFactorials(29);

function inverseFactorials(count: number): { readonly hi: Float64Array; readonly lo: Float64Array } {
  let inverse = double(1);
  const inverses = [inverse];
  for (let n = 1; n < count; n++) inverses.push((inverse = divide(inverse, double(n))));
  return { hi: Float64Array.from(inverses, ({ hi }) => hi), lo: Float64Array.from(inverses, ({ lo }) => lo) };
}

/**
 * Sums every other term of the series, from the smallest, by Horner's rule: repeated `add(multiply(sum, x), term)`. Written
 * out on plain numbers, since the cold paths spent most of their time here, allocating objects.
 */
function alternating(last: number, first: number, x: DoubleDouble): DoubleDouble {
  const { hi: termsHi, lo: termsLo } = INVERSE_FACTORIALS;
  const { hi: xHi, lo: xLo } = x;
  const xHigh = highHalf(xHi);
  let sumHi = termsHi[last]!;
  let sumLo = termsLo[last]!;
  for (let n = last - 2; n >= first; n -= 2) {
    const product = sumHi * xHi;
    const sumHigh = highHalf(sumHi);
    const error = halvesError(sumHigh, sumHi - sumHigh, xHigh, xHi - xHigh, product) + (sumHi * xLo + sumLo * xHi);
    const productHi = product + error;
    const productLo = error - (productHi - product);
    const termHi = termsHi[n]!;
    const termLo = termsLo[n]!;
    const hi = productHi + termHi;
    const lo = productLo + termLo;
    const rest = sumError(productHi, termHi, hi) + lo;
    const firstHi = hi + rest;
    const firstLo = rest - (firstHi - hi) + sumError(productLo, termLo, lo);
    sumHi = firstHi + firstLo;
    sumLo = firstLo - (sumHi - firstHi);
  }
  return { hi: sumHi, lo: sumLo };
}

/** Sine and cosine of an angle in radians, to about 100 bits (relative to the angle, if it is many turns). */
export function sineCosine(angle: DoubleDouble): { sine: DoubleDouble; cosine: DoubleDouble } {
  const quarters = Math.round(angle.hi / HALF_PI.hi);
  // Each part of the quarter turns is exact and subtracted in turn, so nothing is lost, however many turns there are.
  const roughly = subtract(subtract(angle, exactProduct(quarters, HALF_PI.hi)), exactProduct(quarters, HALF_PI.lo));
  const turned = subtract(roughly, double(quarters * HALF_PI_THIRD));
  const negativeSquare = negated(square(turned));
  // Odd powers make the sine, even ones the cosine. For small angles fewer terms reach 2^-107.
  const last = Math.abs(turned.hi) < 0.125 ? 19 : 27;
  const sine = multiply(alternating(last, 1, negativeSquare), turned);
  const cosine = alternating(last + 1, 0, negativeSquare);
  const quadrant = ((quarters % 4) + 4) % 4;
  if (quadrant === 0) return { sine, cosine };
  if (quadrant === 1) return { sine: cosine, cosine: negated(sine) };
  if (quadrant === 2) return { sine: negated(sine), cosine: negated(cosine) };
  return { sine: negated(cosine), cosine: sine };
}

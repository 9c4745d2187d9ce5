/** Fractions of integers: the numbers by which the audit decides. Doubles are rounded from them once, at the end. */
import { dyadic, powerOfTwo } from '@kineko/geometry';

/** The denominator is positive. The terms may have a common factor. */
export interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

/** Negative, 0 or positive, as a - b. */
export function compareFractions(a: Fraction, b: Fraction): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** In lowest terms, as `1/2` or `3`. */
export function fractionText({ over, under }: Fraction): string {
  const common = greatestDivisor(over < 0n ? -over : over, under);
  return under === common ? String(over / common) : `${over / common}/${under / common}`;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}

/** Finite doubles as integers: each is its integer times 2^exponent, and the exponent is at most 0. */
export function integersOf(values: readonly number[]): { readonly integers: bigint[]; readonly exponent: number } {
  const parts = values.map(dyadic);
  let exponent = 0;
  for (const part of parts) if (part.mantissa !== 0n) exponent = Math.min(exponent, part.exponent);
  const integers = parts.map(({ mantissa, exponent: own }) =>
    mantissa === 0n ? 0n : mantissa << BigInt(own - exponent),
  );
  return { integers, exponent };
}

/** Bits of a quotient, beyond which only whether there is a rest matters. */
const BITS = 72;

/** The double nearest to a fraction. */
export function nearestDouble({ over, under }: Fraction): number {
  if (over < 0n) return -nearestDouble({ over: -over, under });
  if (over === 0n) return 0;
  const shift = BITS + bitsOf(under) - bitsOf(over);
  const [top, bottom] = shift >= 0 ? [over << BigInt(shift), under] : [over, under << BigInt(-shift)];
  return scaledDown(marked(top / bottom, top % bottom !== 0n), shift);
}

/** The double nearest to the square root of a fraction that is not negative. */
export function nearestRoot({ over, under }: Fraction): number {
  if (over === 0n) return 0;
  const half = BITS + Math.ceil((bitsOf(under) - bitsOf(over)) / 2);
  const shift = 2 * half;
  const [top, bottom] = shift >= 0 ? [over << BigInt(shift), under] : [over, under << BigInt(-shift)];
  const square = top / bottom;
  const root = integerRoot(square);
  return scaledDown(marked(root, root * root !== square || top % bottom !== 0n), half);
}

/** The largest integer whose square is at most n. */
export function integerRoot(n: bigint): bigint {
  if (n < 2n) return n;
  // From above, Newton's method descends to the root.
  let root = 1n << BigInt((bitsOf(n) + 1) >> 1);
  for (;;) {
    const next = (root + n / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** An upper bound on the number of bits, by at most 3. */
function bitsOf(n: bigint): number {
  return 4 * n.toString(16).length;
}

/** Marks a rest in the last bit, which is far below the last one of a double, so that ties are decided. */
function marked(quotient: bigint, hasRest: boolean): bigint {
  return hasRest ? quotient | 1n : quotient;
}

function scaledDown(value: bigint, shift: number): number {
  const half = Math.trunc(-shift / 2);
  return Number(value) * powerOfTwo(half) * powerOfTwo(-shift - half);
}

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exact, FRACTION_BITS, rounded } from '../test/fixed-point.js';
import { addExactly, addProductExactly, differenceOfProducts, roundedSum } from './exact-sum.js';

const SEED = { seed: 20090301, numRuns: 2000 };

/** Doubles of very different sizes with full mantissas, so that sums cancel and carry. */
const wild = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: -60, max: 10 }))
  .map(([mantissa, exponent]) => mantissa * 2 ** exponent);

function exactSum(values: readonly number[]): number {
  const sum: number[] = [];
  for (const value of values) addExactly(sum, value);
  return roundedSum(sum);
}

describe('arithmetic without rounding', () => {
  test('nothing adds up to 0', () => {
    expect(roundedSum([])).toBe(0);
    expect(exactSum([1e300, 1, -1e300, -1])).toBe(0);
  });

  test('a tie is decided by the smaller terms', () => {
    const half = 2 ** -53;
    expect(exactSum([1, half])).toBe(1);
    expect(exactSum([1, half, 2 ** -120])).toBe(1 + 2 * half);
    expect(exactSum([1, half, -(2 ** -120)])).toBe(1);
    expect(exactSum([-1, -half, -(2 ** -120)])).toBe(-1 - 2 * half);
    expect(exactSum([1 + 2 * half, half])).toBe(1 + 4 * half);
    expect(exactSum([1 + 2 * half, half, -(2 ** -120)])).toBe(1 + 2 * half);
  });

  test('a sum is the double nearest to the true one', () => {
    fc.assert(
      fc.property(fc.array(wild), (values) => {
        expect(exactSum(values)).toBe(rounded(values.reduce((sum, value) => sum + exact(value), 0n)));
      }),
      SEED,
    );
  });

  test('a sum of products is the double nearest to the true one', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(wild, wild)), (pairs) => {
        const sum: number[] = [];
        for (const [a, b] of pairs) addProductExactly(sum, a, b);
        const expected = pairs.reduce((total, [a, b]) => total + exact(a) * exact(b), 0n);
        // Below 2^-300 nothing was put in: mantissas end at 2^-60, products at 2^-120.
        expect(roundedSum(sum)).toBe(rounded(expected >> FRACTION_BITS));
      }),
      SEED,
    );
  });

  test('a difference of products survives cancellation', () => {
    const n = 2 ** 27;
    expect((n + 1) * (n + 1) - n * (n + 2)).toBe(0); // what plain doubles make of it
    expect(differenceOfProducts(n + 1, n + 1, n, n + 2)).toBe(1);
    expect(differenceOfProducts(3, 0.1, 0.1, 3)).toBe(0);
  });

  test('a difference of products is right within two units in the last place', () => {
    const near = fc.integer({ min: -3, max: 3 });
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), near, near, (a, b, i, j) => {
        const [c, d] = [a - i, b - j];
        const truth = BigInt(a) * BigInt(b) - BigInt(c) * BigInt(d);
        const error = Number(BigInt(differenceOfProducts(a, b, c, d)) - truth);
        expect(Math.abs(error)).toBeLessThanOrEqual(2 * 2 ** -52 * Math.abs(Number(truth)));
      }),
      SEED,
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  absolute,
  add,
  type DoubleDouble,
  divide,
  double,
  exactDifference,
  exactProduct,
  exactSum,
  halvesError,
  highHalf,
  multiply,
  negated,
  productError,
  scaled,
  sineCosine,
  square,
  squareRoot,
  subtract,
  sumError,
} from './double-double.js';

const SEED = { seed: 20090301, numRuns: 1000 };

/** The unit in which everything here is a whole number. */
const FRACTION_BITS = 600n;

function exact(value: number): bigint {
  let whole = value;
  let shift = 0n;
  for (; !Number.isInteger(whole); shift++) whole *= 2;
  return BigInt(whole) << (FRACTION_BITS - shift);
}

function exactOf({ hi, lo }: DoubleDouble): bigint {
  return exact(hi) + exact(lo);
}

function sizeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/** Expects a result with a number of correct bits; both values in units of 2^-600. */
function expectClose(found: bigint, truth: bigint, bits: bigint): void {
  expect(sizeOf(found - truth) << bits).toBeLessThanOrEqual(sizeOf(truth) + (1n << bits));
}

/** Full mantissas of different sizes. */
const wild = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: -80, max: 0 }))
  .map(([mantissa, exponent]) => mantissa * 2 ** exponent);
const fineNumber = fc.tuple(wild, wild).map(([a, b]) => exactSum(a, (b * 2 ** -53 * a) / (Math.abs(b) || 1)));
const positive = fineNumber.map(absolute).filter(({ hi }) => hi > 0);

describe('nothing is lost', () => {
  test('by sums and differences', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        expect(exactOf(exactSum(a, b))).toBe(exact(a) + exact(b));
        expect(exactOf(exactDifference(a, b))).toBe(exact(a) - exact(b));
        expect(sumError(a, b, a + b)).toBe(exactSum(a, b).lo);
      }),
      SEED,
    );
  });

  test('by products', () => {
    fc.assert(
      fc.property(wild, wild, (a, b) => {
        expect(exactOf(exactProduct(a, b)) << FRACTION_BITS).toBe(exact(a) * exact(b));
        const [aHigh, bHigh] = [highHalf(a), highHalf(b)];
        expect(productError(a, b, a * b)).toBe(halvesError(aHigh, a - aHigh, bHigh, b - bHigh, a * b));
      }),
      SEED,
    );
  });

  test('by signs and powers of two', () => {
    fc.assert(
      fc.property(fineNumber, (a) => {
        expect(exactOf(negated(a))).toBe(-exactOf(a));
        expect(exactOf(absolute(a))).toBe(sizeOf(exactOf(a)));
        expect(exactOf(scaled(a, 4))).toBe(4n * exactOf(a));
      }),
      SEED,
    );
  });
});

describe('about 104 bits are correct', () => {
  test('of sums and differences, also when they cancel', () => {
    fc.assert(
      fc.property(fineNumber, fineNumber, (a, b) => {
        expectClose(exactOf(add(a, b)), exactOf(a) + exactOf(b), 103n);
        expectClose(exactOf(subtract(a, b)), exactOf(a) - exactOf(b), 103n);
        const near = { hi: a.hi, lo: a.lo * (1 - 2 ** -40) };
        expectClose(exactOf(subtract(a, near)), exactOf(a) - exactOf(near), 100n);
      }),
      SEED,
    );
  });

  test('of products and squares', () => {
    fc.assert(
      fc.property(fineNumber, fineNumber, (a, b) => {
        expectClose(exactOf(multiply(a, b)) << FRACTION_BITS, exactOf(a) * exactOf(b), 102n);
        expectClose(exactOf(square(a)) << FRACTION_BITS, exactOf(a) ** 2n, 102n);
      }),
      SEED,
    );
  });

  test('of quotients and roots', () => {
    fc.assert(
      fc.property(fineNumber, positive, (a, b) => {
        expectClose(exactOf(divide(a, b)) * exactOf(b), exactOf(a) << FRACTION_BITS, 101n);
        expectClose(exactOf(squareRoot(b)) ** 2n, exactOf(b) << FRACTION_BITS, 101n);
      }),
      SEED,
    );
  });

  test('the root of a number that is not positive is 0', () => {
    expect(squareRoot(double(0))).toEqual(double(0));
    expect(squareRoot(double(-1e-300))).toEqual(double(0));
  });
});

describe('sine and cosine', () => {
  test('of round angles', () => {
    expect(sineCosine(double(0))).toEqual({ sine: double(0), cosine: double(1) });
    // 1/2 to 100 bits at pi / 6, which needs pi to twice the digits.
    const sixth = divide({ hi: Math.PI, lo: 1.2246467991473532e-16 }, double(6));
    const { sine } = sineCosine(sixth);
    expect(sine.hi).toBe(0.5);
    expect(Math.abs(sine.lo)).toBeLessThan(2 ** -100);
  });

  test.each([
    ['small', 1],
    ['some turns', 100],
    ['many turns', 2 ** 30],
  ])('together they are on the unit circle, and near those of doubles: %s', (_, limit) => {
    fc.assert(
      fc.property(fc.double({ min: -limit, max: limit, noNaN: true }), (angle) => {
        const { sine, cosine } = sineCosine(double(angle));
        const one = add(square(sine), square(cosine));
        expect(Math.abs(one.hi - 1 + one.lo)).toBeLessThan(2 ** -100);
        expect(Math.abs(sine.hi - Math.sin(angle))).toBeLessThan(2 ** -52);
        expect(Math.abs(cosine.hi - Math.cos(angle))).toBeLessThan(2 ** -52);
      }),
      SEED,
    );
  });

  test('a sum of angles, by the theorem, to 98 bits', () => {
    const angle = fc.double({ min: -50, max: 50, noNaN: true });
    fc.assert(
      fc.property(angle, angle, (a, b) => {
        const [p, q, r] = [sineCosine(double(a)), sineCosine(double(b)), sineCosine(exactSum(a, b))];
        const sine = add(multiply(p.sine, q.cosine), multiply(p.cosine, q.sine));
        const rest = subtract(sine, r.sine);
        expect(Math.abs(rest.hi)).toBeLessThan(2 ** -98);
      }),
      SEED,
    );
  });
});

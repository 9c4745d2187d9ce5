import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  type Dyadic,
  dyadic,
  minus,
  plus,
  powerOfTwo,
  signOf,
  signWithRoot,
  sizeOfDyadic,
  times,
  toDoubleDouble,
  toNumber,
} from './exact.js';

const SEED = { seed: 20090301, numRuns: 1000 };
const any = fc.double({ noNaN: true, noDefaultInfinity: true });
const small = fc.integer({ min: -20, max: 20 });

test('every double is returned unchanged, the smallest too', () => {
  fc.assert(
    fc.property(any, (value) => {
      expect(toNumber(dyadic(value))).toBe(value + 0);
    }),
    SEED,
  );
  for (const value of [5e-324, -5e-324, 2 ** -1022, Number.MAX_VALUE, 2 ** 53 - 1, 0.1]) {
    expect(toNumber(dyadic(value))).toBe(value);
  }
  expect(toNumber(dyadic(-0))).toBe(0);
});

test('a value too small for a double keeps its sign', () => {
  const tiny = times(dyadic(5e-324), dyadic(-5e-324));
  expect(signOf(tiny)).toBe(-1);
  expect(toNumber(tiny)).toBe(-5e-324);
});

test('sums and products are exact', () => {
  const rational = fc.tuple(fc.maxSafeInteger(), fc.integer({ min: -60, max: 60 }));
  const bigOf = ([m, e]: readonly [number, number]): bigint => BigInt(m) << BigInt(e + 60);
  const scaledBack = ({ mantissa, exponent }: Dyadic, bits: number): bigint => {
    const shift = BigInt(exponent + bits);
    return shift >= 0n ? mantissa << shift : mantissa >> -shift;
  };
  fc.assert(
    fc.property(rational, rational, (a, b) => {
      const [x, y] = [dyadic(a[0] * 2 ** a[1]), dyadic(b[0] * 2 ** b[1])];
      expect(scaledBack(plus(x, y), 60)).toBe(bigOf(a) + bigOf(b));
      expect(scaledBack(minus(x, y), 60)).toBe(bigOf(a) - bigOf(b));
      expect(scaledBack(times(x, y), 120)).toBe(bigOf(a) * bigOf(b));
      expect(signOf(minus(x, y))).toBe(Math.sign(a[0] * 2 ** a[1] - b[0] * 2 ** b[1]) + 0);
      expect(signOf(sizeOfDyadic(x))).toBe(a[0] === 0 ? 0 : 1);
    }),
    SEED,
  );
});

test('two doubles hold more than one', () => {
  const third = plus(dyadic(1), dyadic(2 ** -80));
  expect(toDoubleDouble(third)).toEqual({ hi: 1, lo: 2 ** -80 });
});

describe('the sign of u - w √s', () => {
  test('where it can be seen', () => {
    fc.assert(
      fc.property(small, small, fc.nat(20), (u, w, s) => {
        const seen = u - w * Math.sqrt(s);
        expect(signWithRoot(dyadic(u), dyadic(w), dyadic(s))).toBe(Math.abs(seen) < 1e-9 ? 0 : Math.sign(seen));
      }),
      SEED,
    );
  });

  test('where it cannot', () => {
    // 665857 / 470832 is above the root of 2 by less than a double shows.
    expect(signWithRoot(dyadic(665857), dyadic(470832), dyadic(2))).toBe(1);
    expect(signWithRoot(dyadic(-665857), dyadic(-470832), dyadic(2))).toBe(-1);
    expect(signWithRoot(dyadic(275807), dyadic(195025), dyadic(2))).toBe(-1);
  });
});

test('powers of two, and the ends of their range', () => {
  expect(powerOfTwo(0)).toBe(1);
  expect(powerOfTwo(-44)).toBe(2 ** -44);
  expect(powerOfTwo(1023)).toBe(2 ** 1023);
  expect(powerOfTwo(-1022)).toBe(2 ** -1022);
  expect(powerOfTwo(5000)).toBe(2 ** 1023);
  expect(powerOfTwo(-5000)).toBe(2 ** -1022);
});

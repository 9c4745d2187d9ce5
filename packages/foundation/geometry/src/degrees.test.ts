import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cosDegrees, degreesOf, radiansOf, reducedDegrees, sinDegrees } from './degrees.js';

const SEED = { seed: 20090301, numRuns: 1000 };

describe('reducedDegrees', () => {
  test.each([
    [0, 0],
    [360, 0],
    [-360, 0],
    [-0, 0],
    [450, 90],
    [-90, 270],
    [36_000_090, 90],
    [-1e-300, 0],
    [359.99999999999994, 359.99999999999994],
  ])('%d is %d', (degrees, expected) => {
    expect(reducedDegrees(degrees)).toBe(expected);
  });

  test('is in [0, 360), and takes off full turns exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 359 * 1024 }), fc.integer({ min: -1000, max: 1000 }), (n, turns) => {
        expect(reducedDegrees(n / 1024 + 360 * turns)).toBe(n / 1024);
      }),
      SEED,
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (degrees) => {
        const reduced = reducedDegrees(degrees);
        expect(reduced >= 0 && reduced < 360).toBe(true);
      }),
      SEED,
    );
  });
});

test('sine and cosine are exact at multiples of 90°', () => {
  expect([0, 90, 180, 270, 360].map(cosDegrees)).toEqual([1, 0, -1, 0, 1]);
  expect([0, 90, 180, 270, 360].map(sinDegrees)).toEqual([0, 1, 0, -1, 0]);
});

test('sine and cosine are those of the angle in radians', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 360, noNaN: true }), (degrees) => {
      expect(cosDegrees(degrees)).toBeCloseTo(Math.cos(radiansOf(degrees)), 14);
      expect(sinDegrees(degrees)).toBeCloseTo(Math.sin(radiansOf(degrees)), 14);
    }),
    SEED,
  );
});

test('quarter turns in radians are quarter turns in degrees', () => {
  expect([-2, -1, 0, 1, 2, 3].map((n) => degreesOf((n * Math.PI) / 2))).toEqual([-180, -90, 0, 90, 180, 270]);
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exact, rounded } from '../test/fixed-point.js';
import type { Vector } from './pose.js';
import { boundsOfPoints, centroid, checkPoints, comparePoints, withoutRepeats } from './points.js';
import { DomainError } from './tolerances.js';

const SEED = { seed: 20090301, numRuns: 2000 };
const p = (x: number, y: number): Vector => ({ x, y });

/** Doubles of very different sizes with full mantissas, so that sums cancel and carry. */
const wild = fc
  .tuple(fc.maxSafeInteger(), fc.integer({ min: -93, max: -23 }))
  .map(([mantissa, exponent]) => mantissa * 2 ** exponent);
const wildPoint = fc.record({ x: wild, y: wild });
const points = fc.array(wildPoint, { minLength: 1, maxLength: 30 });

describe('centroid', () => {
  test('of no points is an error', () => {
    expect(() => centroid([])).toThrow('centroid needs at least 1 point, got 0');
  });

  test('rejects an invalid point by its index', () => {
    expect(() => centroid([p(0, 0), p(Number.NaN, 1)])).toThrow(
      'the x of point 1 given to centroid: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => centroid([p(0, Infinity)])).toThrow(
      'the y of point 0 given to centroid: expected at most 2^30 m from 0, got Infinity',
    );
  });

  test('by hand', () => {
    expect(centroid([p(3, -4)])).toEqual(p(3, -4));
    expect(centroid([p(0, 0), p(1, 0), p(1, 1), p(0, 1)])).toEqual(p(0.5, 0.5));
    expect(centroid([p(0, 0), p(0, 0), p(3, 3)])).toEqual(p(1, 1));
    expect(centroid([p(-0, -0)])).toEqual(p(0, 0));
  });

  test('equal points are their own centroid, although 3 · 0.1 / 3 is not 0.1', () => {
    expect((0.1 * 3) / 3).not.toBe(0.1);
    expect(centroid([p(0.1, 0.7), p(0.1, 0.7), p(0.1, 0.7)])).toEqual(p(0.1, 0.7));
    fc.assert(
      fc.property(wildPoint, fc.integer({ min: 1, max: 50 }), (point, count) => {
        expect(centroid(Array<Vector>(count).fill(point))).toEqual(p(0 + point.x, 0 + point.y));
      }),
      SEED,
    );
  });

  test('the order of the points changes no bit', () => {
    fc.assert(
      fc.property(
        points.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          expect(centroid(shuffled)).toEqual(centroid(list));
        },
      ),
      SEED,
    );
  });

  test('no double is nearer to the true mean', () => {
    fc.assert(
      fc.property(fc.array(wild, { minLength: 1, maxLength: 30 }), (values) => {
        const { x } = centroid(values.map((value) => p(value, 0)));
        const count = BigInt(values.length);
        const sum = values.reduce((total, value) => total + exact(value), 0n);
        const off = exact(x) * count - sum;
        // A hair over half a unit: the correction is itself rounded, at 2^-52 of its size.
        const unit = Math.abs(x) * 2 ** -52;
        expect(Math.abs(rounded(off))).toBeLessThanOrEqual((0.5 + 2 ** -40) * unit * values.length);
      }),
      SEED,
    );
  });

  test('lies within the bounds of the points', () => {
    fc.assert(
      fc.property(points, (list) => {
        const { x, y } = centroid(list);
        const { minX, minY, maxX, maxY } = boundsOfPoints(list);
        expect(minX <= x && x <= maxX && minY <= y && y <= maxY).toBe(true);
      }),
      SEED,
    );
  });

  test('turns with the points by a quarter, and is mirrored with them', () => {
    fc.assert(
      fc.property(points, (list) => {
        const { x, y } = centroid(list);
        expect(centroid(list.map((point) => p(0 - point.y, point.x)))).toEqual(p(0 - y, x));
        expect(centroid(list.map((point) => p(0 - point.x, point.y)))).toEqual(p(0 - x, y));
      }),
      SEED,
    );
  });
});

describe('lists of points', () => {
  test('bounds of points', () => {
    expect(() => boundsOfPoints([])).toThrow('boundsOfPoints needs at least 1 point, got 0');
    expect(boundsOfPoints([p(2, 3)])).toEqual({ minX: 2, minY: 3, maxX: 2, maxY: 3 });
    expect(boundsOfPoints([p(2, 3), p(-1, 5), p(0, -7)])).toEqual({ minX: -1, minY: -7, maxX: 2, maxY: 5 });
  });

  test('a point outside the domain is named with its place in the list', () => {
    const far = (): void => checkPoints('map', [p(0, 0), p(1, -(2 ** 31))]);
    expect(far).toThrow(DomainError);
    expect(far).toThrow('the y of point 1 given to map: expected at most 2^30 m from 0, got -2147483648');
    expect(() => checkPoints('map', [p(2 ** 30, -(2 ** 30))])).not.toThrow();
    expect(() => checkPoints('map', [])).not.toThrow();
  });

  test('points are ordered by x, then by y', () => {
    expect([p(1, 0), p(0, 2), p(0, 1)].sort(comparePoints)).toEqual([p(0, 1), p(0, 2), p(1, 0)]);
    expect(comparePoints(p(0, -0), p(-0, 0))).toBeCloseTo(0, 300); // 0 or −0
  });

  test('repeated points are dropped; in a ring also the last, if it is the first again', () => {
    const [a, b, c] = [p(0, 0), p(1, 0), p(0, 1)];
    expect(withoutRepeats([], 'ring')).toEqual([]);
    expect(withoutRepeats([a, a, a], 'ring')).toEqual([a]);
    expect(withoutRepeats([a, a, b, b, b, a], 'path')).toEqual([a, b, a]);
    expect(withoutRepeats([a, a, b, c, c, a, a], 'ring')).toEqual([a, b, c]);
    expect(withoutRepeats([p(0, 0), p(-0, 0)], 'path')).toEqual([a]);
  });
});

test('the centroid is exact where two doubles do not hold the sum', () => {
  const big = 2 ** 29;
  const tiny = 2 ** -1000;
  const list = [big, tiny, 2 ** -60, -big, tiny, 3 * 2 ** -60].map((x) => ({ x, y: -x }));
  // The exact sum is 2^-58 + 2^-999, and 2^-58 / 6 its correctly rounded mean.
  const mean = 2 ** -58 / 6;
  for (const points of [list, list.toReversed(), [...list.slice(3), ...list.slice(0, 3)]]) {
    expect(centroid(points)).toEqual({ x: mean, y: -mean });
  }
});

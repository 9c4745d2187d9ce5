import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Vector } from './pose.js';
import { pointDistance, type Disc } from './distance.js';
import { smallestEnclosingCircle } from './enclosing-circle.js';

const SEED = { seed: 20090301, numRuns: 500 };
const p = (x: number, y: number): Vector => ({ x, y });

const small = fc.integer({ min: -4, max: 4 });
const smallPoint = fc.record({ x: small, y: small });
const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true }).map((v) => (Math.abs(v) < 1e-100 ? 0 : v));
const anyPoint = fc.record({ x: coordinate, y: coordinate });
const anySet = fc.oneof(
  fc.array(smallPoint, { minLength: 1, maxLength: 12 }),
  fc.array(anyPoint, { minLength: 1, maxLength: 12 }),
);

function expectToHold(circle: Disc, points: readonly Vector[]): void {
  expect(points.every((point) => pointDistance(circle, point) <= circle.radius)).toBe(true);
}

/**
 * Exactly how large the smallest circle is: the largest that some two or three points need for themselves. (By Helly's
 * theorem, a circle of a given radius can hold all points if it can hold any three of them.)
 */
function smallestRadius(points: readonly Vector[]): number {
  let radius = 0;
  for (const [i, a] of points.entries()) {
    for (const [j, b] of points.slice(0, i).entries()) {
      radius = Math.max(radius, pointDistance(a, b) / 2);
      for (const c of points.slice(0, j)) {
        const sides = [pointDistance(a, b), pointDistance(b, c), pointDistance(c, a)].sort((s, t) => s - t);
        const [s0, s1, s2] = sides as [number, number, number];
        if (s0 * s0 + s1 * s1 <= s2 * s2) continue; // right or obtuse: two points carry the circle
        const doubleArea = Math.abs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
        radius = Math.max(radius, (s0 * s1 * s2) / (2 * doubleArea));
      }
    }
  }
  return radius;
}

describe('the smallest enclosing circle', () => {
  test('rejects no points, and invalid ones', () => {
    expect(() => smallestEnclosingCircle([])).toThrow('smallestEnclosingCircle needs at least 1 point, got 0');
    expect(() => smallestEnclosingCircle([p(0, 0), p(0, Number.NaN)])).toThrow(
      'the y of point 1 given to smallestEnclosingCircle: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => smallestEnclosingCircle([p(-1e300, 0), p(1e300, 0), p(0, 1e300)])).toThrow(
      'the x of point 0 given to smallestEnclosingCircle: expected at most 2^30 m from 0, got -1e+300',
    );
  });

  test('by hand', () => {
    expect(smallestEnclosingCircle([p(3, 4)])).toEqual({ x: 3, y: 4, radius: 0 });
    expect(smallestEnclosingCircle([p(3, 4), p(3, 4), p(3, 4)])).toEqual({ x: 3, y: 4, radius: 0 });
    expect(smallestEnclosingCircle([p(-0, 0), p(0, -0)])).toEqual({ x: 0, y: 0, radius: 0 });
    expect(smallestEnclosingCircle([p(0, 0), p(6, 8)])).toEqual({ x: 3, y: 4, radius: 5 });
    expect(smallestEnclosingCircle([p(1, 1), p(4, 4), p(2, 2), p(0, 0), p(3, 3)])).toEqual({
      x: 2,
      y: 2,
      radius: Math.sqrt(8),
    }); // collinear
    expect(smallestEnclosingCircle([p(0, 0), p(8, 0), p(8, 6), p(0, 6)])).toEqual({ x: 4, y: 3, radius: 5 }); // four on it
    expect(smallestEnclosingCircle([p(0, 0), p(10, 0), p(5, 1)])).toEqual({ x: 5, y: 0, radius: 5 }); // obtuse
    expect(smallestEnclosingCircle([p(-3, -4), p(3, -4), p(0, 5), p(0, 0)])).toEqual({ x: 0, y: 0, radius: 5 }); // acute
  });

  test('two points close together and one far away: a needle of a triangle', () => {
    const tiny = 2 ** -40;
    const circle = smallestEnclosingCircle([p(0, -tiny), p(0, tiny), p(2, 0)]);
    // Through all three: x = 1 − tiny²/4, radius 1 + tiny²/4, both 1 in doubles.
    expect(circle.x).toBe(1);
    expect(Math.abs(circle.y)).toBeLessThanOrEqual(tiny);
    expect(Math.abs(circle.radius - 1)).toBeLessThanOrEqual(2 ** -51);
  });

  test('a point just outside the circle of two others moves it by as much as it must', () => {
    const excess = 2 ** -30;
    const circle = smallestEnclosingCircle([p(-1, 0), p(1, 0), p(0, 1 + excess)]);
    expect(circle.radius - 1).toBeLessThan(2 ** -50); // it need not grow by more than excess²/2
    expect(Math.abs(circle.y - excess)).toBeLessThan(2 ** -50);
  });

  test('holds every point without tolerance, and is no larger than any two or three of them need', () => {
    fc.assert(
      fc.property(anySet, (points) => {
        const circle = smallestEnclosingCircle(points);
        expectToHold(circle, points);
        const needed = smallestRadius(points);
        const size = points.reduce((most, { x, y }) => Math.max(most, Math.abs(x), Math.abs(y)), 0);
        expect(circle.radius).toBeLessThanOrEqual(needed * (1 + 2 ** -40) + size * 2 ** -51);
      }),
      SEED,
    );
  });

  test('no order and no repetition of the points changes a bit', () => {
    fc.assert(
      fc.property(
        anySet.chain((points) =>
          fc.tuple(
            fc.constant(points),
            fc.shuffledSubarray([...points, ...points], { minLength: points.length * 2, maxLength: points.length * 2 }),
          ),
        ),
        ([points, shuffled]) => {
          expect(smallestEnclosingCircle(shuffled)).toEqual(smallestEnclosingCircle(points));
        },
      ),
      SEED,
    );
  });

  test('scaled by 2^10, or moved by 2^20 where coordinates have bits to spare, the circle goes along', () => {
    fc.assert(
      fc.property(anySet, (points) => {
        const { x, y, radius } = smallestEnclosingCircle(points);
        const scaled = points.map((point) => p(point.x * 1024, point.y * 1024));
        expect(smallestEnclosingCircle(scaled)).toEqual({ x: x * 1024, y: y * 1024, radius: radius * 1024 });
      }),
      SEED,
    );
    fc.assert(
      fc.property(fc.array(smallPoint, { minLength: 1 }), (points) => {
        const { x, y, radius } = smallestEnclosingCircle(points);
        const moved = smallestEnclosingCircle(points.map((point) => p(point.x + 2 ** 20, point.y - 2 ** 20)));
        expect(Math.abs(moved.x - 2 ** 20 - x)).toBeLessThanOrEqual(2 ** -32);
        expect(Math.abs(moved.y + 2 ** 20 - y)).toBeLessThanOrEqual(2 ** -32);
        expect(Math.abs(moved.radius - radius)).toBeLessThanOrEqual(2 ** -31);
      }),
      SEED,
    );
  });

  describe('of 100,000 points', () => {
    const COUNT = 100_000;

    test('all of them on it, up to rounding', () => {
      const points = Array.from({ length: COUNT }, (_, i) => {
        const angle = (2 * Math.PI * i) / COUNT;
        return p(3 * Math.cos(angle), 3 * Math.sin(angle));
      });
      const circle = smallestEnclosingCircle(points);
      expectToHold(circle, points);
      expect(Math.abs(circle.radius - 3)).toBeLessThan(1e-14);
    });

    test('in a square, in any order', () => {
      const shuffled = Array.from({ length: COUNT }, (_, i) => (i * 7919) % COUNT);
      const points = shuffled.map((i) => p(i % 400, Math.floor(i / 400)));
      const circle = smallestEnclosingCircle(points);
      expectToHold(circle, points);
      expect(circle).toEqual({ x: 199.5, y: 124.5, radius: Math.sqrt(199.5 * 199.5 + 124.5 * 124.5) });
      expect(smallestEnclosingCircle(points.toReversed())).toEqual(circle);
    });

    test('on a line', () => {
      const points = Array.from({ length: COUNT }, (_, i) => p(3 * i, 4 * i));
      expect(smallestEnclosingCircle(points)).toEqual({ x: 149998.5, y: 199998, radius: 249997.5 });
    });
  });
});

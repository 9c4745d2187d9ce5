import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Vector } from './pose.js';
import type { Segment } from './segment.js';
import {
  discDiscGap,
  discSegmentGap,
  pointDistance,
  pointSegmentDistance,
  segmentSegmentDistance,
} from './distance.js';

const SEED = { seed: 20090301, numRuns: 2000 };
const p = (x: number, y: number): Vector => ({ x, y });
const seg = (ax: number, ay: number, bx: number, by: number): Segment => ({ ax, ay, bx, by });
const reversed = ({ ax, ay, bx, by }: Segment): Segment => seg(bx, by, ax, ay);
const quarter = ({ ax, ay, bx, by }: Segment): Segment => seg(-ay, ax, -by, bx);
const moved = ({ ax, ay, bx, by }: Segment, by2: number): Segment => seg(ax + by2, ay + by2, bx + by2, by + by2);

const small = fc.integer({ min: -3, max: 3 });
const smallSegment = fc.tuple(small, small, small, small).map((ends) => seg(...ends));
const large = fc.integer({ min: -(2 ** 30), max: 2 ** 30 });
const largeSegment = fc.tuple(large, large, large, large).map((ends) => seg(...ends));

/** The squared distance from a point to a segment of whole coordinates, as an exact fraction. */
function exactSquared(point: Vector, { ax, ay, bx, by }: Segment): readonly [bigint, bigint] {
  const [ex, ey] = [BigInt(bx) - BigInt(ax), BigInt(by) - BigInt(ay)];
  const [wx, wy] = [BigInt(point.x) - BigInt(ax), BigInt(point.y) - BigInt(ay)];
  const along = wx * ex + wy * ey;
  const length2 = ex * ex + ey * ey;
  if (along <= 0n) return [wx * wx + wy * wy, 1n];
  if (along >= length2) return [(wx - ex) * (wx - ex) + (wy - ey) * (wy - ey), 1n];
  const cross = ex * wy - ey * wx;
  return [cross * cross, length2];
}

/** The square root of a fraction of whole numbers, to more digits than a double has. */
function exactRoot([numerator, denominator]: readonly [bigint, bigint]): number {
  const scaled = (numerator << 240n) / denominator;
  if (scaled === 0n) return 0;
  let root = BigInt(Math.floor(Math.sqrt(Number(scaled))));
  for (let i = 0; i < 4; i++) root = (root + scaled / root) / 2n;
  return Number(root) / 2 ** 120;
}

describe('points', () => {
  test('by hand, and far from the origin', () => {
    expect(pointDistance(p(1, 1), p(1, 1))).toBe(0);
    expect(pointDistance(p(0, 0), p(3, 4))).toBe(5);
    expect(pointDistance(p(2 ** 30, 2 ** 30), p(2 ** 30 + 3, 2 ** 30 - 4))).toBe(5);
  });
});

describe('a point and a segment', () => {
  const wall = seg(0, 0, 10, 0);

  test('by hand', () => {
    expect(pointSegmentDistance(p(5, 3), wall)).toBe(3); // over the face
    expect(pointSegmentDistance(p(5, -3), wall)).toBe(3); // below it
    expect(pointSegmentDistance(p(-3, 4), wall)).toBe(5); // beyond A
    expect(pointSegmentDistance(p(13, -4), wall)).toBe(5); // beyond B
    expect(pointSegmentDistance(p(0, 0), wall)).toBe(0); // an end
    expect(pointSegmentDistance(p(10, 2), wall)).toBe(2); // over an end
    expect(pointSegmentDistance(p(4, 5), seg(1, 1, 1, 1))).toBe(5); // no length
  });

  test('a point on a slanting segment is at distance 0', () => {
    expect(pointSegmentDistance(p(1, 3), seg(0, 0, 3, 9))).toBe(0);
    expect(pointSegmentDistance(p(0.1, 0.1), seg(-0.3, -0.3, 0.7, 0.7))).toBe(0);
  });

  test('within 4 units in the last place of the exact distance, anywhere in the world', () => {
    fc.assert(
      fc.property(large, large, largeSegment, (x, y, segment) => {
        const expected = exactRoot(exactSquared(p(x, y), segment));
        expect(Math.abs(pointSegmentDistance(p(x, y), segment) - expected)).toBeLessThanOrEqual(
          4 * 2 ** -52 * expected,
        );
      }),
      SEED,
    );
  });

  test('also next to a long segment, where the plain cross product has only noise', () => {
    const [ax, ay, bx, by] = [-(2 ** 30), -(2 ** 30) + 1, 2 ** 30, 2 ** 30 - 3];
    fc.assert(
      fc.property(fc.integer({ min: -(2 ** 29), max: 2 ** 29 }), small, (x, dy) => {
        const expected = exactRoot(exactSquared(p(x, x + dy), seg(ax, ay, bx, by)));
        const distance = pointSegmentDistance(p(x, x + dy), seg(ax, ay, bx, by));
        expect(Math.abs(distance - expected)).toBeLessThanOrEqual(4 * 2 ** -52 * expected);
      }),
      SEED,
    );
  });
});

describe('two segments', () => {
  test('by hand', () => {
    const wall = seg(0, 0, 4, 0);
    expect(segmentSegmentDistance(wall, seg(2, -1, 2, 1))).toBe(0); // cross
    expect(segmentSegmentDistance(wall, seg(2, 0, 2, 5))).toBe(0); // touch with an end
    expect(segmentSegmentDistance(wall, seg(4, 0, 9, 9))).toBe(0); // share an end
    expect(segmentSegmentDistance(wall, seg(1, 0, 9, 0))).toBe(0); // overlap
    expect(segmentSegmentDistance(wall, wall)).toBe(0); // the same
    expect(segmentSegmentDistance(wall, seg(6, 0, 9, 0))).toBe(2); // collinear, apart
    expect(segmentSegmentDistance(wall, seg(-1, 3, 9, 3))).toBe(3); // parallel
    expect(segmentSegmentDistance(wall, seg(7, 4, 9, 9))).toBe(5); // end to end
    expect(segmentSegmentDistance(wall, seg(2, 2, 3, 7))).toBe(2); // end to face
    expect(segmentSegmentDistance(wall, seg(2, 2, 2, 2))).toBe(2); // a point
    expect(segmentSegmentDistance(wall, seg(2, 0, 2, 0))).toBe(0); // a point on it
    expect(segmentSegmentDistance(seg(0, 0, 0, 0), seg(3, 4, 3, 4))).toBe(5); // two points
  });

  test('no two points of them are closer, and some two are as close', () => {
    fc.assert(
      fc.property(smallSegment, smallSegment, (s, t) => {
        const distance = segmentSegmentDistance(s, t);
        let least = Infinity;
        // A fine enough comb over one segment, each tooth measured exactly enough against the other.
        for (let i = 0; i <= 64; i++) {
          const tooth = p(s.ax + ((s.bx - s.ax) * i) / 64, s.ay + ((s.by - s.ay) * i) / 64);
          least = Math.min(least, pointSegmentDistance(tooth, t));
        }
        expect(distance).toBeLessThanOrEqual(least + 1e-12);
        expect(distance).toBeGreaterThanOrEqual(least - pointDistance(p(s.ax, s.ay), p(s.bx, s.by)) / 128 - 1e-12);
      }),
      SEED,
    );
  });

  test('the same, bit for bit, swapped, reversed, turned, moved by 2^20', () => {
    fc.assert(
      fc.property(smallSegment, smallSegment, (s, t) => {
        const distance = segmentSegmentDistance(s, t);
        expect(segmentSegmentDistance(t, s)).toBe(distance);
        expect(segmentSegmentDistance(reversed(s), t)).toBe(distance);
        expect(segmentSegmentDistance(quarter(s), quarter(t))).toBe(distance);
        expect(segmentSegmentDistance(moved(s, 2 ** 20), moved(t, 2 ** 20))).toBe(distance);
      }),
      SEED,
    );
  });
});

describe('gaps of discs', () => {
  test('apart, touching, overlapping, concentric', () => {
    const disc = { x: 0, y: 0, radius: 2 };
    expect(discDiscGap(disc, { x: 3, y: 4, radius: 1 })).toBe(2);
    expect(discDiscGap(disc, { x: 3, y: 4, radius: 3 })).toBe(0);
    expect(discDiscGap(disc, { x: 3, y: 4, radius: 4 })).toBe(-1);
    expect(discDiscGap(disc, disc)).toBe(-4);
    expect(discDiscGap(disc, { x: 0, y: 2, radius: 0 })).toBe(0); // a point on the rim
  });

  test('a disc and a wall: over the face, beyond an end, centre on the wall', () => {
    const wall = seg(0, 0, 10, 0);
    expect(discSegmentGap({ x: 5, y: 3, radius: 1 }, wall)).toBe(2);
    expect(discSegmentGap({ x: 5, y: -3, radius: 3 }, wall)).toBe(0);
    expect(discSegmentGap({ x: -3, y: 4, radius: 6 }, wall)).toBe(-1);
    expect(discSegmentGap({ x: 5, y: 0, radius: 1 }, wall)).toBe(-1);
  });
});

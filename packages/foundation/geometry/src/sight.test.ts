import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Disc, pointSegmentDistance } from './distance.js';
import { seesDisc } from './sight.js';

const disc = (x: number, y: number, radius = 1): Disc => ({ x, y, radius });
const [A, B] = [disc(0, 0), disc(10, 0)];

describe('discs', () => {
  test.each<[string, readonly Disc[], boolean]>([
    ['nothing', [], true],
    ['an equal disc in the middle, which a tangent touches', [disc(5, 0)], true],
    ['a larger disc in the middle', [disc(5, 0, 1.01)], false],
    ['a disc above the middle', [disc(5, 0.5, 1.4)], true],
    ['two discs with a gap', [disc(5, 1.5, 1.4), disc(5, -1.5, 1.4)], true],
    ['two discs that touch', [disc(5, 1.5, 1.5), disc(5, -1.5, 1.5)], true],
    ['two discs that overlap', [disc(5, 1.4, 1.5), disc(5, -1.4, 1.5)], false],
    ['two discs that a slanting line passes', [disc(4, 0.4, 0.55), disc(6, -0.4, 0.55)], true],
    ['the same, but larger', [disc(4, 0.4, 0.7), disc(6, -0.4, 0.7)], false],
    ['discs beyond both', [disc(-3, 0, 2), disc(13, 0, 2)], true],
  ])('see each other past %s: %j, %s', (_what, discs, isSeen) => {
    expect(seesDisc(A, B, { discs })).toBe(isSeen);
    expect(seesDisc(B, A, { discs })).toBe(isSeen);
  });

  test('see each other where a sample of segments has a free one', () => {
    const radius = fc.integer({ min: 2, max: 20 }).map((k) => k / 10);
    const some = fc.array(
      fc.record({
        x: fc.integer({ min: 35, max: 65 }).map((k) => k / 10),
        y: fc.integer({ min: -25, max: 25 }).map((k) => k / 10),
        radius,
      }),
      { maxLength: 4 },
    );
    const heights = Array.from({ length: 41 }, (_, k) => (k - 20) / 20);
    fc.assert(
      fc.property(some, (discs) => {
        const isFree = (from: number, to: number): boolean =>
          discs.every((each) => pointSegmentDistance(each, { ax: 0, ay: from, bx: 10, by: to }) > each.radius);
        const isSampled = heights.some((from) => heights.some((to) => isFree(from, to)));
        expect(seesDisc(A, B, { discs }) || !isSampled).toBe(true);
        // The sample may miss narrow gaps, so that the converse needs a margin.
        const smaller = discs.map((each) => ({ ...each, radius: each.radius + 0.15 }));
        expect(isSampled || !seesDisc(disc(0, 0, 0.9), disc(10, 0, 0.9), { discs: smaller })).toBe(true);
      }),
    );
  });
});

test.each([
  ['ends above the axis', { ax: 5, ay: 0.2, bx: 5, by: 9 }, true],
  ['covers both', { ax: 5, ay: -2, bx: 5, by: 2 }, false],
  ['is a diagonal', { ax: 4, ay: -1, bx: 6, by: 1 }, false],
  ['ends at the upper tangent', { ax: 5, ay: -2, bx: 5, by: 1 }, false],
  ['ends just below it', { ax: 5, ay: -2, bx: 5, by: 0.99 }, true],
])('a wall that %s', (_what, wall, isSeen) => {
  expect(seesDisc(A, B, { discs: [], walls: [wall] })).toBe(isSeen);
});

test('points see each other unless something is between them', () => {
  const points = [disc(0, 0, 0), disc(4, 4, 0)] as const;
  expect(seesDisc(...points, { discs: [disc(2, 2, 0.5)] })).toBe(false);
  expect(seesDisc(...points, { discs: [disc(2, 3, 0.5)] })).toBe(true);
});

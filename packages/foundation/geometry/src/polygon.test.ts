import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Vector } from './pose.js';
import {
  convexHull,
  isConvex,
  isSimple,
  orientation,
  pointInPolygon,
  polygonCentroid,
  segmentsMeet,
  signedArea,
  windingOrder,
} from './polygon.js';

const SEED = { seed: 20090301, numRuns: 1000 };
const p = (x: number, y: number): Vector => ({ x, y });
const quarter = ({ x, y }: Vector): Vector => p(0 - y, x);
const mirrored = ({ x, y }: Vector): Vector => p(0 - x, y);
const doubled = ({ x, y }: Vector): Vector => p(2 * x, 2 * y);
const startedAt = <T>(list: readonly T[], index: number): T[] => [...list.slice(index), ...list.slice(0, index)];

const small = fc.integer({ min: -3, max: 3 });
const smallPoint = fc.record({ x: small, y: small });
const smallPolygon = fc.array(smallPoint, { maxLength: 8 });
/** Full mantissas of one size: crosses of their differences need 108 bits. */
const wide = fc.maxSafeInteger();
const widePoint = fc.record({ x: wide, y: wide });
/** The same within the domain, and their doubles too: counted in units of 2^-24 m they are whole. */
const UNIT = 2 ** -24;
const inUnits = ({ x, y }: Vector): Vector => p(x * UNIT, y * UNIT);
const wideCorner = widePoint.map(inUnits);

const square = [p(0, 0), p(4, 0), p(4, 4), p(0, 4)];
const bowTie = [p(0, 0), p(4, 4), p(4, 0), p(0, 4)];
const notched = [p(0, 0), p(4, 0), p(4, 2), p(2, 2), p(2, 4), p(0, 4)];
/** The pentagram: turns left at every corner, but goes round twice. */
const pentagram = [p(0, 10), p(-6, -8), p(9, 3), p(-9, 3), p(6, -8)];

/** The cross product (b − a) × (c − a) of whole coordinates, exactly. */
function exactCross(a: Vector, b: Vector, c: Vector): bigint {
  const [ax, ay] = [BigInt(a.x), BigInt(a.y)];
  return (BigInt(b.x) - ax) * (BigInt(c.y) - ay) - (BigInt(b.y) - ay) * (BigInt(c.x) - ax);
}
const exactSign = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

describe('orientation', () => {
  test('is positive anticlockwise, with y up', () => {
    expect(orientation(p(0, 0), p(1, 0), p(0, 1))).toBeGreaterThan(0);
    expect(orientation(p(0, 0), p(0, 1), p(1, 0))).toBeLessThan(0);
  });

  test('collinear and equal points give 0, not −0', () => {
    expect(orientation(p(0, 0), p(1, 1), p(3, 3))).toBe(0);
    expect(orientation(p(2, 2), p(2, 2), p(5, 1))).toBe(0);
    expect(orientation(p(1, 1), p(1, 1), p(1, 1))).toBe(0);
  });

  test('is right next to a line, where the plain determinant is wrong (Kettner et al., 2008)', () => {
    const [q, r] = [p(12, 12), p(24, 24)];
    const scale = 2 ** 53;
    let wrongByPlainDoubles = 0;
    for (let i = 0; i < 64; i++) {
      for (let j = 0; j < 64; j++) {
        const point = p(0.5 + i * 2 ** -53, 0.5 + j * 2 ** -53);
        const truth = exactSign(BigInt(point.y * scale) - BigInt(point.x * scale)); // q and r are on the diagonal
        expect(Math.sign(orientation(q, r, point))).toBe(truth);
        const plain = (r.x - q.x) * (point.y - q.y) - (r.y - q.y) * (point.x - q.x);
        if (Math.sign(plain) !== truth) wrongByPlainDoubles++;
      }
    }
    expect(wrongByPlainDoubles).toBeGreaterThan(500); // else the cases are not hard
  });

  test('has the exact sign for any coordinates', () => {
    const near = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(widePoint, widePoint, near, near, (a, b, dx, dy) => {
        const c = p(Math.floor((a.x + b.x) / 2) + dx, Math.floor((a.y + b.y) / 2) + dy);
        expect(Math.sign(orientation(a, b, c))).toBe(exactSign(exactCross(a, b, c)));
        expect(Math.sign(orientation(b, c, a))).toBe(exactSign(exactCross(a, b, c)));
        expect(Math.sign(orientation(b, a, c))).toBe(exactSign(-exactCross(a, b, c)) + 0);
      }),
      SEED,
    );
  });
});

describe('segmentsMeet', () => {
  test('rejects points outside the domain', () => {
    expect(() => segmentsMeet(p(0, 0), p(1, 0), p(NaN, 0), p(1, 1))).toThrow(
      'the x of point 2 given to segmentsMeet: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => segmentsMeet(p(0, 0), p(1, 0), p(0, 0), p(1, 1e200))).toThrow(
      'the y of point 3 given to segmentsMeet: expected at most 2^30 m from 0, got 1e+200',
    );
  });

  test('by hand', () => {
    const [a, b] = [p(0, 0), p(4, 0)];
    expect(segmentsMeet(a, b, p(2, -1), p(2, 1))).toBe(true); // cross
    expect(segmentsMeet(a, b, p(2, 0), p(2, 1))).toBe(true); // touch
    expect(segmentsMeet(a, b, p(4, 0), p(5, 5))).toBe(true); // share an end
    expect(segmentsMeet(a, b, p(3, 0), p(9, 0))).toBe(true); // overlap
    expect(segmentsMeet(a, b, p(1, 0), p(2, 0))).toBe(true); // contained
    expect(segmentsMeet(a, b, p(5, 0), p(9, 0))).toBe(false); // collinear, apart
    expect(segmentsMeet(a, b, p(0, 1), p(4, 1))).toBe(false); // parallel
    expect(segmentsMeet(a, b, p(5, -1), p(5, 1))).toBe(false); // past the end
    expect(segmentsMeet(p(0, 0), p(4, 4), p(1, 0), p(4, 3))).toBe(false); // boxes overlap, segments do not
    expect(segmentsMeet(a, b, p(2, 0), p(2, 0))).toBe(true); // a point on it
    expect(segmentsMeet(a, b, p(2, 1), p(2, 1))).toBe(false); // a point beside it
    expect(segmentsMeet(a, a, a, a)).toBe(true); // equal points
    expect(segmentsMeet(a, a, b, b)).toBe(false); // different points
  });

  test('agrees with exact fractions, whatever is swapped', () => {
    /** Solves a + s(b − a) = c + t(d − c) in whole numbers; collinear segments are compared by their ends. */
    function meetExactly(a: Vector, b: Vector, c: Vector, d: Vector): boolean {
      const [ex, ey, fx, fy, gx, gy] = [b.x - a.x, b.y - a.y, d.x - c.x, d.y - c.y, c.x - a.x, c.y - a.y];
      const cross = ex * fy - ey * fx;
      if (cross !== 0) {
        const s = (gx * fy - gy * fx) * Math.sign(cross);
        const t = (gx * ey - gy * ex) * Math.sign(cross);
        return s >= 0 && s <= Math.abs(cross) && t >= 0 && t <= Math.abs(cross);
      }
      const onto = (u: Vector, v: Vector, w: Vector): boolean =>
        (v.x - u.x) * (w.y - u.y) === (v.y - u.y) * (w.x - u.x) &&
        (w.x - u.x) * (w.x - v.x) + (w.y - u.y) * (w.y - v.y) <= 0;
      return onto(a, b, c) || onto(a, b, d) || onto(c, d, a) || onto(c, d, b);
    }
    fc.assert(
      fc.property(smallPoint, smallPoint, smallPoint, smallPoint, (a, b, c, d) => {
        const expected = meetExactly(a, b, c, d);
        expect(segmentsMeet(a, b, c, d)).toBe(expected);
        expect(segmentsMeet(d, c, b, a)).toBe(expected);
      }),
      { ...SEED, numRuns: 5000 },
    );
  });
});

describe('signedArea and windingOrder', () => {
  test('by hand', () => {
    expect(signedArea(square)).toBe(16);
    expect(signedArea(square.toReversed())).toBe(-16);
    expect(signedArea(notched)).toBe(12);
    expect(signedArea(bowTie)).toBe(0); // the two halves cancel
    expect(signedArea([])).toBe(0);
    expect(signedArea([p(1, 1)])).toBe(0);
    expect(signedArea([p(1, 1), p(5, 2)])).toBe(0);
    expect(signedArea([...square, square[0]!])).toBe(16); // closed explicitly
    expect(windingOrder(square)).toBe('anticlockwise');
    expect(windingOrder(square.toReversed())).toBe('clockwise');
    expect(windingOrder(bowTie)).toBe('flat');
    expect(windingOrder([p(0, 0), p(1, 1), p(2, 2)])).toBe('flat');
    expect(() => signedArea([p(0, 0), p(1, Number.NaN)])).toThrow(
      'the y of point 1 given to signedArea: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => signedArea([p(0, 0), p(1e200, 0), p(0, 1e200)])).toThrow(
      'the x of point 1 given to signedArea: expected at most 2^30 m from 0, got 1e+200',
    );
  });

  test('the area of a small triangle far away is not noise', () => {
    const far = 2 ** 30 - 1;
    const tiny = 2 ** -22;
    expect(signedArea([p(far, far), p(far + tiny, far), p(far, far + tiny)])).toBe((tiny * tiny) / 2);
  });

  test('is the exact area, rounded once, from any first corner and in both directions', () => {
    fc.assert(
      fc.property(fc.array(widePoint, { maxLength: 8 }), fc.nat(7), (whole, first) => {
        const twice = whole.reduce((sum, a, i) => {
          const b = whole[(i + 1) % whole.length]!;
          return sum + BigInt(a.x) * BigInt(b.y) - BigInt(b.x) * BigInt(a.y);
        }, 0n);
        const corners = whole.map(inUnits);
        const area = signedArea(corners);
        expect(area).toBe((Number(twice) / 2) * UNIT * UNIT);
        expect(signedArea(startedAt(corners, first))).toBe(area);
        expect(signedArea(corners.toReversed())).toBe(0 - area);
        expect(signedArea(corners.map(quarter))).toBe(area);
        expect(signedArea(corners.map(mirrored))).toBe(0 - area);
      }),
      SEED,
    );
  });
});

describe('isConvex', () => {
  test('by hand', () => {
    expect(isConvex(square)).toBe(true);
    expect(isConvex(square.toReversed())).toBe(true);
    expect(isConvex([...square, square[0]!])).toBe(true); // closed explicitly
    expect(isConvex([p(0, 0), p(0, 0), p(4, 0), p(4, 4), p(4, 4)])).toBe(true); // repeated corners
    expect(isConvex([p(0, 0), p(2, 0), p(4, 0), p(4, 4), p(0, 4)])).toBe(true); // a corner within a side
    expect(isConvex(notched)).toBe(false);
    expect(isConvex(bowTie)).toBe(false);
    expect(isConvex(pentagram)).toBe(false); // round twice
    expect(isConvex(pentagram.toReversed())).toBe(false);
    expect(isConvex([...square, ...square])).toBe(false); // round twice
    expect(isConvex([p(0, 0), p(4, 0), p(2, 0), p(2, 2)])).toBe(false); // a spike
    expect(isConvex([p(0, 0), p(4, 0), p(4, 6), p(4, 4), p(0, 4)])).toBe(false); // a spike
    expect(isConvex([p(0, 0), p(1, 1), p(2, 2)])).toBe(false); // flat
    expect(isConvex([p(0, 0), p(4, 0)])).toBe(false);
    expect(isConvex([p(0, 0)])).toBe(false);
    expect(isConvex([])).toBe(false);
  });

  test('is true if and only if every corner is on the hull and they go round it once', () => {
    fc.assert(
      fc.property(smallPolygon, fc.boolean(), (corners, hull) => {
        // Random polygons are rarely convex, hulls always: half of each.
        const candidate = hull ? convexHull(corners) : corners;
        const area = Math.abs(signedArea(candidate));
        const expected = area > 0 && isSimple(candidate) && area === Math.abs(signedArea(convexHull(candidate)));
        expect(isConvex(candidate)).toBe(expected);
        expect(isConvex(candidate.map(quarter))).toBe(expected);
        expect(isConvex(candidate.map(mirrored))).toBe(expected);
        expect(isConvex(candidate.toReversed())).toBe(expected);
      }),
      { ...SEED, numRuns: 5000 },
    );
  });
});

describe('isSimple', () => {
  test('by hand', () => {
    expect(isSimple(square)).toBe(true);
    expect(isSimple(notched.toReversed())).toBe(true);
    expect(isSimple([...square, square[0]!])).toBe(true); // closed explicitly
    expect(isSimple([p(0, 0), p(2, 0), p(4, 0), p(4, 4)])).toBe(true); // a corner within a side
    expect(isSimple(bowTie)).toBe(false);
    expect(isSimple(pentagram)).toBe(false);
    expect(isSimple([p(0, 0), p(4, 0), p(4, 4), p(2, 0)])).toBe(false); // a corner touches a side
    expect(isSimple([p(0, 0), p(4, 0), p(2, 2), p(0, 4), p(4, 4), p(2, 2)])).toBe(false); // two corners touch
    expect(isSimple([p(0, 0), p(4, 0), p(4, 6), p(4, 4), p(0, 4)])).toBe(false); // a spike
    expect(isSimple([p(0, 0), p(1, 1), p(2, 2)])).toBe(false); // flat
    expect(isSimple([p(0, 0), p(4, 0)])).toBe(false);
    expect(isSimple([p(1, 1)])).toBe(false);
    expect(isSimple([])).toBe(false);
  });

  test('agrees with comparing every pair of sides', () => {
    fc.assert(
      fc.property(fc.array(smallPoint, { minLength: 3, maxLength: 6 }), (corners) => {
        const count = corners.length;
        const at = (i: number): Vector => corners[i % count]!;
        fc.pre(corners.every((corner, i) => corner.x !== at(i + 1).x || corner.y !== at(i + 1).y));
        let expected = true;
        for (let i = 0; i < count; i++) {
          // A side and the next have only their common corner in common: neither holds the far end of the other.
          if (segmentsMeet(at(i), at(i + 1), at(i + 2), at(i + 2))) expected = false;
          if (segmentsMeet(at(i + 1), at(i + 2), at(i), at(i))) expected = false;
          for (let j = i + 2; j < count; j++) {
            if ((j + 1) % count !== i && segmentsMeet(at(i), at(i + 1), at(j), at(j + 1))) expected = false;
          }
        }
        expect(isSimple(corners)).toBe(expected);
        expect(isSimple(corners.toReversed())).toBe(expected);
        expect(isSimple(corners.map(quarter))).toBe(expected);
      }),
      { ...SEED, numRuns: 5000 },
    );
  });
});

describe('pointInPolygon', () => {
  test('rejects points outside the domain', () => {
    expect(() => pointInPolygon(p(NaN, 2), square)).toThrow(
      'the x of the point given to pointInPolygon: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => pointInPolygon(p(2, 2), [...square, p(0, NaN)])).toThrow(
      'the y of point 4 given to pointInPolygon: expected at most 2^30 m from 0, got NaN',
    );
  });

  test('by hand', () => {
    expect(pointInPolygon(p(2, 2), square)).toBe('inside');
    expect(pointInPolygon(p(5, 2), square)).toBe('outside');
    expect(pointInPolygon(p(-1, 4), square)).toBe('outside'); // level with a side
    expect(pointInPolygon(p(-1, 0), square)).toBe('outside');
    expect(pointInPolygon(p(4, 2), square)).toBe('boundary');
    expect(pointInPolygon(p(2, 4), square)).toBe('boundary');
    expect(pointInPolygon(p(0, 0), square)).toBe('boundary');
    expect(pointInPolygon(p(3, 3), notched)).toBe('outside');
    expect(pointInPolygon(p(1, 2), notched)).toBe('inside'); // level with the inner corner
    expect(pointInPolygon(p(0, 0), pentagram)).toBe('inside'); // wound twice is inside
    expect(pointInPolygon(p(0, 0), [p(-1, 0), p(0, 1), p(1, 0), p(0, -1)])).toBe('inside'); // level with corners
  });

  test('of fewer than three corners', () => {
    expect(pointInPolygon(p(0, 0), [])).toBe('outside');
    expect(pointInPolygon(p(1, 1), [p(1, 1)])).toBe('boundary');
    expect(pointInPolygon(p(1, 2), [p(1, 1)])).toBe('outside');
    expect(pointInPolygon(p(2, 2), [p(0, 0), p(4, 4)])).toBe('boundary');
    expect(pointInPolygon(p(2, 1), [p(0, 0), p(4, 4)])).toBe('outside');
  });

  test('is exact next to a slanting side', () => {
    const triangle = [p(0, 0), p(1, 0.1), p(0, 1)];
    const y = 0.7 * 0.1;
    const step = 2 ** -56;
    // Exactly: 0.1 as a double times x, compared with y, in whole numbers of 2^-112.
    const whole = (value: number, bits: number): bigint => BigInt(value * 2 ** bits);
    for (let i = -40; i <= 40; i++) {
      const point = p(0.7, y + i * step);
      const above = whole(point.y, 60) * whole(1, 60) - whole(0.1, 60) * whole(0.7, 60);
      expect(pointInPolygon(point, triangle)).toBe(above > 0n ? 'inside' : above < 0n ? 'outside' : 'boundary');
    }
  });

  test('agrees with a ray that meets no corner', () => {
    // Such a flat ray from a point with integer coordinates meets no other such point within the range of the corners.
    fc.assert(
      fc.property(smallPolygon, smallPoint, (corners, point) => {
        const ends = corners.map((a, i) => [a, corners[(i + 1) % corners.length]!] as const);
        const far = p(point.x + 1000, point.y + 1);
        let windings = 0;
        let boundary = false;
        for (const [a, b] of ends) {
          if (segmentsMeet(a, b, point, point)) boundary = true;
          else if (segmentsMeet(a, b, point, far)) windings += exactSign(exactCross(point, far, b));
        }
        const expected = boundary ? 'boundary' : windings === 0 ? 'outside' : 'inside';
        expect(pointInPolygon(point, corners)).toBe(expected);
        expect(pointInPolygon(point, corners.toReversed())).toBe(expected);
        expect(pointInPolygon(quarter(point), corners.map(quarter))).toBe(expected);
        expect(pointInPolygon(mirrored(point), corners.map(mirrored))).toBe(expected);
      }),
      { ...SEED, numRuns: 3000 },
    );
  });
});

describe('polygonCentroid', () => {
  test('by hand', () => {
    expect(polygonCentroid(square)).toEqual(p(2, 2));
    expect(polygonCentroid(square.toReversed())).toEqual(p(2, 2));
    expect(polygonCentroid([p(0, 0), p(3, 0), p(0, 3)])).toEqual(p(1, 1));
    expect(polygonCentroid([p(0, 0), p(1, 0), p(2, 0), p(4, 0), p(4, 4), p(0, 4)])).toEqual(p(2, 2)); // not the mean
    expect(polygonCentroid(notched)).toEqual(p(20 / 12, 20 / 12));
    expect(polygonCentroid([p(-1, -1), p(-1, 1), p(1, 1), p(1, -1)])).toEqual(p(0, 0)); // clockwise, and no −0
  });

  test('without area, that of the outline; without outline, the point; of nothing, an error', () => {
    expect(polygonCentroid([p(0, 0), p(4, 2)])).toEqual(p(2, 1));
    expect(polygonCentroid([p(0, 0), p(1, 0), p(4, 0)])).toEqual(p(2, 0));
    expect(polygonCentroid(bowTie)).toEqual(p(2, 2));
    expect(polygonCentroid([p(3, 4), p(3, 4)])).toEqual(p(3, 4));
    expect(() => polygonCentroid([])).toThrow('polygonCentroid needs at least 1 point, got 0');
  });

  test('of a sliver far away is where it should be', () => {
    const far = 2 ** 30 - 3;
    const tiny = 2 ** -20;
    const { x, y } = polygonCentroid([p(far, 0), p(far + 3, tiny), p(far + 3, 2 * tiny)]);
    expect(x).toBe(far + 2);
    expect(Math.abs(y - tiny)).toBeLessThanOrEqual(2 ** -52 * tiny);
  });

  test('the first corner and the direction change no bit; it turns and is mirrored with the polygon', () => {
    fc.assert(
      fc.property(fc.array(wideCorner, { minLength: 1, maxLength: 8 }), fc.nat(7), (corners, first) => {
        const centre = polygonCentroid(corners);
        expect(polygonCentroid(startedAt(corners, first))).toEqual(centre);
        expect(polygonCentroid(corners.toReversed())).toEqual(centre);
        expect(polygonCentroid(corners.map(quarter))).toEqual(quarter(centre));
        expect(polygonCentroid(corners.map(mirrored))).toEqual(mirrored(centre));
        expect(polygonCentroid(corners.map(doubled))).toEqual(doubled(centre));
      }),
      { ...SEED, numRuns: 300 },
    );
  });

  test('of a triangle is the mean of its corners', () => {
    fc.assert(
      fc.property(widePoint, widePoint, widePoint, (a, b, c) => {
        fc.pre(exactCross(a, b, c) !== 0n);
        const { x } = polygonCentroid([a, b, c].map(inUnits));
        const three = BigInt(a.x) + BigInt(b.x) + BigInt(c.x);
        expect(Math.abs(x - (Number(three) / 3) * UNIT)).toBeLessThanOrEqual(4 * 2 ** -52 * Math.abs(x));
      }),
      SEED,
    );
  });
});

describe('convexHull', () => {
  test('of few or collinear points', () => {
    expect(convexHull([])).toEqual([]);
    expect(convexHull([p(1, 2), p(1, 2)])).toEqual([p(1, 2)]);
    expect(convexHull([p(3, 3), p(0, 0), p(1, 1), p(2, 2)])).toEqual([p(0, 0), p(3, 3)]);
    expect(convexHull([p(0, 3), p(0, 1), p(0, 2)])).toEqual([p(0, 1), p(0, 3)]);
    expect(() => convexHull([p(0, Infinity)])).toThrow(
      'the y of point 0 given to convexHull: expected at most 2^30 m from 0, got Infinity',
    );
  });

  test('starts at the lowest of the leftmost and runs anticlockwise, without points on its sides', () => {
    expect(convexHull([...square.toReversed(), p(2, 0), p(2, 2), p(0, 3), p(4, 4)])).toEqual(square);
  });

  test('holds every point, is strictly convex, has its corners from the set, and no order changes it', () => {
    const set = fc.array(fc.oneof(smallPoint, wideCorner), { maxLength: 20 });
    fc.assert(
      fc.property(
        set.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const hull = convexHull(list);
          expect(convexHull(shuffled)).toEqual(hull);
          expect(hull.every((corner) => list.some(({ x, y }) => x === corner.x && y === corner.y))).toBe(true);
          if (hull.length < 3) return;
          expect(isConvex(hull)).toBe(true);
          expect(list.every((point) => pointInPolygon(point, hull) !== 'outside')).toBe(true);
          for (const [i, corner] of hull.entries()) {
            const turn = orientation(corner, hull[(i + 1) % hull.length]!, hull[(i + 2) % hull.length]!);
            expect(turn).toBeGreaterThan(0);
          }
        },
      ),
      { ...SEED, numRuns: 500 },
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Box, Vector } from './pose.js';
import { pointSegmentDistance } from './distance.js';
import { raycastSegment, type Ray } from './raycast.js';
import { boundsOfSegment, type Segment } from './segment.js';
import { StaticIndex, type Neighbour } from './static-index.js';
import { MAX_COORDINATE } from './tolerances.js';

const SEED = { seed: 20090301, numRuns: 500 };
const p = (x: number, y: number): Vector => ({ x, y });
const seg = (ax: number, ay: number, bx: number, by: number): Segment => ({ ax, ay, bx, by });
const asSegment = ({ x, y }: Vector): Segment => seg(x, y, x, y);

/** The reference: examines every segment. */
function bruteSearch(items: readonly Segment[], box: Box): number[] {
  return [...items.keys()].filter((id) => {
    const { minX, minY, maxX, maxY } = boundsOfSegment(items[id]!);
    return minX <= box.maxX && maxX >= box.minX && minY <= box.maxY && maxY >= box.minY;
  });
}
function bruteWithin(items: readonly Segment[], point: Vector, radius: number): number[] {
  return [...items.keys()].filter((id) => pointSegmentDistance(point, items[id]!) <= radius);
}
function bruteNearest(items: readonly Segment[], point: Vector, maxDistance: number): Neighbour | undefined {
  return items
    .map((item, id) => ({ id, distance: pointSegmentDistance(point, item) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.id - b.id)[0];
}
function bruteRaycast(segments: readonly Segment[], ray: Ray): number {
  return Math.min(Infinity, ...segments.map((segment) => raycastSegment(ray, segment)));
}

/** Integer coordinates, where ties and touching are common; full doubles far from the origin, where boxes are rounded. */
const small = fc.integer({ min: -8, max: 8 });
const far = fc.double({ min: 2 ** 29, max: 2 ** 30, noNaN: true });
const spread = fc.double({ min: -1000, max: 1000, noNaN: true }).map((v) => (Math.abs(v) < 1e-100 ? 0 : v));

/** A world of segments and points, and a point, a length and a direction in it, all of one kind. */
const worlds = fc.constantFrom(small, far, spread).chain((coordinate) =>
  fc.record({
    segments: fc.array(
      fc.tuple(coordinate, coordinate, coordinate, coordinate).map((ends) => seg(...ends)),
      { maxLength: 60 },
    ),
    points: fc.array(fc.record({ x: coordinate, y: coordinate }), { maxLength: 60 }),
    place: fc.record({ x: coordinate, y: coordinate }),
    other: fc.record({ x: coordinate, y: coordinate }),
  }),
);

describe('an empty index', () => {
  const empty = new StaticIndex([]);

  test('finds nothing', () => {
    expect(empty.search({ minX: -1, minY: -1, maxX: 1, maxY: 1 })).toEqual([]);
    expect(empty.withinDistance(p(0, 0), Infinity)).toEqual([]);
    expect(empty.nearest(p(0, 0))).toBeUndefined();
    expect(empty.raycast({ x: 0, y: 0, dx: 1, dy: 0, maxDistance: Infinity })).toBe(Infinity);
  });

  test('still refuses a ray without direction', () => {
    expect(() => empty.raycast({ x: 0, y: 0, dx: 0, dy: 0, maxDistance: 1 })).toThrow('a ray needs a direction');
  });
});

describe('rejects NaN', () => {
  const index = new StaticIndex([seg(0, 0, 1, 1)]);

  test('when building', () => {
    expect(() => new StaticIndex([seg(0, 0, 1, 1), seg(0, Number.NaN, 1, 1)])).toThrow(
      'the ay of segment 1 given to StaticIndex: expected at most 2^30 + 2^20 m from 0, got NaN',
    );
  });

  test('when asking', () => {
    expect(() => index.nearest(p(0, 0), -1)).toThrow('nearest needs a distance of at least 0, got -1');
    expect(() => index.withinDistance(p(0, 0), Number.NaN)).toThrow(
      'withinDistance needs a distance of at least 0, got NaN',
    );
    expect(() => index.nearest(p(Number.NaN, 0))).toThrow(
      'the x of the point given to nearest: expected at most 2^30 m from 0, got NaN',
    );
    expect(() => index.withinDistance(p(0, 1e300), 1)).toThrow(
      'the y of the point given to withinDistance: expected at most 2^30 m from 0, got 1e+300',
    );
    expect(() => index.search({ minX: 0, minY: 0, maxX: NaN, maxY: 1 })).toThrow(
      'the maxX of the box given to search: expected metres, -Infinity or Infinity, got NaN',
    );
    expect(() => index.raycast({ x: 0, y: NaN, dx: 1, dy: 0, maxDistance: 1 })).toThrow(
      "the y of a ray's origin: expected at most 2^30 m from 0, got NaN",
    );
    expect(() => index.raycast({ x: 0, y: 0, dx: 1, dy: 0, maxDistance: NaN })).toThrow(
      'maxDistance must be at least 0',
    );
  });

  test('but a box may be endless, and bounds stick out of the domain by a radius', () => {
    expect(index.search({ minX: -Infinity, minY: -Infinity, maxX: Infinity, maxY: Infinity })).toEqual([0]);
    const far = 2 ** 30 + 2 ** 20;
    expect(new StaticIndex([seg(far, -far, 0, 0)]).nearest(p(0, 0))?.id).toBe(0);
    expect(() => new StaticIndex([seg(far + 1, 0, 0, 0)])).toThrow(
      'the ax of segment 0 given to StaticIndex: expected at most 2^30 + 2^20 m from 0, got 1074790401',
    );
  });
});

describe('by hand', () => {
  // 0 a long slope, 1 and 2 the same short wall, 3 and 4 segments without length.
  const index = new StaticIndex([
    seg(0, 0, 10, 10),
    seg(8, 0, 8, 2),
    seg(8, 2, 8, 0),
    asSegment(p(3, 0)),
    asSegment(p(9, 9)),
  ]);

  test('search goes by boxes, ids ascending, touching included', () => {
    expect(index.search({ minX: 7, minY: -1, maxX: 9, maxY: 1 })).toEqual([0, 1, 2]); // the slope by its box alone
    expect(index.search({ minX: 9, minY: 9, maxX: 99, maxY: 99 })).toEqual([0, 4]);
    expect(index.search({ minX: -9, minY: -9, maxX: -1, maxY: 9 })).toEqual([]);
  });

  test('nearest goes by true distance, not by boxes, and by the lower id', () => {
    expect(index.nearest(p(7, 1))).toEqual({ id: 1, distance: 1 }); // inside the slope's box
    expect(index.nearest(p(3, 1))).toEqual({ id: 3, distance: 1 });
    expect(index.nearest(p(9, 9))).toEqual({ id: 0, distance: 0 }); // on the slope, and point 4
    expect(index.nearest(p(8, -3), 3)).toEqual({ id: 1, distance: 3 }); // just in reach
    expect(index.nearest(p(8, -3), 2.999)).toBeUndefined();
  });

  test('withinDistance goes by true distance, the rim included', () => {
    expect(index.withinDistance(p(6, 1), 2)).toEqual([1, 2]);
    expect(index.withinDistance(p(9, 9), 0)).toEqual([0, 4]);
    expect(index.withinDistance(p(6, 1), Infinity)).toEqual([0, 1, 2, 3, 4]);
  });

  test('raycast finds the first segment', () => {
    expect(index.raycast({ x: 9, y: 1, dx: -1, dy: 0, maxDistance: Infinity })).toBe(1);
    expect(index.raycast({ x: 7, y: 1, dx: -1, dy: 0, maxDistance: Infinity })).toBe(6);
    expect(index.raycast({ x: 3, y: -1, dx: 0, dy: 1, maxDistance: 2 })).toBe(1);
    expect(index.raycast({ x: 9, y: 1, dx: 1, dy: 0, maxDistance: Infinity })).toBe(Infinity); // away
    expect(index.raycast({ x: 9, y: 1, dx: -1, dy: 0, maxDistance: 0.5 })).toBe(Infinity); // out of range
  });

  test('an index of segments without length in one place', () => {
    const points = new StaticIndex([p(1, 1), p(1, 1), p(1, 1)].map(asSegment));
    expect(points.nearest(p(4, 5))).toEqual({ id: 0, distance: 5 });
    expect(points.withinDistance(p(4, 5), 5)).toEqual([0, 1, 2]);
    expect(points.raycast({ x: 0, y: 1, dx: 1, dy: 0, maxDistance: 9 })).toBe(1);
  });
});

describe('agrees with looking at everything', () => {
  test('search', () => {
    fc.assert(
      fc.property(worlds, ({ segments, points, place, other }) => {
        const box = boundsOfSegment(seg(place.x, place.y, other.x, other.y));
        const items = [...segments, ...points.map(asSegment)];
        expect(new StaticIndex(items).search(box)).toEqual(bruteSearch(items, box));
      }),
      SEED,
    );
  });

  test('nearest and withinDistance, at any reach and at exactly that of an item', () => {
    fc.assert(
      fc.property(worlds, fc.nat(), fc.double({ min: 0, max: 20, noNaN: true }), (world, pick, reach) => {
        const { segments, points, place } = world;
        const items = [...segments, ...points.map(asSegment)];
        const index = new StaticIndex(items);
        const item = items[pick % Math.max(1, items.length)];
        const exactly = item === undefined ? 0 : pointSegmentDistance(place, item);
        for (const radius of [reach, exactly, Infinity]) {
          expect(index.withinDistance(place, radius)).toEqual(bruteWithin(items, place, radius));
          expect(index.nearest(place, radius)).toEqual(bruteNearest(items, place, radius));
        }
      }),
      SEED,
    );
  });

  test('raycast, from anywhere to anywhere, and from very far away', () => {
    let hits = 0;
    fc.assert(
      fc.property(worlds, fc.integer({ min: 0, max: 2 ** 25 }), ({ segments, place, other }, away) => {
        const [dx, dy] = [other.x - place.x, other.y - place.y];
        fc.pre(dx !== 0 || dy !== 0);
        const index = new StaticIndex(segments);
        const rays: Ray[] = [
          { ...place, dx, dy, maxDistance: Infinity },
          { ...place, dx, dy, maxDistance: Math.hypot(dx, dy) / 2 },
          { ...place, dx: Math.sign(dx), dy: dx === 0 ? 1 : 0, maxDistance: Infinity },
          { x: place.x - dx * away, y: place.y - dy * away, dx, dy, maxDistance: Infinity },
        ];
        for (const ray of rays.filter(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) <= MAX_COORDINATE)) {
          const expected = bruteRaycast(segments, ray);
          if (expected < Infinity) hits++;
          expect(index.raycast(ray)).toBe(expected);
        }
      }),
      SEED,
    );
    expect(hits).toBeGreaterThan(500);
  });

  test('a town of 2,500 short walls, crossed by long slanting rays', () => {
    const walls = Array.from({ length: 2500 }, (_, i) => {
      const [x, y] = [(i % 50) * 10, Math.floor(i / 50) * 10];
      return i % 2 === 0 ? seg(x, y, x + 1, y + 2) : seg(x, y, x + 3, y - 1);
    });
    const index = new StaticIndex(walls);
    const edge = fc.integer({ min: -20, max: 520 });
    fc.assert(
      fc.property(edge, edge, edge, edge, (x, y, toX, toY) => {
        fc.pre(x !== toX || y !== toY);
        const ray = { x, y, dx: toX - x, dy: toY - y, maxDistance: Infinity };
        expect(index.raycast(ray)).toBe(bruteRaycast(walls, ray));
        expect(index.nearest(p(x, y))).toEqual(bruteNearest(walls, p(x, y), Infinity));
      }),
      { ...SEED, numRuns: 200 },
    );
  });

  test('the order of listing decides ties and nothing else', () => {
    fc.assert(
      fc.property(worlds, ({ segments, place }) => {
        const forth = new StaticIndex(segments);
        const back = new StaticIndex(segments.toReversed());
        expect(back.nearest(place)?.distance).toBe(forth.nearest(place)?.distance);
        const renamed = back.withinDistance(place, 5).map((id) => segments.length - 1 - id);
        expect(renamed.toReversed()).toEqual(forth.withinDistance(place, 5));
      }),
      SEED,
    );
  });
});

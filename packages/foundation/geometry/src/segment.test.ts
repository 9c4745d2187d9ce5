import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Vector } from './pose.js';
import { boundsOfSegment, closestPointOnSegment, polygonEdges, polyline, type Segment } from './segment.js';

const SEED = { seed: 20090301, numRuns: 2000 };
const p = (x: number, y: number): Vector => ({ x, y });
const reversed = ({ ax, ay, bx, by }: Segment): Segment => ({ ax: bx, ay: by, bx: ax, by: ay });

/** Lengths whose squares vanish are outside the domain. */
const coordinate = fc
  .double({ min: -1e6, max: 1e6, noNaN: true })
  .map((value) => (Math.abs(value) < 1e-100 ? 0 : value));
const place = fc.record({ x: coordinate, y: coordinate });
const segment = fc.record({ ax: coordinate, ay: coordinate, bx: coordinate, by: coordinate });
const gridPoint = fc.record({ x: fc.integer({ min: -2, max: 2 }), y: fc.integer({ min: -2, max: 2 }) });

describe('polyline', () => {
  test('needs two distinct points, and lists those that it got', () => {
    expect(() => polyline([])).toThrow('polyline needs at least 2 distinct points, got 0');
    expect(() => polyline([p(1, 2)])).toThrow('polyline needs at least 2 distinct points, got 1 (1, 2)');
    expect(() => polyline([p(1, 2), p(1, 2), p(1, 2)])).toThrow('got 1 (1, 2)');
    expect(() => polyline([p(1, 2), p(1, Number.NaN)])).toThrow(
      'the y of point 1 given to polyline: expected at most 2^30 m from 0, got NaN',
    );
  });

  test('a single segment has free ends', () => {
    expect(polyline([p(0, 0), p(4, 3)])).toEqual([{ ax: 0, ay: 0, bx: 4, by: 3 }]);
    expect(polyline([p(0, 0), p(4, 3)])[0]).not.toHaveProperty('beforeA');
    expect(polyline([p(0, 0), p(4, 3)])[0]).not.toHaveProperty('afterB');
  });

  test('joints know the far ends of their neighbours, ends are free', () => {
    expect(polyline([p(0, 0), p(1, 0), p(2, 0), p(2, 5)])).toEqual([
      { ax: 0, ay: 0, bx: 1, by: 0, afterB: p(2, 0) },
      { ax: 1, ay: 0, bx: 2, by: 0, beforeA: p(0, 0), afterB: p(2, 5) },
      { ax: 2, ay: 0, bx: 2, by: 5, beforeA: p(1, 0) },
    ]);
  });

  test('repeated points make no segment and hide no neighbour', () => {
    const plain = polyline([p(0, 0), p(1, 0), p(2, 1)]);
    expect(polyline([p(0, 0), p(0, 0), p(1, 0), p(1, 0), p(1, 0), p(2, 1), p(2, 1)])).toEqual(plain);
  });

  test('a path back to its start is closed', () => {
    const corners = [p(0, 0), p(1, 0), p(0, 1)];
    expect(polyline([...corners, p(0, 0)])).toEqual(polygonEdges(corners));
  });

  test('there and back again: two segments, each the neighbour of the other at both ends', () => {
    expect(polyline([p(0, 0), p(1, 0), p(0, 0)])).toEqual([
      { ax: 0, ay: 0, bx: 1, by: 0, beforeA: p(1, 0), afterB: p(0, 0) },
      { ax: 1, ay: 0, bx: 0, by: 0, beforeA: p(0, 0), afterB: p(1, 0) },
    ]);
  });
});

describe('polygonEdges', () => {
  test('needs three distinct points, and lists those that it got', () => {
    expect(() => polygonEdges([])).toThrow('polygonEdges needs at least 3 distinct points, got 0');
    expect(() => polygonEdges([p(0, 0), p(1, 0), p(0, 0), p(1, 0)])).toThrow(
      'polygonEdges needs at least 3 distinct points, got 2 (0, 0), (1, 0)',
    );
  });

  test('every side knows both neighbours; a repeated first corner changes nothing', () => {
    const edges = [
      { ax: 0, ay: 0, bx: 2, by: 0, beforeA: p(0, 1), afterB: p(0, 1) },
      { ax: 2, ay: 0, bx: 0, by: 1, beforeA: p(0, 0), afterB: p(0, 0) },
      { ax: 0, ay: 1, bx: 0, by: 0, beforeA: p(2, 0), afterB: p(2, 0) },
    ];
    expect(polygonEdges([p(0, 0), p(2, 0), p(0, 1)])).toEqual(edges);
    expect(polygonEdges([p(0, 0), p(0, 0), p(2, 0), p(0, 1), p(0, 1), p(0, 0)])).toEqual(edges);
  });

  test('each segment starts where the one before ends, has a length, and has the right neighbours', () => {
    fc.assert(
      fc.property(fc.array(gridPoint, { minLength: 3, maxLength: 12 }), (corners) => {
        fc.pre(new Set(corners.map(({ x, y }) => `${x} ${y}`)).size >= 3);
        const edges = polygonEdges(corners);
        for (const [index, edge] of edges.entries()) {
          const before = edges.at(index - 1)!;
          const after = edges[(index + 1) % edges.length]!;
          expect([before.bx, before.by]).toEqual([edge.ax, edge.ay]);
          expect(edge.ax !== edge.bx || edge.ay !== edge.by).toBe(true);
          expect(edge.beforeA).toEqual(p(before.ax, before.ay));
          expect(edge.afterB).toEqual(p(after.bx, after.by));
        }
      }),
      { ...SEED, numRuns: 300 },
    );
  });
});

test('bounds of a segment', () => {
  expect(boundsOfSegment({ ax: 3, ay: -1, bx: -2, by: 4 })).toEqual({ minX: -2, minY: -1, maxX: 3, maxY: 4 });
});

describe('the closest point on a segment', () => {
  const slope: Segment = { ax: 0, ay: 0, bx: 4, by: 4 };

  test('by hand', () => {
    expect(closestPointOnSegment(slope, p(4, 0))).toEqual(p(2, 2)); // the middle
    expect(closestPointOnSegment(slope, p(1, 0))).toEqual(p(0.5, 0.5)); // over the face
    expect(closestPointOnSegment(slope, p(3, 3))).toEqual(p(3, 3)); // on the segment
    expect(closestPointOnSegment(slope, p(-3, 1))).toEqual(p(0, 0)); // beyond A
    expect(closestPointOnSegment(slope, p(9, 2))).toEqual(p(4, 4)); // beyond B
    expect(closestPointOnSegment(slope, p(4, 4))).toEqual(p(4, 4)); // an end
    expect(closestPointOnSegment({ ax: 1, ay: 2, bx: 1, by: 2 }, p(5, 5))).toEqual(p(1, 2)); // no length
  });

  test('lies within the bounds of the segment, and no other point tried is closer', () => {
    fc.assert(
      fc.property(segment, place, fc.double({ min: 0, max: 1, noNaN: true }), (wall, point, share) => {
        const closest = closestPointOnSegment(wall, point);
        const { minX, minY, maxX, maxY } = boundsOfSegment(wall);
        expect(minX <= closest.x && closest.x <= maxX && minY <= closest.y && closest.y <= maxY).toBe(true);
        const other = p(wall.ax + (wall.bx - wall.ax) * share, wall.ay + (wall.by - wall.ay) * share);
        const distance = Math.hypot(point.x - closest.x, point.y - closest.y);
        expect(distance).toBeLessThanOrEqual(Math.hypot(point.x - other.x, point.y - other.y) + 1e-9);
      }),
      SEED,
    );
  });

  test('is the same, bit for bit, on the reversed segment, and mirrored with it', () => {
    fc.assert(
      fc.property(segment, place, (wall, point) => {
        const { ax, ay, bx, by } = wall;
        const { x, y } = closestPointOnSegment(wall, point);
        expect(closestPointOnSegment(reversed(wall), point)).toEqual(p(x, y));
        const middle = p((ax + bx) / 2, (ay + by) / 2); // as near to one end as to the other
        expect(closestPointOnSegment(reversed(wall), middle)).toEqual(closestPointOnSegment(wall, middle));
        const mirrored = { ax: 0 - ax, ay, bx: 0 - bx, by };
        expect(closestPointOnSegment(mirrored, p(0 - point.x, point.y))).toEqual(p(0 - x, y));
      }),
      SEED,
    );
  });
});

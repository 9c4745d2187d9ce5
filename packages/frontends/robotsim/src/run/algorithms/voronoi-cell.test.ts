import { expect, test } from '@jest/globals';
import { pointDistance, smallestEnclosingCircle, type Vector } from '@kineko/geometry';
import fc from 'fast-check';
import { exitPoint } from './voronoi-cell.js';

const UNIT = { x: 0, y: 0, radius: 1 };

const place = fc.record({
  x: fc.double({ min: -100, max: 100, noNaN: true }),
  y: fc.double({ min: -100, max: 100, noNaN: true }),
});
/** Distinct positions, the first of them inside the circle around all of them. */
const places = fc
  .uniqueArray(place, { minLength: 3, maxLength: 20, comparator: (a, b) => pointDistance(a, b) < 1e-3 })
  .filter(([own, ...others]) => pointDistance(smallestEnclosingCircle([own!, ...others]), own!) > 1e-6);

function isInCell(point: Vector, own: Vector, others: readonly Vector[], slack: number): boolean {
  return others.every((other) => pointDistance(point, own) <= pointDistance(point, other) + slack);
}

/** Points of a circumference. */
function around({ x, y, radius }: { x: number; y: number; radius: number }, count: number): Vector[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) };
  });
}

test('a robot without neighbours leaves straight along the radius', () => {
  expect(exitPoint({ x: 0.3, y: 0.4, radius: 0 }, [], UNIT)).toEqual({ x: 0.6, y: 0.8 });
});

test('a robot behind another leaves where the border of its cell meets the circumference', () => {
  const { x, y } = exitPoint({ x: 0.4, y: 0, radius: 0 }, [{ x: 0.8, y: 0 }], UNIT);
  expect(x).toBeCloseTo(0.6, 12);
  expect(Math.abs(y)).toBeCloseTo(0.8, 12);
});

test('an enclosed robot moves as far out as its cell reaches', () => {
  const others = around(UNIT, 4);
  const { x, y } = exitPoint({ x: 0, y: 0, radius: 0 }, others, UNIT);
  expect(Math.abs(x)).toBeCloseTo(0.5, 12);
  expect(Math.abs(y)).toBeCloseTo(0.5, 12);
});

test('a disc stays entirely on its side of the border', () => {
  const { x, y } = exitPoint({ x: 0.4, y: 0, radius: 0.1 }, [{ x: 0.8, y: 0 }], UNIT);
  expect(x).toBeCloseTo(0.5, 12);
  expect(Math.abs(y)).toBeCloseTo(Math.sqrt(0.75), 12);
});

test('a disc that crosses the border on all sides stays at its position', () => {
  const own = { x: 0, y: 0, radius: 0.3 };
  const { x, y } = exitPoint(
    own,
    around(UNIT, 6).map((p) => ({ x: p.x / 2, y: p.y / 2 })),
    UNIT,
  );
  expect(pointDistance({ x, y }, own)).toBeLessThan(1e-12);
});

test('the exit lies in the cell, and no point of the circumference in the cell is nearer', () => {
  fc.assert(
    fc.property(places, ([own, ...others]) => {
      const circle = smallestEnclosingCircle([own!, ...others]);
      const out = exitPoint({ ...own!, radius: 0 }, others, circle);
      expect(isInCell(out, own!, others, 1e-9 * circle.radius)).toBe(true);
      expect(pointDistance(circle, out)).toBeLessThanOrEqual(circle.radius * (1 + 1e-9));
      const exits = around(circle, 360).filter((point) => isInCell(point, own!, others, -1e-9 * circle.radius));
      const nearest = Math.min(...exits.map((exit) => pointDistance(own!, exit)));
      expect(pointDistance(own!, out)).toBeLessThanOrEqual(nearest + 1e-9 * circle.radius);
      const isOut = pointDistance(circle, out) > circle.radius * (1 - 1e-9);
      expect(isOut || exits.length === 0).toBe(true);
    }),
    { seed: 1, numRuns: 200 },
  );
});

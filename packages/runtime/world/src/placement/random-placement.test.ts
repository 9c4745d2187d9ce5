import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { OPEN_GROUND } from './disc-grid.js';
import { problemsOfPlacement } from './given-placement.js';
import { placeAtRandom, PlacementError } from './random-placement.js';

const stream = (seed: number) => new Random(seed).stream('placement');
const square = (side: number) => ({ minX: 0, minY: 0, maxX: side, maxY: side });
const equals = (count: number, radius = 1) => Array.from({ length: count }, (_, id) => ({ id, radius }));

test('equal robots fill an empty square of twenty diameters to a density of one half, whatever the seed', () => {
  const area = square(40);
  const count = Math.floor((0.5 * 40 * 40) / Math.PI);
  for (let seed = 0; seed < 20; seed++) {
    const placed = placeAtRandom(equals(count), area, OPEN_GROUND, stream(seed));
    expect(placed).toHaveLength(count);
    expect(problemsOfPlacement(placed, area, OPEN_GROUND)).toEqual([]);
  }
});

test('a long narrow area and a large square are filled to one half too', () => {
  for (const [width, height] of [
    [400, 40],
    [200, 200],
  ] as const) {
    const area = { minX: -width / 2, minY: 7, maxX: width / 2, maxY: 7 + height };
    const count = Math.floor((0.5 * width * height) / Math.PI);
    const placed = placeAtRandom(equals(count), area, OPEN_GROUND, stream(5));
    expect(problemsOfPlacement(placed, area, OPEN_GROUND)).toEqual([]);
  }
});

test('the order of listing does not matter, the seed does', () => {
  const robots = [3, 1, 4, 1.5, 2, 1, 1].map((radius, id) => ({ id, radius }));
  const place = (list: typeof robots, seed: number) => placeAtRandom(list, square(30), OPEN_GROUND, stream(seed));
  expect(place(robots.toReversed(), 1)).toEqual(place(robots, 1));
  expect(place(robots, 2)).not.toEqual(place(robots, 1));
  expect(place(robots, 1).map(({ id }) => id)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('obstacles are kept clear', () => {
  const ground = {
    // The left half is solid.
    overlapOf: (x: number, _y: number, radius: number) =>
      x - radius < 20 ? { with: 'the left half', depth: 20 - x + radius } : undefined,
  };
  const placed = placeAtRandom(equals(60), square(40), ground, stream(1));
  for (const { x } of placed) expect(x).toBeGreaterThanOrEqual(21);
});

test('the error contains the number of robots that fit', () => {
  const attempt = () => placeAtRandom(equals(17), square(8), OPEN_GROUND, stream(1));
  expect(attempt).toThrow(PlacementError);
  expect(attempt).toThrow(/^only (1[0-6]|[5-9]) of 17 robots fit into the area from \(0, 0\) to \(8, 8\)/);
  expect(() => placeAtRandom(equals(1, 5), square(8), OPEN_GROUND, stream(1))).toThrow(/^at most 0 of 1 robots/);
});

test('more than any placement can hold are refused before a place is drawn', () => {
  const random = stream(1);
  const next = stream(1).uniform(0, 1);
  expect(() => placeAtRandom(equals(50), square(8), OPEN_GROUND, random)).toThrow(/^at most 17 of 50 robots fit/);
  expect(random.uniform(0, 1)).toBe(next);
  const mixed = [...equals(3, 10), { id: 3, radius: 0.001 }];
  expect(() => placeAtRandom(mixed, square(20), OPEN_GROUND, stream(1))).toThrow(/^at most 2 of 4 robots fit/);
});

test('places no robots', () => {
  expect(placeAtRandom([], square(8), OPEN_GROUND, stream(1))).toEqual([]);
});

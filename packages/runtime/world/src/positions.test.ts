import { expect, test } from '@jest/globals';
import { Positions } from './positions.js';

/** Robot 0 rests, robot 1 moves along x at 1 m/s. */
function scene() {
  let reads = 0;
  const positions = new Positions(2, (places, now) => {
    reads++;
    places.set([5, 6, now, 0]);
  });
  return { positions, reads: () => reads };
}

test('the list is made once per instant', () => {
  const { positions, reads } = scene();
  expect(positions.areShared).toBe(false);
  expect(positions.now(1)).toEqual([
    { x: 5, y: 6 },
    { x: 1, y: 0 },
  ]);
  expect(positions.now(1)).toBe(positions.now(1));
  expect(reads()).toBe(1);
  expect(positions.areShared).toBe(true);
});

test('a list does not change later, and shares what did not move', () => {
  const { positions } = scene();
  const before = positions.now(1);
  const after = positions.now(2);
  expect(before[1]).toEqual({ x: 1, y: 0 });
  expect(after[1]).toEqual({ x: 2, y: 0 });
  expect(after[0]).toBe(before[0]);
});

test('neither the list nor its items can be changed', () => {
  const list = scene().positions.now(1) as unknown as { x: number }[];
  expect(() => list.pop()).toThrow(TypeError);
  expect(() => (list[1]!.x = 3)).toThrow(TypeError);
});

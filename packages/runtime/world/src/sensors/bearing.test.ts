import { expect, test } from '@jest/globals';
import { bearingTo, placeInFrame } from './bearing.js';

const at = (heading: number) => ({ x: 1, y: 1, heading });

test('the angle from the heading, anticlockwise', () => {
  expect(bearingTo({ x: 2, y: 1 }, at(0))).toBe(0);
  expect(bearingTo({ x: 1, y: 2 }, at(0))).toBeCloseTo(Math.PI / 2, 15);
  expect(bearingTo({ x: 1, y: 2 }, at(Math.PI))).toBeCloseTo(-Math.PI / 2, 15);
  expect(bearingTo({ x: 1, y: 3 }, at(Math.PI / 2))).toBeCloseTo(0, 15);
});

test('behind is π from either side, and never -π', () => {
  expect(bearingTo({ x: 0, y: 1 }, at(0))).toBe(Math.PI);
  expect(bearingTo({ x: 0, y: 1 }, at(-0))).toBe(Math.PI);
});

test('wound-up headings do not matter; one’s own place is ahead', () => {
  expect(bearingTo({ x: 1, y: 2 }, at(2000 * Math.PI))).toBeCloseTo(Math.PI / 2, 10);
  expect(bearingTo({ x: 1, y: 1 }, at(3))).toBe(0);
});

test('a place in the frame of a robot', () => {
  const { x, y } = placeInFrame({ x: 1, y: 2, heading: Math.PI / 2 }, 3, 0.5);
  expect([x, y]).toEqual([expect.closeTo(0.5, 12), expect.closeTo(5, 12)]);
});

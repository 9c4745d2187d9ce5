import { expect, test } from '@jest/globals';
import { digitsOf, roundBelow, ticksBetween } from './ticks.js';

test.each([
  [1, 1],
  [0.99, 0.5],
  [4.9, 2],
  [70, 50],
  [0.003, 0.002],
  [1000, 1000],
])('below %d the largest round number is %d', (limit, expected) => {
  expect(roundBelow(limit)).toBe(expected);
});

test('ticks are round, inside the range, and limited in number', () => {
  expect(ticksBetween(0, 10, 5)).toEqual({ step: 2, ticks: [0, 2, 4, 6, 8, 10] });
  expect(ticksBetween(0.3, 0.75, 5)).toEqual({ step: 0.1, ticks: [0.3, 0.4, 0.5, 0.6, 0.7] });
  expect(ticksBetween(-3, 3, 3)).toEqual({ step: 2, ticks: [-2, 0, 2] });
  expect(ticksBetween(5, 5, 3).ticks).toEqual([]);
});

test('digits tell ticks apart', () => {
  expect([10, 1, 0.5, 0.02].map(digitsOf)).toEqual([0, 0, 1, 2]);
});

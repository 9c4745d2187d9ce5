import { expect, test } from '@jest/globals';
import { Instants } from './moments.js';

test('finds the nearest instant on either side, also for equal times and at the ends', () => {
  const instants = new Instants();
  for (const time of [0, 0, 1.5, 1.5, 4]) instants.add(time);
  expect([0, 1, 1.5, 4, 9].map((time) => instants.beside(time, 1))).toEqual([1.5, 1.5, 4, undefined, undefined]);
  expect([0, 1, 1.5, 4, 9].map((time) => instants.beside(time, -1))).toEqual([undefined, 0, 0, 1.5, 4]);
});

test('is empty before the first record', () => {
  expect(new Instants().beside(0, 1)).toBeUndefined();
  expect(new Instants().beside(0, -1)).toBeUndefined();
});

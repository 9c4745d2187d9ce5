import { expect, test } from '@jest/globals';
import { Instants, Moments } from './moments.js';

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

test('contacts before and after a time are found', () => {
  const contacts = new Moments();
  for (const time of [1, 1, 3]) contacts.add(time, 0, 1);
  expect([0, 1, 2, 3].map((time) => contacts.beside(time, 1))).toEqual([1, 3, 3, undefined]);
  expect([0, 1, 2, 4].map((time) => contacts.beside(time, -1))).toEqual([undefined, undefined, 1, 3]);
});

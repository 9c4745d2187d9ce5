import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Maxima } from './maxima.js';

const number = fc.oneof(
  { weight: 40, arbitrary: fc.integer({ min: 0, max: 9 }) },
  { weight: 1, arbitrary: fc.constant(Infinity) },
);
const change = fc.record({ place: fc.nat(), value: number });

test('finds the last number above a bound like a linear search', () => {
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 300 }),
      fc.array(change, { maxLength: 60 }),
      fc.array(fc.record({ from: fc.nat({ max: 800 }), bound: fc.integer({ min: -1, max: 9 }) }), { maxLength: 20 }),
      (values, changes, questions) => {
        const maxima = new Maxima();
        const plain = [...values];
        for (const value of values) maxima.push(value);
        for (const { place, value } of values.length === 0 ? [] : changes) {
          plain[place % plain.length] = value;
          maxima.set(place % plain.length, value);
        }
        expect(maxima.length).toBe(plain.length);
        for (const { from, bound } of questions) {
          const expected = plain.slice(0, from + 1).findLastIndex((value) => value > bound);
          expect(maxima.lastAbove(from, bound)).toBe(expected);
        }
      },
    ),
    { seed: 11, numRuns: 200 },
  );
});

test('finds nothing in an empty list', () => {
  expect(new Maxima().lastAbove(10, 0)).toBe(-1);
});

test('finds a number that grew beyond an equal later one', () => {
  const maxima = new Maxima();
  for (let i = 0; i < 64; i++) maxima.push(0);
  maxima.set(5, 3);
  maxima.set(15, 3);
  maxima.set(5, 7);
  expect(maxima.lastAbove(63, 5)).toBe(5);
});

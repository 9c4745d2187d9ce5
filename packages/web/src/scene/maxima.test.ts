import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Maxima } from './maxima.js';

const number = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constant(Infinity));
const change = fc.record({ place: fc.nat(), value: number });

test('whatever was put in and changed, the last one above a bound is found as by looking at all', () => {
  fc.assert(
    fc.property(
      fc.array(number, { maxLength: 700 }),
      fc.array(change, { maxLength: 60 }),
      fc.array(fc.record({ from: fc.nat({ max: 800 }), bound: fc.integer({ min: -60, max: 60 }) }), { maxLength: 20 }),
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

test('there is none among none', () => {
  expect(new Maxima().lastAbove(10, 0)).toBe(-1);
});

import { expect, test } from '@jest/globals';
import { Fraction, HALF, ONE } from './fraction.js';

test.each([
  ['0.25', '1/4'],
  ['-6/4', '-3/2'],
  ['.5', '1/2'],
  ['12', '12'],
  ['-0', '0'],
])('reads %s as %s', (text, value) => {
  expect(Fraction.read(text)?.toString()).toBe(value);
});

test.each(['', '1/0', 'x', '1/', '1.', '--1', '1e3', `1${'0'.repeat(50)}`])('refuses %j', (text) => {
  expect(Fraction.read(text)).toBeUndefined();
});

test('calculates exactly', () => {
  const third = Fraction.of(1, 3);
  expect(third.plus(HALF).toString()).toBe('5/6');
  expect(third.minus(HALF).toString()).toBe('-1/6');
  expect(third.times(Fraction.of(-3)).toString()).toBe('-1');
  expect(third.over(Fraction.of(-1, 6)).toString()).toBe('-2');
  expect(third.isLess(HALF)).toBe(true);
  expect(third.plus(third).plus(third).equals(ONE)).toBe(true);
});

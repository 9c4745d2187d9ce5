import { expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { javaDouble } from './java-double.js';

test.each([
  [0, '0.0'],
  [-0, '-0.0'],
  [1, '1.0'],
  [-100, '-100.0'],
  [172.6449505651384, '172.6449505651384'],
  [0.001, '0.001'],
  [0.0009, '9.0E-4'],
  [1e-5, '1.0E-5'],
  [1.25e-7, '1.25E-7'],
  [9_999_999, '9999999.0'],
  [1e7, '1.0E7'],
  [12_345_678.9, '1.23456789E7'],
  [1e21, '1.0E21'],
  [2e23, '2.0E23'],
  [Number.MAX_VALUE, '1.7976931348623157E308'],
  [Number.MIN_VALUE, '4.9E-324'],
  [1e-323, '9.9E-324'],
  [NaN, 'NaN'],
  [Infinity, 'Infinity'],
  [-Infinity, '-Infinity'],
])('%d is %s', (x, text) => {
  expect(javaDouble(x)).toBe(text);
});

test('what is printed is read back as the same double', () => {
  const random = new RandomDoubles(7);
  const doubles = Array.from({ length: 20_000 }, () => random.bits());
  expect(doubles.filter((x) => !Object.is(Number(javaDouble(x)), x))).toEqual([]);
});

import { expect, test } from '@jest/globals';
import { alignedLines, comparisonTable, shortNumber } from './table.js';

test('a comparison is a heading and aligned lines', () => {
  const comparison = { name: 'hold', n: 1000 };
  const rates = [
    { alternative: 'tinyqueue', perSecond: 1_234_567, ratio: 1, rounds: [] },
    { alternative: 'slots', perSecond: 15_432_100, ratio: 12.5, rounds: [] },
  ];
  expect(comparisonTable(comparison, rates)).toBe(
    [
      'hold, n = 1000', //
      '  tinyqueue  1.23 M/s   1.00 x',
      '  slots      15.4 M/s  12.50 x',
    ].join('\n'),
  );
});

test('a figure that is no rate is shown in its unit', () => {
  const rates = [
    { alternative: 'many', perSecond: 250, ratio: 1, rounds: [] },
    { alternative: 'few', perSecond: 1000, ratio: 4, rounds: [] },
  ];
  expect(comparisonTable({ name: 'memory', n: 10, unit: 'bytes' }, rates)).toBe(
    [
      'memory, n = 10', //
      '  many     250 bytes  1.00 x',
      '  few   1.00 k bytes  4.00 x',
    ].join('\n'),
  );
});

test('rows may be of different lengths, and no line ends in blanks', () => {
  expect(alignedLines([['a'], ['bcd', '1'], ['e', '22']])).toEqual(['a', 'bcd   1', 'e    22']);
  expect(alignedLines([])).toEqual([]);
});

test.each([
  [0, '0.00'],
  [1.26e-13, '1.3e-13'],
  [0.005, '5.0e-3'],
  [0.5, '0.50'],
  [9.994, '9.99'],
  [9.999, '10.0'],
  [99.96, '100'],
  [999.4, '999'],
  [999.6, '1.00 k'],
  [12_345, '12.3 k'],
  [999_999, '1.00 M'],
  [2e9, '2.00 G'],
  [5e16, '50000 T'],
])('%d is shown as %s', (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

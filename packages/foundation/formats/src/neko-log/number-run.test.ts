import { expect, test } from '@jest/globals';
import { RandomDoubles } from '@kineko/tools/shared/random-doubles';
import { utf8 } from '../../test/trace-samples.js';
import { DEGREE } from './degree.js';
import { NumberRun } from './number-run.js';
import { Scanner } from './scanner.js';
import { ascii } from './template.js';
import { threeDecimals } from './three-decimals.js';

const RUN = new NumberRun([ascii('TIME: '), ascii(' | '), ascii('')], ['decimal', 'degrees', 'whole']);

function read(text: string): { end: number; numbers: Float64Array } {
  const numbers = new Float64Array(3);
  const bytes = utf8(`${text}${' '.repeat(RUN.room)}`);
  return { end: RUN.read(numbers, new DataView(bytes.buffer), 0), numbers };
}

test('what is read in one go is what is read number by number', () => {
  const random = new RandomDoubles(9);
  const scanner = new Scanner();
  for (let i = 0; i < 2_000; i++) {
    const number = threeDecimals(random.sign() * random.between(0, random.oneOf([1, 10, 1000, 999_999])));
    const { end, numbers } = read(`TIME: ${number} | ${number}7 |`);
    scanner.aim(utf8(`${number}\n`), 0);
    const expected = scanner.decimal();
    expect([end < 0, numbers[0]]).toEqual([false, expected]);
    expect(numbers[0]).toBe(Number(number) + 0);
    expect(numbers[1]).toBe(expected * DEGREE + 0);
    expect(numbers[2]).toBe(7);
  }
});

test.each([
  ['a space more', 'TIME:  1.000 | 1.0001'],
  ['a space less', 'TIME:1.000 | 1.0001'],
  ['another letter', 'TIMO: 1.000 | 1.0001'],
  ['another letter, late', 'TIME; 1.000 | 1.0001'],
  ['no number', 'TIME: x.000 | 1.0001'],
  ['a comma', 'TIME: 1,000 | 1.0001'],
  ['too few decimals', 'TIME: 1.00 | 1.0001'],
  ['too many digits', 'TIME: 1234567.000 | 1.0001'],
  ['too little of it', 'TIME: 1.000 | '],
])('%s is left to others', (_, text) => {
  expect(read(text).end).toBeLessThan(0);
});

test('at the end of all bytes it does not try', () => {
  const bytes = utf8('TIME: 1.000 | 1.0001');
  expect(RUN.read(new Float64Array(3), new DataView(bytes.buffer), 0)).toBeLessThan(0);
});

test.each([NaN, Infinity, 1e12, -3e6])('%d is not written in one go', (number) => {
  const bytes = new Uint8Array(RUN.room);
  expect(RUN.print(Float64Array.of(number, 0, 0), bytes, 0)).toBeLessThan(0);
  expect(RUN.print(Float64Array.of(0, 0, number), bytes, 0)).toBeLessThan(0);
});

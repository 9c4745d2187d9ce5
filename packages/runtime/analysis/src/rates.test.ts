import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { MAX_BINS, Rates } from './rates.js';

function ratesOf(times: readonly number[]) {
  const rates = new Rates();
  for (const time of times) rates.add('records', time);
  return rates.report();
}

test('a run of a hundred seconds has bins of a second', () => {
  const { startSeconds, binSeconds, records } = ratesOf([0, 0.2, 1, 50, 99.9]);
  expect([startSeconds, binSeconds, records.length]).toEqual([0, 1, 100]);
  expect([records[0], records[1], records[50], records[99]]).toEqual([2, 1, 1, 1]);
});

test('bins lie at multiples of their width, whenever the run begins', () => {
  const { startSeconds, binSeconds, records } = ratesOf([1000.7, 1003]);
  expect(binSeconds).toBe(0.02);
  expect(startSeconds).toBeCloseTo(1000.7, 9);
  expect(records).toHaveLength(116);
});

test('of nothing there are no bins, of one instant there is one', () => {
  expect(ratesOf([]).records).toEqual([]);
  expect(ratesOf([5, 5]).records).toEqual([2]);
});

test('all lists are of one length', () => {
  const rates = new Rates();
  rates.add('records', 0);
  rates.add('drops', 7);
  const { records, drops, sends } = rates.report();
  expect(new Set([records.length, drops.length, sends.length]).size).toBe(1);
  expect(sends.every((count) => count === 0)).toBe(true);
});

test('whatever the times, nothing is lost and there are at most two hundred bins', () => {
  const time = fc.oneof(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: -1e300, max: 1e300, noNaN: true }),
    fc.integer({ min: 0, max: 1000 }).map((i) => i / 1000),
  );
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 50 }), (times) => {
      const { startSeconds, binSeconds, records } = ratesOf(times);
      expect(records.length).toBeLessThanOrEqual(MAX_BINS);
      expect(records.reduce((sum, count) => sum + count, 0)).toBe(times.length);
      expect(startSeconds).toBeLessThanOrEqual(Math.min(...times) + binSeconds);
      expect(startSeconds + binSeconds * (records.length + 1)).toBeGreaterThanOrEqual(Math.max(...times));
    }),
    { seed: 22, numRuns: 300 },
  );
});

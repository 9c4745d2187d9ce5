import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Density } from './density.js';

test('no event is lost or moved by more than a cell, however long the run is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 300 }),
      fc.integer({ min: 1, max: 400 }),
      (given, bins) => {
        const times = given.toSorted((a, b) => a - b);
        const density = new Density();
        for (const time of times) density.add(time);
        const [from, to] = [times[0]!, times.at(-1)!];
        const counts = density.histogram(from, to, bins);
        expect(counts.reduce((a, b) => a + b, 0)).toBe(to > from ? times.length : 0);
        // A cell is less than a two-thousandth of the run, or a microsecond; the count up to each bin is compared.
        const slack = Math.max((to - from) / 2048, 2 ** -20);
        let sum = 0;
        for (const [bin, count] of counts.entries()) {
          sum += count;
          if (bin === bins - 1) break;
          const end = from + ((bin + 1) * (to - from)) / bins;
          expect(sum).toBeGreaterThanOrEqual(to > from ? times.filter((time) => time < end - slack).length : 0);
          expect(sum).toBeLessThanOrEqual(times.filter((time) => time <= end + slack).length);
        }
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});

test('memory use is the same for one record and for a million', () => {
  const density = new Density();
  const { bytes } = density;
  for (let k = 0; k < 1e5; k++) density.add(k * 7);
  expect(density.bytes).toBe(bytes);
});

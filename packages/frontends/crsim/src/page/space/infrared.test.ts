import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cssOf, heatColor, scaleOf, shareOf, ticksOf } from './infrared.js';

/** Relative luminance. */
function brightness(color: readonly number[]): number {
  const [red, green, blue] = color.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

test('hotter is always brighter', () => {
  for (let k = 0; k < 100; k++)
    expect(brightness(heatColor((k + 1) / 100))).toBeGreaterThan(brightness(heatColor(k / 100)));
});

test('the scale goes from 0 to a round number above all values', () => {
  expect(scaleOf([0, 12, 40], 'heat')).toEqual({ quantity: 'heat', low: 0, high: 50 });
  expect(scaleOf([0.1, 0.3], 'heat')).toMatchObject({ high: 0.5 });
  expect(scaleOf([10], 'heat')).toMatchObject({ high: 10 });
  expect(scaleOf([], 'heat')).toMatchObject({ low: 0, high: 1 });
  expect(scaleOf([-3, 1], 'heat')).toMatchObject({ low: -5, high: 1 });
});

test('reflectance is a fraction, unless a value is larger', () => {
  expect(scaleOf([0.1], 'ir')).toEqual({ quantity: 'ir', low: 0, high: 1 });
  expect(scaleOf([3], 'ir')).toMatchObject({ high: 5 });
});

test('every value of a scale has a fraction of it, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }), (values) => {
      const scale = scaleOf(values, 'heat');
      expect(scale.high).toBeGreaterThan(scale.low);
      const sorted = values.toSorted((a, b) => a - b).map((value) => shareOf(scale, value));
      expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
      expect(sorted.every((share) => share >= 0 && share <= 1)).toBe(true);
    }),
    { seed: 1 },
  );
});

test('the legend has round numbers from one end to the other', () => {
  expect(ticksOf({ quantity: 'heat', low: 0, high: 50 })).toEqual([0, 12.5, 25, 37.5, 50]);
});

test('colours are written for CSS', () => {
  expect(cssOf([0, 0.5, 1])).toBe('#0080ff');
});

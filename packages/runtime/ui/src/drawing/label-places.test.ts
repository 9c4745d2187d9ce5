import { expect, test } from '@jest/globals';
import { LabelPlaces, shortened, widthOf } from './label-places.js';

const picture = { width: 200, height: 100 };

test('a label goes above, or if that is taken below, to the right or to the left', () => {
  const places = new LabelPlaces(picture);
  const [above, below, right, left, none] = Array.from({ length: 5 }, () => places.beside(100, 50, 8, 'HELLO', 10));
  expect([above!.x, below!.x]).toEqual([100, 100]);
  expect([above!.y < 50, below!.y > 50]).toEqual([true, true]);
  expect([right!.x > 100, left!.x < 100]).toEqual([true, true]);
  expect(none).toBeUndefined();
});

test('a label covers no disc and stays inside the picture', () => {
  const places = new LabelPlaces(picture);
  places.takeDisc(100, 38, 10);
  expect(places.beside(100, 50, 5, 'HELLO', 10)!.y).toBeGreaterThan(50);
  expect(places.beside(5, 8, 5, 'HELLO', 10)!.x).toBeGreaterThan(5 + widthOf('HELLO', 10) / 2);
});

test('long texts are cut between letters', () => {
  expect(shortened('short')).toBe('short');
  expect(shortened('a text that is longer than a picture has room for')).toBe('a text that is longer t…');
  expect(shortened('😀'.repeat(24))).toBe('😀'.repeat(24));
  expect(shortened('😀'.repeat(30))).toBe(`${'😀'.repeat(23)}…`);
});

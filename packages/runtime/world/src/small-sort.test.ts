import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { sortByKey } from './small-sort.js';

test.each([0, 1, 2, 30, 64, 65, 300])('sorts %i items by their keys, and equal keys stay in order', (count) => {
  const stream = new Random(3).stream('keys');
  const items = Array.from({ length: count }, (_, index) => ({ key: stream.integer(0, 20), index }));
  const expected = items.toSorted((a, b) => a.key - b.key || a.index - b.index);
  expect(sortByKey(items, ({ key }) => key)).toEqual(expected);
});

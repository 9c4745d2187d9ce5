import { expect, test } from '@jest/globals';
import { Destinations, DestinationTable } from './destinations.js';

test('a destination holds until the next one is set, or it is cleared', () => {
  const table = new DestinationTable();
  const [one, other] = [new Destinations(table), new Destinations(table)];
  one.set(1, 10, 20);
  other.set(2, 5, 5);
  one.end(3);
  one.end(4);
  one.set(6, 30, 40);
  one.set(8, 50, 60);
  const at = (t: number) => one.at(t)?.x;
  expect([0.9, 1, 2.9, 3, 5, 6, 7.9, 8, 100].map(at)).toEqual([
    undefined,
    10,
    10,
    undefined,
    undefined,
    30,
    30,
    50,
    50,
  ]);
  // The same backwards.
  expect([100, 7, 5, 2, 0].map(at)).toEqual([50, 30, undefined, 10, undefined]);
  expect(other.at(100)).toEqual({ x: 5, y: 5 });
});

test('a robot that stands has none', () => {
  const nobody = new Destinations();
  nobody.end(3);
  expect(nobody.at(4)).toBeUndefined();
});

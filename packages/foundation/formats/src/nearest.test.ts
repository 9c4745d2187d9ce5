import { expect, test } from '@jest/globals';
import { editDistance, nearestName } from './nearest.js';

test.each([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 3],
  ['gathring', 'gathering', 1],
  ['gatehring', 'gathering', 1],
  ['kitten', 'sitting', 3],
])('%j and %j are %d apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance);
  expect(editDistance(b, a)).toBe(distance);
});

test.each([
  ['gathring.ts', ['formation.ts', 'gathering.ts'], 'gathering.ts'],
  ['Gathering.ts', ['gathering.ts', 'gatherings.ts'], 'gathering.ts'],
  ['map.PNG', ['map.png'], 'map.png'],
  ['a', ['b'], 'b'],
  ['ab', ['cd'], undefined],
  ['gathering.ts', ['walls.png', 'readme.md'], undefined],
  ['x', [], undefined],
])('%s among %j: %s', (name, candidates, nearest) => {
  expect(nearestName(name, candidates)).toBe(nearest);
});

import { expect, test } from '@jest/globals';
import { shrunk } from './shrunk.js';

const square = [
  { x: 0, y: 0 },
  { x: 2, y: 0 },
  { x: 2, y: 2 },
  { x: 0, y: 2 },
];

test('moves every side inwards by the skin', () => {
  expect(shrunk(square, 0.25)).toEqual({
    skin: 0.25,
    corners: [
      { x: 0.25, y: 0.25 },
      { x: 1.75, y: 0.25 },
      { x: 1.75, y: 1.75 },
      { x: 0.25, y: 1.75 },
    ],
  });
});

test('keeps corners within straight sides and leaves out repeated ones', () => {
  const { corners } = shrunk([square[0]!, { x: 1, y: 0 }, { x: 1, y: 0 }, ...square.slice(1)], 0.25);
  expect(corners).toHaveLength(5);
  expect(corners[1]).toEqual({ x: 1, y: 0.25 });
});

test('gives a hull that is too small for it a thinner skin, so that no side loses more than half of its length', () => {
  expect(shrunk(square, 5).skin).toBe(0.5);
  const needle = [
    { x: 0, y: 0 },
    { x: 4, y: 0 },
    { x: 4, y: 0.001 },
  ];
  const { skin, corners } = shrunk(needle, 0.25);
  expect(skin).toBeGreaterThan(0);
  expect(corners[1]!.x).toBeGreaterThan(corners[0]!.x);
  expect(corners[2]!.y).toBeGreaterThan(corners[1]!.y);
});

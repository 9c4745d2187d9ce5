import { expect, test } from '@jest/globals';
import { problemsOfPlacement } from './given-placement.js';
import { OPEN_GROUND } from './disc-grid.js';

const robot = (id: number, x: number, y: number, radius = 1) => ({ id, x, y, radius });
const area = { minX: 0, minY: 0, maxX: 10, maxY: 10 };

test('robots that touch each other and the walls are where they may be', () => {
  const robots = [robot(1, 1, 1), robot(2, 3, 1), robot(3, 9, 9), robot(4, 1, 3)];
  expect(problemsOfPlacement(robots, area, OPEN_GROUND)).toEqual([]);
});

test('reports every problem with both parties and the depth, in the order of ids', () => {
  const crate = { overlapOf: (x: number) => (x > 6 ? { with: "the box 'crate'", depth: 0.25 } : undefined) };
  const robots = [robot(9, 9.5, 5), robot(2, 2, 3), robot(1, 2, 2), robot(5, 5, 5, 2)];
  expect(problemsOfPlacement(robots, area, crate)).toEqual([
    'robot 2 at (2, 3) with radius 1 overlaps robot 1 at (2, 2) by 1 m',
    'robot 9 at (9.5, 5) with radius 1 reaches 0.5 m beyond the area from (0, 0) to (10, 10)',
    "robot 9 at (9.5, 5) with radius 1 overlaps the box 'crate' by 0.25 m",
  ]);
});

test('reports the robot with the deepest overlap', () => {
  const robots = [robot(1, 2, 2), robot(2, 4, 2), robot(3, 2.5, 2)];
  expect(problemsOfPlacement(robots, undefined, OPEN_GROUND)).toEqual([
    'robot 3 at (2.5, 2) with radius 1 overlaps robot 1 at (2, 2) by 1.5 m',
  ]);
});

test('a small robot inside a large one is found, however far their centres are', () => {
  const robots = [robot(1, 0, 0, 100), robot(2, 60, 60, 0.5)];
  expect(problemsOfPlacement(robots, undefined, OPEN_GROUND)).toHaveLength(1);
});

test('rejects values beyond the domain with the value and the limit', () => {
  expect(problemsOfPlacement([robot(1, NaN, 0), robot(2, 2 ** 31, 0), robot(3, 0, 0, 0)], area, OPEN_GROUND)).toEqual([
    'the x of robot 1: expected at most 2^30 m from 0, got NaN',
    'the x of robot 2: expected at most 2^30 m from 0, got 2147483648',
    'the radius of robot 3: expected 2^-20 to 2^20 m, got 0',
  ]);
});

import { expect, test } from '@jest/globals';
import { curveOf, legOfRecord } from './knots.js';
import { poseAt, velocityAt } from './leg.js';

const stretch = { x: 1, y: 2, heading: 0.5, start: 0, end: 4 };
// x = t², y = 2 + t, exactly: a parabola is a cubic.
const parabola = [0, 2, 4].flatMap((t) => [t, t * t, 2 + t, 2 * t, 1, 0.1 * t]);

test('between knots a curve is the cubic that has their places and velocities', () => {
  const curve = curveOf(stretch, parabola);
  for (const t of [0, 0.3, 1, 2, 2.5, 3.9, 4]) {
    expect(poseAt(curve, t).x).toBeCloseTo(t * t, 12);
    expect(poseAt(curve, t).y).toBeCloseTo(2 + t, 12);
    expect(poseAt(curve, t).heading).toBeCloseTo(0.1 * t, 12);
    expect(velocityAt(curve, t).x).toBeCloseTo(2 * t, 12);
  }
});

test('its bounds hold, and are no larger than they have to be here', () => {
  const { maxSpeed, maxAcceleration } = curveOf(stretch, parabola);
  expect(maxSpeed).toBeCloseTo(Math.sqrt(65), 12);
  expect(maxAcceleration).toBeCloseTo(2, 12);
});

test('a curve with at most one knot stands at the start of its leg', () => {
  for (const knots of [[], parabola.slice(0, 6)]) {
    const curve = curveOf(stretch, knots);
    expect(poseAt(curve, 3)).toEqual({ x: 1, y: 2, heading: 0.5 });
    expect(velocityAt(curve, 3)).toEqual({ x: 0, y: 0 });
    expect(curve.maxSpeed).toBe(0);
  }
});

test('knots at one instant take no time, and have no effect', () => {
  const still = [1, 5, 6, 0, 0, 0, 1, 5, 6, 0, 0, 0];
  expect(poseAt(curveOf(stretch, still), 1)).toEqual({ x: 5, y: 6, heading: 0 });
});

test('other recorded legs are returned unchanged', () => {
  const line = { kind: 'line', ...stretch, vx: 1, vy: 0 } as const;
  expect(legOfRecord(line)).toBe(line);
});

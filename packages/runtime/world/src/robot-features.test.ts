import { expect, test } from '@jest/globals';
import { RobotFeatures } from './robot-features.js';

const robot = (id: number, radius: number, tag = '') => ({ id, radius, tag });

test.each([
  ['equal radii', [robot(0, 2), robot(1, 2)], [2, 2]],
  ['different radii', [robot(0, 2), robot(1, 3)], [2, 3]],
  ['ids with gaps and equal radii', [robot(0, 2), robot(5, 2)], [2, 2]],
  ['ids with gaps and different radii', [robot(-1, 1), robot(1, 3), robot(2.5, 2)], [1, 3, 2]],
])('gives the radius of each robot: %s', (_name, robots, radii) => {
  const features = new RobotFeatures(robots);
  expect(robots.map(({ id }) => features.radiusOf(id))).toEqual(radii);
  expect(features.largestRadius).toBe(Math.max(...radii));
});

test.each([
  ['without gaps', [robot(0, 1), robot(1, 1)], [-1, 2, 0.5, NaN]],
  ['with gaps', [robot(0, 1), robot(5, 1)], [1, 4, 6]],
])('rejects ids of no robot: %s', (_name, robots, ids) => {
  const features = new RobotFeatures(robots);
  for (const id of ids) {
    expect(() => features.radiusOf(id)).toThrow(`there is no robot ${id}`);
    expect(() => features.setTag(id, 'busy')).toThrow(`there is no robot ${id}`);
  }
});

test('keeps tags, also without gaps', () => {
  const features = new RobotFeatures([robot(0, 1, 'red'), robot(1, 1)]);
  features.setTag(1, 'blue');
  expect([0, 1].map((id) => features.tagOf(id))).toEqual(['red', 'blue']);
  features.setTag(0, '');
  expect(features.tagOf(0)).toBe('');
});

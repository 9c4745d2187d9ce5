import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { FakeWorldView } from '../../test/fake-world-view.js';
import { GpsSensor } from './gps-sensor.js';

const world = new FakeWorldView({
  robots: [
    { id: 7, x: 3, y: 4 },
    { id: 2, x: -1, y: 0.5 },
  ],
});
const gps = new GpsSensor();
const freshNoise = () => new Random(1).stream('noise');

test('returns the robot’s own position, or those of all robots by id', () => {
  expect(gps.calReply({ who: 'self' }, world, 7, freshNoise())).toEqual([{ x: 3, y: 4 }]);
  expect(gps.calReply({ who: 'all' }, world, 7, freshNoise())).toEqual([
    { x: -1, y: 0.5 },
    { x: 3, y: 4 },
  ]);
});

test('the error factor is the standard deviation on each coordinate', () => {
  const noise = freshNoise();
  const errors = Array.from({ length: 20_000 }, () => {
    const [position] = gps.calReply({ who: 'self', errorFactor: 2 }, world, 7, noise);
    return [position!.x - 3, position!.y - 4] as const;
  });
  const mean = (values: number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
  for (const axis of [0, 1] as const) {
    const along = errors.map((error) => error[axis]);
    expect(Math.abs(mean(along))).toBeLessThan(0.06);
    expect(Math.abs(Math.sqrt(mean(along.map((e) => e * e))) - 2)).toBeLessThan(0.05);
  }
  expect(Math.abs(mean(errors.map(([x, y]) => x * y)))).toBeLessThan(0.15);
});

test('without an error nothing is drawn', () => {
  const noise = freshNoise();
  gps.calReply({ who: 'all', errorFactor: 0 }, world, 7, noise);
  expect(noise.save()).toEqual(freshNoise().save());
});

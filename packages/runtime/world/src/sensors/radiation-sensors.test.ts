import { describe, expect, test } from '@jest/globals';
import { FakeWorldView, type FakeObject } from '../../test/fake-world-view.js';
import type { ObstacleShape } from '../obstacles/shapes.js';
import { HeatSensor, LightSensor } from './radiation-sensors.js';

const heat = new HeatSensor();
const light = new LightSensor();

function scene(objects: FakeObject[], obstacles: ObstacleShape[] = []): FakeWorldView {
  return new FakeWorldView({ robots: [{ id: 0, x: 0, y: 0 }], objects, obstacles });
}

test('strength over the square of the distance, summed up; heat and light apart', () => {
  const world = scene([
    { x: 2, y: 0, heat: 8, light: 1 },
    { x: 0, y: -1, heat: 3 },
    { x: 3, y: 4, light: 50 },
  ]);
  expect(heat.calReply({}, world, 0)).toBe(8 / 4 + 3);
  expect(light.calReply({}, world, 0)).toBe(1 / 4 + 2);
});

test('within an object it is as at its rim, and finite even on top of a point', () => {
  expect(heat.calReply({}, scene([{ x: 0.5, y: 0, size: 2, heat: 8 }]), 0)).toBe(2);
  expect(heat.calReply({}, scene([{ x: 0, y: 0, heat: 1 }]), 0)).toBe(2 ** 40);
  expect(heat.calReply({}, scene([]), 0)).toBe(0);
});

describe('shadows', () => {
  const lamp = { x: 4, y: 0, light: 16 };
  const wallAt = (x: number): ObstacleShape => ({ kind: 'segment', a: { x, y: -1 }, b: { x, y: 1 } });
  const lightWith = (obstacle: ObstacleShape, object: FakeObject = lamp, lineOfSight = true) =>
    light.calReply({ lineOfSight }, scene([object], [obstacle]), 0);

  test('only if requested, and only by obstacles in between', () => {
    expect(lightWith(wallAt(2))).toBe(0);
    expect(lightWith(wallAt(2), lamp, false)).toBe(1);
    expect(lightWith(wallAt(5))).toBe(1);
  });

  test('a lamp is not hidden by the obstacle that it is fixed to', () => {
    expect(lightWith(wallAt(4))).toBe(1);
    expect(lightWith({ kind: 'disc', x: 4, y: 0, radius: 1 }, { ...lamp, size: 1 })).toBe(1);
    expect(lightWith({ kind: 'disc', x: 4, y: 0, radius: 1.5 }, { ...lamp, size: 1 })).toBe(0);
  });
});

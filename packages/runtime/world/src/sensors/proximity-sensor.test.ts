import { describe, expect, test } from '@jest/globals';
import { pointDistance, type Vector } from '@kineko/geometry';
import { polygonGap } from '../../test/polygon-gap.js';
import { Random } from '@kineko/kernel';
import { FakeWorldView } from '../../test/fake-world-view.js';
import type { BitmapShape, ObstacleShape } from '../obstacles/shapes.js';
import { bearingTo } from './bearing.js';
import { ProximitySensor } from './proximity-sensor.js';

const proximity = new ProximitySensor();
const noise = new Random(1).stream('noise');

describe('readings', () => {
  const world = new FakeWorldView({
    robots: [
      { id: 0, x: 0, y: 0, heading: Math.PI / 2, radius: 1 },
      { id: 1, x: 3, y: 0, radius: 1 },
      { id: 2, x: 0, y: 5, radius: 2 },
      { id: 3, x: 0, y: -9, radius: 2 },
    ],
    obstacles: [
      { kind: 'segment', a: { x: -4, y: -10 }, b: { x: -4, y: 10 } },
      { kind: 'disc', x: 0, y: -3, radius: 1 },
    ],
  });

  test('measures from the robot’s centre to the nearest point, robots first', () => {
    expect(proximity.calReply({ viewSize: 4 }, world, 0, noise)).toEqual([
      { kind: 'robot', id: 1, distance: 2, bearing: expect.closeTo(-Math.PI / 2, 12) },
      { kind: 'robot', id: 2, distance: 3, bearing: expect.closeTo(0, 12) },
      { kind: 'obstacle', id: 0, distance: 4, bearing: expect.closeTo(Math.PI / 2, 12) },
      { kind: 'obstacle', id: 1, distance: 2, bearing: expect.closeTo(Math.PI, 12) },
    ]);
  });

  test('the border is in range, beyond it is not; obstacles can be left out', () => {
    const ids = (viewSize: number) =>
      proximity.calReply({ viewSize, obstacles: false }, world, 0, noise).map(({ id }) => id);
    expect(ids(2)).toEqual([1]);
    expect(ids(1.999)).toEqual([]);
    expect(ids(7)).toEqual([1, 2, 3]);
  });

  test('a party in contact is at the distance of the radius; one that contains the centre is at 0', () => {
    const near = new FakeWorldView({
      robots: [
        { id: 0, x: 0, y: 0, radius: 0.5 },
        { id: 1, x: 1, y: 0, radius: 0.5 },
        { id: 2, x: 0.1, y: 0, radius: 0.5 },
      ],
      obstacles: [{ kind: 'box', x: -50, y: -50, width: 100, height: 100 }],
    });
    expect(proximity.calReply({ viewSize: 1 }, near, 0, noise).map(({ distance }) => distance)).toEqual([0.5, 0, 0]);
  });

  test('one reading for a bitmap: its nearest wall', () => {
    const dark = Uint8Array.from([1, 0, 1, 0, 0, 0, 1, 1, 1]);
    const shape: BitmapShape = { kind: 'bitmap', bitmap: { width: 3, height: 3, dark }, x: 0, y: 0, metresPerPixel: 2 };
    const map = new FakeWorldView({ robots: [{ id: 0, x: 3, y: 2.5 }], obstacles: [shape] });
    expect(proximity.calReply({ viewSize: 10 }, map, 0, noise)).toEqual([
      { kind: 'obstacle', id: 0, distance: 0.5, bearing: expect.closeTo(-Math.PI / 2, 12) },
    ]);
  });

  test('noise never makes a distance negative, and does not decide which parties are in range', () => {
    const distances = Array.from({ length: 500 }, () =>
      proximity.calReply({ viewSize: 2, errorFactor: 3, obstacles: false }, world, 0, noise),
    ).map(([reading]) => reading!.distance);
    expect(Math.min(...distances)).toBe(0);
    expect(Math.max(...distances)).toBeGreaterThan(5);
  });
});

test('agrees with looking at everything', () => {
  const random = new Random(11).stream('proximity');
  const place = (): Vector => ({ x: random.uniform(0, 20), y: random.uniform(0, 20) });
  for (let world = 0; world < 100; world++) {
    const robots = Array.from({ length: 15 }, (_, id) => ({
      id,
      ...place(),
      radius: random.uniform(0.1, 1),
      heading: random.uniform(-9, 9),
    }));
    const triangles = Array.from({ length: 4 }, () => {
      const { x, y } = place();
      return [
        { x, y },
        { x: x + random.uniform(0.5, 3), y },
        { x, y: y + random.uniform(0.5, 3) },
      ];
    });
    const discs = Array.from({ length: 4 }, () => ({ ...place(), radius: random.uniform(0.1, 2) }));
    const obstacles: ObstacleShape[] = [
      ...triangles.map((points) => ({ kind: 'polygon' as const, points })),
      ...discs.map((disc) => ({ kind: 'disc' as const, ...disc })),
    ];
    const world = new FakeWorldView({ robots, obstacles });
    const own = robots[3]!;
    const viewSize = random.uniform(1, 10);
    const readings = proximity.calReply({ viewSize }, world, 3, noise);
    const toRobots = robots.map((robot) => Math.max(0, pointDistance(own, robot) - robot.radius));
    const toObstacles = [
      ...triangles.map((points) => polygonGap(own, points)),
      ...discs.map((disc) => pointDistance(own, disc) - disc.radius),
    ];
    // Where solids overlap, only the first has an inside.
    if (toObstacles.filter((gap) => gap < 0).length > 1) continue;
    const inRange = (distances: number[]) => [...distances.keys()].filter((id) => distances[id]! <= viewSize);
    const idsOf = (kind: string) => readings.filter((reading) => reading.kind === kind).map(({ id }) => id);
    expect(idsOf('robot')).toEqual(inRange(toRobots).filter((id) => id !== 3));
    expect(idsOf('obstacle')).toEqual(inRange(toObstacles));
    for (const { kind, id, distance } of readings) {
      expect(distance).toBeCloseTo(Math.max(0, (kind === 'robot' ? toRobots : toObstacles)[id]!), 12);
    }
    for (const { id, bearing } of readings.filter(({ kind }) => kind === 'robot')) {
      expect(bearing).toBe(bearingTo(robots[id]!, own));
    }
  }
});

test('robots that were not there before are worth telling, obstacles are not', () => {
  const reading = (kind: 'robot' | 'obstacle', id: number) => ({ kind, id, distance: 1, bearing: 0 });
  expect(proximity.shouldInterrupt([], undefined)).toBe(false);
  expect(proximity.shouldInterrupt([reading('robot', 1)], undefined)).toBe(true);
  expect(proximity.shouldInterrupt([reading('obstacle', 1)], undefined)).toBe(false);
  expect(proximity.shouldInterrupt([reading('robot', 1)], [reading('robot', 1), reading('robot', 2)])).toBe(false);
  expect(proximity.shouldInterrupt([reading('robot', 1)], [reading('obstacle', 1)])).toBe(true);
});

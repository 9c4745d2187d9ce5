import { describe, expect, test } from '@jest/globals';
import { arcLeg } from '@kineko/geometry';
import type { ObstacleShape } from '@kineko/world';
import type { MotionEnd } from '../src/dynamics/dynamics.js';
import { disc, sceneOf, wallAlong } from './small-scene.js';
import { smallWorld } from './small-world.js';

const DOWN_THE_MIDDLE = { kind: 'forward', distance: 100, speed: 1 } as const;

describe('a touch is recorded for every pair in contact at the instant at which a robot stops', () => {
  test('two robots at once', async () => {
    const robots = [
      { id: 0, radius: 5, x: 0, y: 0 },
      { id: 1, radius: 5, x: 28, y: 6 },
      { id: 2, radius: 5, x: 28, y: -6 },
    ];
    const { simulator, world, recordsOf } = smallWorld({ robots });
    const ends: MotionEnd['status'][] = [];
    world.motions.request(0, DOWN_THE_MIDDLE, ({ status }) => void ends.push(status as MotionEnd['status']));
    await simulator.run({ until: 100 });
    expect(ends).toEqual(['collided']);
    expect(recordsOf('touch').map(({ time, robot, other }) => [time, robot, other])).toEqual([
      [20, 0, { kind: 'robot', id: 1 }],
      [20, 0, { kind: 'robot', id: 2 }],
    ]);
    expect(world.touching(0)).toEqual([
      { kind: 'robot', id: 1 },
      { kind: 'robot', id: 2 },
    ]);
  });

  test('a robot and a wall, and the two walls of a corner', async () => {
    const corner: ObstacleShape[] = [
      { kind: 'segment', a: { x: 50, y: -50 }, b: { x: 50, y: 50 } },
      { kind: 'segment', a: { x: -50, y: 50 }, b: { x: 50, y: 50 } },
    ];
    const robots = [{ id: 0, radius: 5, x: 20, y: 20, heading: Math.PI / 4 }];
    const { simulator, world, recordsOf } = smallWorld({ robots, obstacles: corner });
    world.motions.request(0, DOWN_THE_MIDDLE);
    await simulator.run({ until: 100 });
    const touched = recordsOf('touch').map(({ other }) => other.id);
    expect(touched.sort((a, b) => a - b)).toEqual([0, 1]);
  });

  // The solution in exact fractions: robot 2 would be reached 1.148e-15 s later.
  test('the motion ends at the one that is touched already, not at one a few roundings away', async () => {
    const { simulator, log, go } = sceneOf([
      { id: 0, radius: 1, x: 1.1760637106842882, y: -1.324028623307256, heading: 0 },
      { id: 2, radius: 1, x: 1.2996837869762337, y: -3.3202044864860447, heading: 0 },
      { id: 11, radius: 1, x: 3.050666063074667, y: -0.6269877203378119, heading: 0 },
    ]);
    go(0, 3.4415902822824376, -1.656949097881461, 1);
    await simulator.run({ until: 1 });
    expect(log).toEqual(['0 touch 0 11', '0 touch 0 2', '0 hit-11 0']);
  });

  test('one that moves on is released at once', async () => {
    const robots = [
      { id: 0, radius: 5, x: 0, y: 0 },
      { id: 1, radius: 5, x: 28, y: 6 },
      // Is caught up with at t = 20, and continues.
      { id: 2, radius: 5, x: 18, y: -6 },
    ];
    const { simulator, world, recordsOf } = smallWorld({ robots });
    world.motions.request(0, DOWN_THE_MIDDLE);
    world.motions.request(2, { kind: 'forward', distance: 100, speed: 0.5 });
    await simulator.run({ until: 60 });
    const pairs = (type: 'touch' | 'release') => recordsOf(type).map(({ time, other }) => [time, other]);
    expect(pairs('touch')).toEqual([
      [20, { kind: 'robot', id: 1 }],
      [20, { kind: 'robot', id: 2 }],
    ]);
    expect(pairs('release')).toEqual([[20, { kind: 'robot', id: 2 }]]);
  });
});

describe('an arc along a wall that it touches, to another wall', () => {
  const east = 2 ** 20;
  /** Touches the upper wall from the beginning, and would be turned into it half a second after the other wall. */
  const walls = Float64Array.of(
    ...wallAlong({ x: east + 1.125, y: -9 }, { x: east + 1.125, y: 9 }),
    ...wallAlong({ x: east - 9, y: 1 + 2 ** -30 }, { x: east + 9, y: 1 + 2 ** -30 }),
  );
  const arc = arcLeg({ x: east, y: 0, heading: 0, start: 0, end: 9, speed: 1, turnRate: 2 ** -27 });
  // More than so few that the cells would be wide.
  const bodies = Array.from({ length: 64 }, (_, id) => (id === 0 ? disc(0, east) : disc(id, east + 3 * id, 100)));

  test.each([1, 100])('ends with both touched, whatever the width of the cells (%d m for all)', async (side) => {
    const area = { minX: east, minY: 0, maxX: east + side, maxY: side };
    const { dynamics, simulator, log } = sceneOf(bodies, { walls, area, cellsPerSpacing: 2 });
    dynamics.command(0, [arc], 0);
    await simulator.run({ until: 9 });
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'fixture-touch 0 0',
      'fixture-touch 0 1',
      'hit-fixture-0 0',
    ]);
  });
});

describe('where bodies bounce', () => {
  test('bodies that pass each other at exactly the sum of their radii slide', async () => {
    for (const offset of [10, 10 - 2 ** -49, 10 - 2 ** -48]) {
      const robots = [
        { id: 0, radius: 5, x: 30, y: 50 },
        { id: 1, radius: 5, x: 60, y: 50 + offset, heading: Math.PI },
      ];
      const { simulator, world } = smallWorld({ robots, response: 'bounce' });
      const ends: string[] = [];
      for (const id of [0, 1]) {
        world.motions.request(id, { kind: 'forward', distance: 50, speed: 5 }, ({ status }) => void ends.push(status));
      }
      await simulator.run({ until: 60 });
      expect(ends).toHaveLength(2);
      expect(offset !== 10 || ends.every((status) => status === 'finished')).toBe(true);
    }
  });

  test('a body that drives on into another after each bounce gets on', async () => {
    const robots = [
      { id: 0, radius: 5, x: 30, y: 50 },
      { id: 1, radius: 5, x: 60, y: 55, heading: Math.PI },
    ];
    const { simulator, world } = smallWorld({ robots, response: 'bounce' });
    const drive = (id: number): void => {
      world.motions.request(id, { kind: 'forward', distance: 1e6, speed: 5 }, () => drive(id));
    };
    drive(0);
    drive(1);
    await simulator.run({ until: 60 });
    expect(simulator.now).toBe(60);
  });
});

describe('a late clock', () => {
  const area = { minX: 0, minY: 0, maxX: 100, maxY: 100 };

  test.each([
    // speed × the clock's resolution: a thousandth of the radius, as much as it, and twelve times as much.
    ['at the limit', 1e-5, 2 ** -10 * (1e-5 / 2 ** -23)],
    ['at a radius', 1e-5, 1e-5 / 2 ** -23],
    ['beyond', 1e-5, 1000],
  ])('%s, robots stay within the walls and out of each other', async (_name, radius, speed) => {
    const START = 1e9;
    const robots = Array.from({ length: 8 }, (_, id) => ({ id, radius, x: 20 + 7 * id, y: 31 + 5 * id }));
    const { simulator, world, at } = smallWorld({ robots, area, walled: true });
    let stops = 0;
    const drive = (id: number, turns: number): void => {
      world.motions.request(id, { kind: 'forward', distance: 1e4, speed }, ({ pose, with: party }) => {
        stops++;
        expect(party).toBeDefined();
        expect(Math.min(pose.x, pose.y, 100 - pose.x, 100 - pose.y)).toBeGreaterThanOrEqual(radius - 2 ** -44 * 100);
        if (turns === 0) return;
        const degrees = 100 + ((37 * turns + 11 * id) % 160);
        const angle = (degrees * Math.PI) / 180;
        world.motions.request(id, { kind: 'turn', angle, degrees, turnRate: 600 }, () => drive(id, turns - 1));
      });
    };
    at(START, () => robots.forEach(({ id }) => drive(id, 20)));
    await simulator.run({ until: START + 200 * (100 / speed) + 100 });
    expect(stops).toBe(8 * 21);
  });
});

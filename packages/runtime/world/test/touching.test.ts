/** Robots that touch from the beginning, slide, push, follow each other, or meet several things at once. */
import { describe, expect, test } from '@jest/globals';
import { arcLeg, cos, curveLeg, lineLeg, sin, turnLeg } from '@kineko/geometry';
import { disc, sceneOf, wallAlong, wallAround } from './small-scene.js';

describe('two that touch at the start', () => {
  test('and move apart: nothing happens', async () => {
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 2)]);
    go(1, -1, 0, 3);
    go(2, 1, 0, 3);
    await simulator.run();
    expect(log).toEqual(['3 finished 1', '3 finished 2']);
  });

  test('and move into each other: both stop at once, and touch once', async () => {
    const { simulator, log, go, dynamics } = sceneOf([disc(1, 0), disc(2, 2)]);
    go(1, 1, 0, 3);
    go(2, -1, 0, 3);
    await simulator.run();
    expect(log).toEqual(['0 touch 1 2', '0 hit-2 1', '0 hit-1 2']);
    expect(dynamics.touchingOf(1).bodies).toEqual([2]);
  });

  test('and slide past each other: the way is free', async () => {
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 2)]);
    go(1, 0, 1, 3);
    go(2, 0, -1, 3);
    await simulator.run();
    expect(log).toEqual(['3 finished 1', '3 finished 2']);
  });

  test('and one goes round the other on a curve: for as long as it likes', async () => {
    const { simulator, log, dynamics } = sceneOf([disc(1, 0), disc(2, 2)]);
    const round = curveLeg({
      start: 0,
      end: 20,
      position: (t) => ({ x: 2 * cos(t), y: 2 * sin(t) }),
      velocity: (t) => ({ x: -2 * sin(t), y: 2 * cos(t) }),
      headingAt: (t) => Math.PI / 2 + t,
      maxSpeed: 2.001,
      maxAcceleration: 2.001,
    });
    dynamics.command(2, [round], 0);
    await simulator.run();
    expect(log).toEqual(['20 finished 2']);
  });

  test('or on an arc, but for a hair: a heading of 90° in doubles points 6e-17 inwards', async () => {
    const wide = 2 + 2 ** -48;
    const { simulator, log, dynamics } = sceneOf([disc(1, 0), disc(2, wide)]);
    const round = arcLeg({ x: wide, y: 0, heading: Math.PI / 2, start: 0, end: 20, speed: wide, turnRate: 1 });
    dynamics.command(2, [round], 0);
    await simulator.run();
    expect(log).toEqual(['20 finished 2']);
  });

  test('a convoy keeps touching, and stops with its first', async () => {
    const { simulator, log, go } = sceneOf([disc(1, 0), disc(2, 2), disc(3, 4), disc(4, 12)]);
    for (const id of [1, 2, 3]) go(id, 1, 0, 30);
    await simulator.run();
    // Those behind run into the ones before them at the same instant, one after the other.
    expect(log).toEqual(['6 touch 3 4', '6 hit-4 3', '6 touch 2 3', '6 hit-3 2', '6 touch 1 2', '6 hit-2 1']);
  });

  test('a convoy of arcs moves on together', async () => {
    const { simulator, log, dynamics } = sceneOf([disc(1, 0), disc(2, 2)]);
    for (const id of [1, 2]) {
      const { x, y } = dynamics.poseOf(id, 0);
      dynamics.command(id, [arcLeg({ x, y, heading: 1, start: 0, end: 50, speed: 3, turnRate: 0.5 })], 0);
    }
    await simulator.run();
    expect(log).toEqual(['50 finished 1', '50 finished 2']);
  });
});

describe('touch and release', () => {
  test.each([
    [1, 2],
    [2, 1],
  ])('robot %i, which catches up with %i, touches it', async (behind, before) => {
    const { simulator, log, go, dynamics } = sceneOf([disc(behind, 0), disc(before, 10)]);
    go(behind, 2, 0, 20);
    go(before, 1, 0, 20);
    await simulator.run();
    expect(log).toEqual(['8 touch 1 2', '8 hit-2 1', '8 hit-1 2']);
    expect(dynamics.touchingOf(1).bodies).toEqual([2]);
  });

  test('reports a release when a body begins to move away, and a touch when it comes back', async () => {
    const { simulator, log, go, at } = sceneOf([disc(1, 0), disc(2, 6)]);
    go(1, 1, 0, 10);
    at(5, () => go(1, -1, 0, 2));
    at(8, () => go(1, 2, 0, 9));
    await simulator.run();
    expect(log).toEqual(['4 touch 1 2', '4 hit-2 1', '5 release 1 2', '7 finished 1', '9 touch 1 2', '9 hit-2 1']);
  });

  test('pushing again against a party in contact ends the motion, without another touch', async () => {
    const { simulator, log, go, at } = sceneOf([disc(1, 0), disc(2, 6)]);
    go(1, 1, 0, 10);
    at(5, () => go(1, 1, 0, 2));
    at(6, () => go(1, 0.5, 0.1, 2));
    await simulator.run();
    expect(log).toEqual(['4 touch 1 2', '4 hit-2 1', '5 hit-2 1', '6 hit-2 1']);
  });

  test('turning on the spot changes nothing', async () => {
    const { simulator, log, go, at, dynamics } = sceneOf([disc(1, 0), disc(2, 6)]);
    go(1, 1, 0, 10);
    at(5, () => dynamics.command(1, [turnLeg({ x: 4, y: 0, heading: 0, start: 5, end: 6, turnRate: 1 })], 5));
    await simulator.run();
    expect(log).toEqual(['4 touch 1 2', '4 hit-2 1', '6 finished 1']);
    expect(dynamics.touchingOf(1).bodies).toEqual([2]);
  });

  test('a body that slides along a wall keeps touching it, one that leaves does not', async () => {
    const walls = wallAlong({ x: -50, y: 0 }, { x: 50, y: 0 });
    const { simulator, log, go, at, dynamics } = sceneOf([disc(1, 0, 3)], { walls });
    go(1, 0, -1, 10);
    at(3, () => go(1, 1, 0, 2));
    at(6, () => go(1, 0, 1, 2));
    await simulator.run({ until: 5.5 });
    expect(dynamics.touchingOf(1).fixtures).toEqual([0]);
    await simulator.run();
    expect(log).toEqual([
      '2 fixture-touch 1 0',
      '2 hit-fixture-0 1',
      '5 finished 1',
      '6 fixture-release 1 0',
      '8 finished 1',
    ]);
  });
});

describe('several at one instant', () => {
  test('three meet in the middle', async () => {
    const { simulator, log, go } = sceneOf([disc(1, -5), disc(2, 5), disc(3, 0, 5), disc(4, 0, 0)]);
    go(1, 1, 0, 9);
    go(2, -1, 0, 9);
    go(3, 0, -1, 9);
    await simulator.run();
    expect(log).toEqual(['3 touch 1 4', '3 hit-4 1', '3 touch 2 4', '3 hit-4 2', '3 touch 3 4', '3 hit-4 3']);
  });

  test('two walls of a corner: the robot stops once, and then leaves neither by pushing on', async () => {
    const walls = wallAround({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 0, y: 10 });
    const { simulator, log, go, at, dynamics } = sceneOf([disc(1, 5, 5)], { walls });
    go(1, 1, 1, 20);
    at(5, () => go(1, 1, 0, 2));
    at(6, () => go(1, 0, 1, 2));
    await simulator.run();
    expect(log.filter((line) => line.includes('hit'))).toEqual([
      '4 hit-fixture-1 1',
      '5 hit-fixture-1 1',
      '6 hit-fixture-2 1',
    ]);
    expect(dynamics.poseOf(1, 9)).toMatchObject({ x: 9, y: 9 });
  });

  test('a billiard ball comes back out of a corner the way it came', async () => {
    const walls = wallAround({ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }, { x: 0, y: 10 });
    const { simulator, dynamics } = sceneOf([disc(1, 5, 5)], { walls, response: 'bounce' });
    dynamics.launch(1, 1, 1, 0);
    await simulator.run({ until: 16 });
    expect(dynamics.poseOf(1, 16)).toMatchObject({ x: 5, y: 5 });
    expect(dynamics.velocityOf(1, 16)).toEqual({ x: 1, y: 1 });
  });
});

describe('joints of a straight wall', () => {
  const pieces = (dx: number, dy: number) => Array.from({ length: 101 }, (_, i) => ({ x: i * dx, y: i * dy }));

  test('no body sticks to them, sliding along at gap 0', async () => {
    // Lengths in the ratio 3 : 4 : 5, so that the robot touches the slanting wall exactly.
    const walls = wallAlong(...pieces(3, 4));
    const { simulator, log, dynamics } = sceneOf([disc(1, 4 * 3 - 4, 4 * 4 + 3, 5)], { walls });
    dynamics.command(1, [lineLeg({ x: 8, y: 19, heading: 0, start: 0, end: 64, vx: 3, vy: 4 })], 0);
    await simulator.run();
    expect(log).toEqual(['64 finished 1']);
  });

  test('nor after running into the wall', async () => {
    const walls = wallAlong(...pieces(0.7, 0));
    const { simulator, log, go, at } = sceneOf([disc(1, 10.05, 4, 0.3)], { walls });
    go(1, 0.3, -0.7, 20);
    at(10, () => go(1, 1.3, 0, 20));
    await simulator.run();
    expect(log.map((line) => line.replace(/^\S+ /, ''))).toEqual([
      'fixture-touch 1 16',
      'hit-fixture-16 1',
      // Told when it stops, far from the piece that it had run into.
      'fixture-release 1 16',
      'finished 1',
    ]);
  });

  test('a disc passes an outer corner as closely as possible, an inner one stops it', async () => {
    const walls = wallAlong({ x: -10, y: 0 }, { x: 0, y: 0 }, { x: 0, y: -10 }, { x: 20, y: -10 }, { x: 20, y: 10 });
    const { simulator, log, go } = sceneOf([disc(1, -5, 1)], { walls });
    go(1, 1, 0, 40);
    await simulator.run();
    expect(log).toEqual(['24 fixture-touch 1 3', '24 hit-fixture-3 1']);
  });
});

test('one contact is reported once, however long the run', async () => {
  const { simulator, log, go, dynamics } = sceneOf([disc(1, 0), disc(2, 5), disc(3, 30)]);
  go(1, 1, 0, 100);
  dynamics.command(3, [arcLeg({ x: 30, y: 0, heading: 0, start: 0, end: 1000, speed: 1, turnRate: 1 })], 0);
  await simulator.run();
  expect(log).toEqual(['3 touch 1 2', '3 hit-2 1', '1000 finished 3']);
});

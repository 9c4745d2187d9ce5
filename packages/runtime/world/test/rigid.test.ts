import { describe, expect, test } from '@jest/globals';
import type { ArcRequest, ExactOutcome } from '@kineko/world';
import type { MoveToRequest } from '../src/motion/move-to.js';
import type { ForwardRequest } from '../src/motion/forward.js';
import { massOf } from '../src/dynamics/rigid/pushable.js';
import { boxOf, GRAVITY, rigidScene, robotAt } from './rigid-scene.js';

/** Mass of a robot of radius 0.5 and density 1. */
const ROBOT_MASS = Math.PI / 4;
const straight = (speed: number): ArcRequest => ({ kind: 'arc', speed, turnRate: 0 });

describe('friction with the ground', () => {
  test.each([
    [4, 0.3],
    [4, 0.1],
    [0.7, 0.25],
    [12, 0.6],
  ])('what slides at %d with μ = %d stops after v² / 2 μ g', async (speed, friction) => {
    const pushables = [
      boxOf(1, 2, 2, 1, {
        staticFriction: friction,
        kineticFriction: friction,
        velocity: { x: 0.6 * speed, y: 0.8 * speed, turnRate: 0 },
      }),
    ];
    const { world, until } = await rigidScene({ pushables });
    await until(30);
    const way = (speed * speed) / (2 * friction * GRAVITY);
    const { x, y, heading } = world.poseOfPushable(0);
    expect(x).toBeCloseTo(1 + 0.6 * way, 5);
    expect(y).toBeCloseTo(2 + 0.8 * way, 5);
    expect(heading).toBe(0);
  });

  test('a body that spins in place stops after I ω² / 2 μ m g r, r the mean distance of its area from the centre', async () => {
    const turnRate = 6;
    const spec = boxOf(0, 0, 2, 1, { staticFriction: 0.2, kineticFriction: 0.2, velocity: { x: 0, y: 0, turnRate } });
    const { world, until } = await rigidScene({ pushables: [spec] });
    await until(30);
    const { mass, inertia, lever } = massOf(spec);
    expect(world.poseOfPushable(0).heading).toBeCloseTo(
      (inertia * turnRate * turnRate) / (2 * 0.2 * mass * GRAVITY * lever),
      4,
    );
    expect(world.poseOfPushable(0).x).toBe(0);
  });

  test('the mass of a body follows from its hulls', () => {
    expect(massOf(boxOf(5, 5, 2, 1, { density: 3 }))).toMatchObject({ mass: 6, centre: { x: 0, y: 0 } });
    expect(massOf(boxOf(0, 0, 2, 1, { density: 3 })).inertia).toBeCloseTo((6 * 5) / 12, 12);
    // The lever of a square of side 1 is (√2 + ln(1 + √2)) / 6.
    expect(massOf(boxOf(0, 0, 1, 1)).lever).toBeCloseTo(0.3825978, 4);
  });
});

const triangle = (width: number, height: number) => [
  { x: 0, y: 0 },
  { x: width, y: 0 },
  { x: width / 2, y: height },
];

test.each([
  ['small', triangle(1e-6, 1e-6)],
  ['thin', triangle(10, 0.005)],
  [
    'round',
    Array.from({ length: 500 }, (_, i) => ({ x: Math.cos((i * Math.PI) / 250), y: Math.sin((i * Math.PI) / 250) })),
  ],
])('rejects a hull that is too %s for the physics', async (_what, hull) => {
  const pushables = [{ x: 3, y: 4, hulls: [hull], name: 'the plank' }];
  await expect(rigidScene({ pushables })).rejects.toThrow(
    'hull 0 of the plank: too thin, too small or too round: expected a hull that can be pushed',
  );
});

describe('a robot that pushes', () => {
  /** A box of 1 by 1 that begins where the robot touches it. */
  const scene = (friction: number, traction: number, robots = [robotAt(0, 0, 0)]) =>
    rigidScene({
      robots,
      pushables: [boxOf(1, 0, 1, 1, { staticFriction: friction, kineticFriction: friction })],
      rigid: { traction: () => traction, endsAtContact: false },
    });

  test('does not move a body that is too heavy for its wheels, not even slowly', async () => {
    // 0.8 × 0.785 × 10 = 6.28 against 0.7 × 1 × 10 = 7.
    const { world, until } = await scene(0.7, 0.8);
    world.motions.request(0, straight(1));
    await until(20);
    expect(world.poseOfPushable(0)).toEqual({ x: 1, y: 0, heading: 0 });
    expect(world.poseOf(0).x).toBeCloseTo(0, 2);
  });

  test('pushes a body that is slower', async () => {
    const { world, until } = await scene(0.5, 0.8);
    world.motions.request(0, straight(1));
    await until(10);
    const before = world.poseOfPushable(0).x;
    await until(11);
    expect(world.poseOfPushable(0).x - before).toBeCloseTo(1, 2);
    expect(world.poseOfPushable(0).heading).toBeCloseTo(0, 3);
  });

  test('accelerates it by the rest of its force', async () => {
    const [friction, traction] = [0.4, 0.8];
    const { world, until } = await scene(friction, traction);
    world.motions.request(0, straight(100));
    await until(0.5);
    const earlier = world.poseOfPushable(0).x;
    await until(1);
    const later = world.poseOfPushable(0).x;
    await until(1.5);
    const force = traction * ROBOT_MASS * GRAVITY - friction * GRAVITY;
    // The second difference of the positions.
    const acceleration = (world.poseOfPushable(0).x - 2 * later + earlier) / 0.25;
    expect(acceleration).toBeCloseTo(force / (ROBOT_MASS + 1), 1);
  });

  test('when it stops, the box stops by Coulomb’s law', async () => {
    const { world, until } = await scene(0.3, 2);
    world.motions.request(0, straight(3));
    await until(3);
    world.motions.stop(0);
    const from = world.poseOfPushable(0).x;
    await until(6);
    // To the length of a step: orders act at the next one.
    expect(world.poseOfPushable(0).x - from).toBeGreaterThan(9 / (2 * 0.3 * GRAVITY) - 0.06);
    expect(world.poseOfPushable(0).x - from).toBeLessThan(9 / (2 * 0.3 * GRAVITY) + 0.06);
  });

  test('several robots move a body that one alone cannot', async () => {
    const robots = [robotAt(0, -0.2, -0.5), robotAt(1, -0.2, 0.5)];
    const box = boxOf(1.3, 0, 2, 2, { density: 0.5, staticFriction: 0.5, kineticFriction: 0.4 });
    const run = async (pushing: readonly number[]): Promise<number> => {
      const { world, until } = await rigidScene({ robots, pushables: [box], rigid: { endsAtContact: false } });
      for (const id of pushing) world.motions.request(id, straight(1));
      await until(10);
      return world.poseOfPushable(0).x - 1.3;
    };
    expect(await run([0])).toBeLessThan(0.05);
    expect(await run([0, 1])).toBeGreaterThan(3);
  });

  test('a push goes through a chain of things, as far as the force does', async () => {
    const row = (count: number) =>
      Array.from({ length: count }, (_, i) => boxOf(1 + i, 0, 1, 1, { staticFriction: 0.2, kineticFriction: 0.2 }));
    const last = async (count: number): Promise<number> => {
      const { world, until } = await rigidScene({
        robots: [robotAt(0, 0, 0)],
        pushables: row(count),
        rigid: { endsAtContact: false },
      });
      world.motions.request(0, straight(1));
      await until(8);
      return world.poseOfPushable(count - 1).x - count;
    };
    // 6.28 against 2 for each.
    expect(await last(3)).toBeGreaterThan(2);
    expect(await last(4)).toBeLessThan(0.1);
  });

  test('a thing against a wall moves no more', async () => {
    const { world, until } = await rigidScene({
      robots: [robotAt(0, 0, 0)],
      pushables: [boxOf(1, 0, 1, 1, { staticFriction: 0.1, kineticFriction: 0.1 })],
      obstacles: [{ kind: 'segment', a: { x: 3, y: -5 }, b: { x: 3, y: 5 } }],
      rigid: { endsAtContact: false },
    });
    world.motions.request(0, straight(1));
    await until(10);
    expect(world.poseOfPushable(0).x).toBeCloseTo(2.5, 1);
    expect(world.touching(0)).toEqual([{ kind: 'obstacle', id: 1 }]);
  });

  test('off its middle the thing turns away', async () => {
    const { world, until } = await rigidScene({
      robots: [robotAt(0, 0, 0.4)],
      pushables: [boxOf(1, 0, 1, 1, { staticFriction: 0.1, kineticFriction: 0.1 })],
      rigid: { endsAtContact: false },
    });
    world.motions.request(0, straight(1));
    await until(3);
    expect(world.poseOfPushable(0).heading).toBeLessThan(-0.3);
  });
});

describe('motions of robots', () => {
  test('a robot that touches nothing drives exactly as commanded', async () => {
    const { world, until } = await rigidScene({ robots: [robotAt(0, 0, 0, 1)] });
    world.motions.request(0, { kind: 'arc', speed: 2, turnRate: 0.5 });
    await until(3.3);
    const pose = world.poseOf(0);
    expect(pose.heading).toBeCloseTo(1 + 0.5 * 3.3, 12);
    expect(pose.x).toBeCloseTo(4 * (Math.sin(2.65) - Math.sin(1)), 9);
    expect(pose.y).toBeCloseTo(4 * (Math.cos(1) - Math.cos(2.65)), 9);
  });

  test('a way to a place ends there, at a step', async () => {
    const ends: ExactOutcome[] = [];
    const { world, until } = await rigidScene({ robots: [robotAt(0, 0, 0)] });
    const request: MoveToRequest = { kind: 'moveTo', x: 3, y: 4, speed: 1, turnRate: 1 };
    world.motions.request(0, request, (outcome) => void ends.push(outcome));
    await until(20);
    expect(ends).toHaveLength(1);
    expect(ends[0]?.status).toBe('finished');
    expect(ends[0]?.pose.x).toBeCloseTo(3, 6);
    expect(ends[0]?.pose.y).toBeCloseTo(4, 6);
    expect((ends[0]?.at ?? 0) * 60).toBeCloseTo(Math.round((ends[0]?.at ?? 0) * 60), 9);
  });

  test('its phases are recorded as commanded, although steps are pieces of them', async () => {
    const { world, records, until } = await rigidScene({ robots: [robotAt(0, 0, 0)] });
    world.motions.request(0, { kind: 'moveTo', x: 0, y: 4, speed: 2, turnRate: 1 } satisfies MoveToRequest);
    await until(20);
    const starts = records.filter((record) => record.type === 'motionEvent').filter(({ edge }) => edge === 'start');
    expect(starts).toMatchObject([
      { phase: 'turn', turn: expect.closeTo(Math.PI / 2, 9), distance: 0 },
      {
        phase: 'forward',
        toX: expect.closeTo(0, 9),
        toY: expect.closeTo(4, 9),
        distance: expect.closeTo(4, 9),
        speed: 2,
      },
    ]);
  });

  test('it ends against a fixed body, and continues against a pushable one', async () => {
    const ends: ExactOutcome[] = [];
    const { world, until } = await rigidScene({
      robots: [robotAt(0, 0, 0), robotAt(1, 0, 5), robotAt(2, 4, 5)],
      pushables: [boxOf(2, 0, 1, 1, { staticFriction: 0.1, kineticFriction: 0.1 })],
      obstacles: [{ kind: 'segment', a: { x: 6, y: -3 }, b: { x: 6, y: 3 } }],
    });
    const forward: ForwardRequest = { kind: 'forward', distance: 3, speed: 1 };
    world.motions.request(0, forward, (outcome) => void ends.push(outcome));
    world.motions.request(1, { ...forward, distance: 9 }, (outcome) => void ends.push(outcome));
    await until(10);
    expect(ends.map(({ status, with: party }) => [status, party])).toEqual([
      ['collided', { kind: 'robot', id: 2 }],
      ['finished', undefined],
    ]);
    expect(world.poseOf(0).x).toBeCloseTo(3, 1);
    // When the robot has stopped, the box slides on for at most v² / 2 μ g.
    expect(world.poseOfPushable(0).x).toBeGreaterThan(4);
    expect(world.poseOfPushable(0).x).toBeLessThan(4.52);
  });

  test('sensors see pushables at their present poses', async () => {
    const { world, until } = await rigidScene({
      robots: [robotAt(0, 0, 0)],
      pushables: [boxOf(1, 0, 1, 1), boxOf(0, 3, 2, 2, { velocity: { x: 0, y: 1, turnRate: 0 } })],
    });
    await until(0.05);
    const moving = world.poseOfPushable(1).y;
    expect(moving).toBeGreaterThan(3);
    expect(world.obstacles.shapes).toHaveLength(2);
    expect(world.view.obstacles.solidAt(0, moving + 0.99)).toBe(1);
    expect(world.view.obstacles.solidAt(0, moving - 1.01)).toBeUndefined();
  });

  test('the same run gives the same records', async () => {
    const run = async (): Promise<unknown> => {
      const { world, until, records } = await rigidScene({
        robots: [robotAt(0, 0, 0), robotAt(1, 0, 2, 0.3)],
        pushables: [boxOf(2, 1, 1, 2), boxOf(4, 0.5, 1, 1)],
        rigid: { endsAtContact: false },
      });
      world.motions.request(0, { kind: 'arc', speed: 1, turnRate: 0.1 });
      world.motions.request(1, { kind: 'arc', speed: 1, turnRate: -0.2 });
      await until(6);
      return records;
    };
    const first = await run();
    expect(await run()).toEqual(first);
  });
});

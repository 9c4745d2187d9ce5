/** Pushing against the closed forms of mechanics: plastic impact, bounded force, Coulomb's friction. */
import { describe, expect, test } from '@jest/globals';
import type { ArcRequest, ExactOutcome, MotionRequest, WorldSpec } from '@kineko/world';
import type { MoveToRequest } from '../src/motion/move-to.js';
import type { ForwardRequest } from '../src/motion/forward.js';
import { massOf } from '../src/dynamics/rigid/pushable.js';
import { boxOf, GRAVITY, type RigidScene, rigidScene, robotAt } from './rigid-scene.js';

const STEP = 1 / 60;
/** Default traction of wheels. */
const TRACTION = 0.8;
/** Mass of a robot of radius 0.5 and density 1. */
const ROBOT_MASS = Math.PI / 4;
/** In radii: largest distance from the end of its motion at which a robot stops. */
const ARRIVED = 0.01;

const forward = (speed: number, distance: number): ForwardRequest => ({ kind: 'forward', speed, distance });
const friction = (mu: number) => ({ staticFriction: mu, kineticFriction: mu });
/** A box of 1 by 1 that only a very strong robot moves. */
const heavyBox = (x: number, y: number) => boxOf(x, y, 1, 1, { density: 50, ...friction(0.7) });

type Outcomes = ReadonlyMap<number, ExactOutcome>;

/** Requests one motion of each robot, in the order of ids. */
function requestAll({ world }: RigidScene, ...requests: readonly MotionRequest[]): Outcomes {
  const outcomes = new Map<number, ExactOutcome>();
  for (const [i, request] of requests.entries()) {
    const robot = world.robots[i]!;
    world.motions.request(robot, request, (outcome) => void outcomes.set(robot, outcome));
  }
  return outcomes;
}

/** Mean speed of a thing along x in a step. */
async function boxSpeed({ world, until }: RigidScene, step: number): Promise<number> {
  await until((step - 1) * STEP);
  const from = world.poseOfPushable(0).x;
  await until(step * STEP);
  return (world.poseOfPushable(0).x - from) / STEP;
}

describe('a robot that runs into a box', () => {
  /** A box of 1 by 1 whose edge is 1.5 m from the robot's centre, less the offset. */
  const approach = (density: number, mu: number, offset: number) =>
    rigidScene({ robots: [robotAt(0, offset, 0)], pushables: [boxOf(2, 0, 1, 1, { density, ...friction(mu) })] });

  test.each([
    [1, 0.3, 1, 0],
    [1, 0.3, 3, 0.011],
    [1, 0, 2, 0.004],
    [0.1, 0.3, 1, 0.003],
    [5, 0.1, 3, 0.02],
    [20, 0.02, 3, 0.013],
    [1, 0.6, 3, 0.017],
    [1, 0.05, 10, 0.1],
  ])(
    'density %d, friction %d, %d m/s: the momentum is shared, then the wheels speed both up to the commanded speed',
    async (density, mu, speed, offset) => {
      const scene = await approach(density, mu, offset);
      requestAll(scene, forward(speed, 1000));
      const [force, load, mass] = [TRACTION * ROBOT_MASS * GRAVITY, mu * density * GRAVITY, ROBOT_MASS + density];
      const impact = (1 - offset) / speed;
      const shared = (ROBOT_MASS * speed) / mass;
      const acceleration = (force - load) / mass;
      const steps = Math.round(impact / STEP) + 3;
      const expected = Math.min(speed, shared + acceleration * ((steps - 0.5) * STEP - impact));
      // The forces of a step may act in the next one.
      const tolerance = ((force + load) / mass) * STEP;
      expect(Math.abs((await boxSpeed(scene, steps)) - expected)).toBeLessThan(tolerance);
      const reached = impact + (speed - shared) / acceleration;
      const late = Math.ceil((reached + 2) / STEP);
      // Without friction the box keeps the little by which it is faster.
      const most = mu === 0 ? 0.006 : 0.001;
      expect(Math.abs((await boxSpeed(scene, late)) / speed - 1)).toBeLessThan(most);
    },
  );

  test('keeps the momentum of both, to one part in a hundred, where wheels and friction matter little', async () => {
    for (const offset of [0, 0.01, 0.02, 0.03, 0.04, 0.05]) {
      const scene = await rigidScene({
        robots: [robotAt(0, offset, 0)],
        pushables: [boxOf(2, 0, 1, 1, friction(0.001))],
        rigid: { traction: () => 0.001 },
      });
      requestAll(scene, forward(3, 1000));
      const expected = (3 * ROBOT_MASS) / (ROBOT_MASS + 1);
      expect((await boxSpeed(scene, 30)) / expected).toBeCloseTo(1, 2);
    }
  });

  test('off its centre it turns the box by the lever of the push', async () => {
    const [lever, speed] = [0.3, 2];
    const box = boxOf(2, 0, 1, 1, friction(0.001));
    const scene = await rigidScene({
      robots: [robotAt(0, 0, -lever)],
      pushables: [box],
      rigid: { traction: () => 0.001 },
    });
    requestAll(scene, forward(speed, 1000));
    const { inertia } = massOf(box);
    const impulse = speed / (1 / ROBOT_MASS + 1 + (lever * lever) / inertia);
    // The impact is at t = 0.5 s; later the robot follows the face, which turns.
    await scene.until(31 * STEP);
    const before = scene.world.poseOfPushable(0);
    await scene.until(33 * STEP);
    const after = scene.world.poseOfPushable(0);
    expect((after.heading - before.heading) / (2 * STEP) / ((impulse * lever) / inertia)).toBeCloseTo(1, 1);
    expect((after.x - before.x) / (2 * STEP) / impulse).toBeCloseTo(1, 1);
  });

  test('and through it into a second box, shares the momentum with both', async () => {
    const scene = await rigidScene({
      robots: [robotAt(0, 0, 0)],
      pushables: [boxOf(2, 0, 1, 1, friction(0.01)), boxOf(3, 0, 1, 1, friction(0.01))],
      rigid: { traction: () => 0.001 },
    });
    requestAll(scene, forward(3, 1000));
    await scene.until(0.6);
    const places = () => [scene.world.poseOf(0).x, ...[0, 1].map((index) => scene.world.poseOfPushable(index).x)];
    const from = places();
    await scene.until(0.7);
    const [robot, first, second] = places().map((x, i) => (x - from[i]!) / 0.1);
    const momentum = ROBOT_MASS * robot! + first! + second!;
    expect(momentum / (3 * ROBOT_MASS)).toBeCloseTo(1, 1);
    // The shares of bodies that stay together.
    for (const speed of [robot, first, second]) expect(speed).toBeCloseTo((3 * ROBOT_MASS) / (ROBOT_MASS + 2), 0);
  });

  test('from no distance does not run into it: the wheels push it', async () => {
    const scene = await rigidScene({ robots: [robotAt(0, 0, 0)], pushables: [boxOf(1, 0, 1, 1, friction(0.3))] });
    requestAll(scene, forward(3, 1000));
    const acceleration = (TRACTION * ROBOT_MASS * GRAVITY - 0.3 * GRAVITY) / (ROBOT_MASS + 1);
    expect(await boxSpeed(scene, 30)).toBeCloseTo(29.5 * STEP * acceleration, 1);
  });
});

describe('the commanded speed', () => {
  test.each([0.01, 0.2, 1, 3, 10])('%d m/s is kept exactly by a robot that touches nothing', async (speed) => {
    const scene = await rigidScene({ robots: [robotAt(0, 0, 0)] });
    requestAll(scene, forward(speed, 1000));
    await scene.until(2.5);
    expect(scene.world.poseOf(0).x).toBeCloseTo(2.5 * speed, 9);
  });

  test.each([
    [0.05, 0.3],
    [0.5, 0.3],
    [1, 0.5],
    [8, 0.05],
  ])(
    'is reached and not exceeded by more than 2 %% while a box of density %d, friction %d, is pushed',
    async (density, mu) => {
      const scene = await rigidScene({
        robots: [robotAt(0, 0, 0)],
        pushables: [boxOf(3, 0, 1, 1, { density, ...friction(mu) })],
      });
      requestAll(scene, forward(1, 100));
      let [fastest, last] = [0, 0];
      for (let step = 60; step < 60 * 12; step++) {
        last = await boxSpeed(scene, step);
        fastest = Math.max(fastest, last);
      }
      expect(fastest).toBeLessThan(1.02);
      expect(last).toBeCloseTo(1, 3);
    },
  );

  test('is reached by a wide robot that pushes a wide box 8 m away', async () => {
    const scene = await rigidScene({
      robots: [{ ...robotAt(0, 20, 50), radius: 2 }],
      pushables: [boxOf(32, 50, 4, 10, { density: 0.5, ...friction(0.3) })],
      rigid: { gravity: 9.81 },
    });
    const outcomes = requestAll(scene, forward(3, 30));
    const [robot, box] = [4 * Math.PI, 20];
    // The impact is at t = 8/3 s, and 1 mm past it, at the end of step 160.
    const shared = (3 * robot) / (robot + box);
    const acceleration = (TRACTION * robot - 0.3 * box) * (9.81 / (robot + box));
    expect(await boxSpeed(scene, 163)).toBeCloseTo(shared + 2.5 * STEP * acceleration, 1);
    expect(await boxSpeed(scene, 220)).toBeCloseTo(shared + 59.5 * STEP * acceleration, 1);
    expect(await boxSpeed(scene, 400)).toBeCloseTo(3, 2);
    await scene.until(30);
    expect(outcomes.get(0)?.status).toBe('finished');
    expect(Math.abs((outcomes.get(0)?.pose.x ?? 0) - 50)).toBeLessThan(2 * ARRIVED);
  });

  test('is no higher for a slow robot that lags behind', async () => {
    const scene = await rigidScene({
      robots: [robotAt(0, 0, 0)],
      pushables: [boxOf(1.02, 0, 1, 1, { density: 1, ...friction(0.62) })],
    });
    requestAll(scene, forward(0.1, 100));
    let fastest = 0;
    for (let step = 1; step < 60 * 8; step++) {
      const from = scene.world.poseOf(0).x;
      await scene.until(step * STEP);
      fastest = Math.max(fastest, (scene.world.poseOf(0).x - from) / STEP);
    }
    expect(fastest).toBeLessThan(0.11);
  });
});

describe('released pushables', () => {
  test.each([
    [1, 0.3],
    [3, 0.3],
    [3, 0.1],
    [2, 0.6],
  ])('a box pushed at %d m/s with friction %d slides v² / 2 μ g after its robot was stopped', async (speed, mu) => {
    const scene = await rigidScene({
      robots: [robotAt(0, 0, 0)],
      pushables: [boxOf(1, 0, 1, 1, { density: 0.5, ...friction(mu) })],
    });
    requestAll(scene, forward(speed, 1000));
    await scene.until(6);
    const from = scene.world.poseOfPushable(0).x;
    const robot = scene.world.poseOf(0).x;
    scene.world.motions.stop(0);
    await scene.until(20);
    // Requests act at the next step.
    const distance = (speed * speed) / (2 * mu * GRAVITY);
    expect(Math.abs(scene.world.poseOfPushable(0).x - from - distance)).toBeLessThan(speed * STEP + 0.01 * distance);
    expect(scene.world.poseOf(0).x - robot).toBeLessThan(speed * STEP + 1e-3);
  });

  test('a robot that is run into slides v² / 2 μ g, μ being its traction', async () => {
    const scene = await rigidScene({ robots: [robotAt(0, 0, 0), robotAt(1, 3.01, 0)] });
    const outcomes = requestAll(scene, forward(3, 100));
    await scene.until(5);
    expect(outcomes.get(0)).toMatchObject({ status: 'collided', with: { kind: 'robot', id: 1 } });
    // Half of the speed is left after the plastic impact of two alike.
    const distance = (1.5 * 1.5) / (2 * TRACTION * GRAVITY);
    expect(Math.abs(scene.world.poseOf(1).x - 3.01 - distance)).toBeLessThan(1.5 * STEP);
  });
});

describe('arrival', () => {
  test.each([
    [0.1, 1, 0.5],
    [0.5, 3, 0.4],
    [0.5, 0.2, 0.3],
    [2, 3, 0.3],
    [2, 10, 0.05],
  ])(
    'a robot of radius %d at %d m/s stops within 1 %% of its radius, with and without a box',
    async (radius, speed, mu) => {
      for (const offset of [0, 0.13, 0.57, 0.91]) {
        const distance = (4 + offset) * radius;
        const things = [[], [boxOf(2.5 * radius, 0, radius, 2 * radius, { density: 0.5, ...friction(mu) })]];
        for (const pushables of things) {
          for (const kind of ['forward', 'moveTo'] as const) {
            const scene = await rigidScene({ robots: [{ ...robotAt(0, 0, 0), radius }], pushables });
            const moveTo: MoveToRequest = { kind: 'moveTo', x: distance, y: 0, speed, turnRate: 1 };
            const outcomes = requestAll(scene, kind === 'forward' ? forward(speed, distance) : moveTo);
            await scene.until(60);
            const { status, pose } = outcomes.get(0)!;
            expect(status).toBe('finished');
            expect(Math.abs(pose.x - distance)).toBeLessThanOrEqual(ARRIVED * radius);
            // There it stays.
            expect(Math.abs(scene.world.poseOf(0).x - distance)).toBeLessThanOrEqual(ARRIVED * radius);
          }
        }
      }
    },
  );

  test('backward as forward', async () => {
    const scene = await rigidScene({ robots: [robotAt(0, 0, 0)], pushables: [boxOf(-2, 0, 1, 1)] });
    const outcomes = requestAll(scene, forward(1, -4));
    await scene.until(20);
    expect(outcomes.get(0)?.status).toBe('finished');
    expect(Math.abs((outcomes.get(0)?.pose.x ?? 0) + 4)).toBeLessThan(0.005);
    expect(scene.world.poseOfPushable(0).x).toBeLessThan(-4.9);
  });

  test('an arc ends at its end, whether a box was pushed on the way or not', async () => {
    const request: ArcRequest = { kind: 'arc', speed: 1, turnRate: 0.2, duration: 8 };
    for (const pushables of [[], [boxOf(2, 0.5, 1, 1, { density: 0.5, ...friction(0.2) })]]) {
      const scene = await rigidScene({ robots: [robotAt(0, 0, 0)], pushables });
      const outcomes = requestAll(scene, request);
      await scene.until(30);
      const { status, pose } = outcomes.get(0)!;
      expect(status).toBe('finished');
      expect(Math.hypot(pose.x - 5 * Math.sin(1.6), pose.y - 5 * (1 - Math.cos(1.6)))).toBeLessThan(0.005);
      expect(pose.heading).toBeCloseTo(1.6, 9);
    }
  });

  test('a turn continues in contact, and where the robot was pushed to', async () => {
    const pushed = await rigidScene({ robots: [robotAt(0, 0, 0, 1), robotAt(1, -3, 0)] });
    const outcomes = requestAll(pushed, { kind: 'turn', angle: 3, turnRate: 1 } as MotionRequest, forward(3, 10));
    await pushed.until(2);
    const place = pushed.world.poseOf(0);
    expect(place.x).toBeGreaterThan(0.05);
    await pushed.until(10);
    expect(outcomes.get(0)).toMatchObject({ status: 'finished', pose: { x: place.x, heading: expect.closeTo(4, 9) } });
    expect(outcomes.get(0)?.at).toBeCloseTo(3, 1);
  });
});

describe('a push without progress', () => {
  const against = async (spec: Partial<WorldSpec>, ...requests: readonly MotionRequest[]) => {
    const scene = await rigidScene({ robots: [robotAt(0, 0, 0)], ...spec });
    return { scene, outcomes: requestAll(scene, ...requests) };
  };

  test.each([
    [1, 0],
    [2, 1],
    [1.02, 0],
  ])('ends as blocked by a box too heavy, a second after contact (box at %d m)', async (x, contact) => {
    const { scene, outcomes } = await against({ pushables: [heavyBox(x, 0)] }, forward(1, 10));
    await scene.until(20);
    expect(outcomes.get(0)).toMatchObject({ status: 'blocked', with: { kind: 'obstacle', id: 0 } });
    expect(Math.abs((outcomes.get(0)?.at ?? 0) - contact - 1)).toBeLessThan(0.05);
    expect(scene.world.poseOfPushable(0)).toEqual({ x, y: 0, heading: 0 });
    expect(scene.world.poseOf(0).x).toBeCloseTo(x - 1, 3);
  });

  test('of moveTo, an arc and a slow motion ends as blocked too', async () => {
    const requests: MotionRequest[] = [
      { kind: 'moveTo', x: 9, y: 0, speed: 2, turnRate: 1 } as MoveToRequest,
      { kind: 'arc', speed: 1, turnRate: 0.01, duration: 30 } as ArcRequest,
      { kind: 'arc', speed: 1, turnRate: 0 } as ArcRequest,
      forward(0.001, 1),
    ];
    for (const request of requests) {
      const { scene, outcomes } = await against({ pushables: [heavyBox(1, 0)] }, request);
      await scene.until(5);
      expect(outcomes.get(0)?.status).toBe('blocked');
    }
  });

  test('against a box with a wall behind it ends as blocked when the box has got there', async () => {
    const { scene, outcomes } = await against(
      {
        pushables: [boxOf(1, 0, 1, 1, friction(0.1))],
        obstacles: [{ kind: 'segment', a: { x: 3, y: -5 }, b: { x: 3, y: 5 } }],
      },
      forward(1, 10),
    );
    await scene.until(20);
    expect(outcomes.get(0)).toMatchObject({ status: 'blocked', with: { kind: 'obstacle', id: 1 } });
    expect(scene.world.poseOfPushable(0).x).toBeCloseTo(2.5, 2);
    expect(outcomes.get(0)?.pose.x).toBeCloseTo(1.5, 2);
  });

  test('of two robots from opposite sides ends both motions at once', async () => {
    const { scene, outcomes } = await against(
      { robots: [robotAt(0, 0, 0), robotAt(1, 4, 0, Math.PI)], pushables: [boxOf(2, 0, 1, 1, friction(0.1))] },
      forward(1, 10),
      forward(1, 10),
    );
    await scene.until(20);
    expect([...outcomes.values()]).toMatchObject([
      { status: 'blocked', with: { kind: 'obstacle', id: 0 } },
      { status: 'blocked', with: { kind: 'obstacle', id: 0 } },
    ]);
    expect(outcomes.get(0)?.at).toBe(outcomes.get(1)?.at);
    expect(scene.world.poseOfPushable(0).x).toBeCloseTo(2, 3);
  });

  test('blocks the weaker of two robots; the stronger one arrives', async () => {
    const { scene, outcomes } = await against(
      {
        robots: [robotAt(0, 0, 0), robotAt(1, 4, 0, Math.PI)],
        pushables: [boxOf(2, 0, 1, 1, friction(0.1))],
        rigid: { traction: (robot) => (robot === 0 ? 0.8 : 0.4) },
      },
      forward(1, 3),
      forward(1, 10),
    );
    await scene.until(20);
    expect(outcomes.get(0)?.status).toBe('finished');
    expect(outcomes.get(1)?.status).toBe('blocked');
  });

  test('against a chain of boxes that is too long ends as blocked', async () => {
    const row = Array.from({ length: 4 }, (_, i) => boxOf(1 + i, 0, 1, 1, friction(0.2)));
    const { scene, outcomes } = await against({ pushables: row }, forward(1, 10));
    await scene.until(20);
    expect(outcomes.get(0)?.status).toBe('blocked');
    expect(scene.world.poseOfPushable(3).x).toBeCloseTo(4, 2);
  });

  test('does not end while the robot creeps', async () => {
    // 6.2832 N against 6.2 N: 0.047 m/s².
    const creeping = await against({ pushables: [boxOf(1, 0, 1, 1, friction(0.62))] }, forward(1, 5));
    await creeping.scene.until(12);
    expect(creeping.outcomes.size).toBe(0);
    expect(creeping.scene.world.poseOf(0).x).toBeCloseTo((0.5 * 144 * 0.0832) / (ROBOT_MASS + 1), 0);
    await creeping.scene.until(40);
    expect(creeping.outcomes.get(0)?.status).toBe('finished');

    const slow = await against({ pushables: [boxOf(1, 0, 1, 1, friction(0.1))] }, forward(0.001, 0.01));
    await slow.scene.until(30);
    expect(slow.outcomes.get(0)?.status).toBe('finished');
    expect(slow.outcomes.get(0)?.at).toBeGreaterThan(4);
  });

  test('leaves a world at rest: no steps are computed any more', async () => {
    const { scene } = await against({ pushables: [heavyBox(1, 0)] }, forward(1, 10));
    await scene.until(2);
    const { events } = scene.simulator;
    await scene.until(1000);
    expect(scene.simulator.events).toBe(events);
  });

  test('ends once, and the robot may then do something else', async () => {
    const { scene, outcomes } = await against({ pushables: [heavyBox(1, 0)] }, forward(1, 10));
    await scene.until(3);
    expect(scene.records.filter((record) => record.type === 'motionEnd')).toMatchObject([
      { status: 'blocked', with: { kind: 'obstacle', id: 0 }, time: outcomes.get(0)?.at },
    ]);
    expect(requestAll(scene, forward(1, -2))).toEqual(new Map());
    await scene.until(10);
    expect(scene.world.poseOf(0).x).toBeCloseTo(-2, 2);
  });

  test('continues where motions do not end at contacts, until others help', async () => {
    const robots = [robotAt(0, -0.2, -0.5), robotAt(1, -5, 0.5)];
    const box = boxOf(1.3, 0, 2, 2, { density: 0.5, staticFriction: 0.5, kineticFriction: 0.4 });
    const scene = await rigidScene({ robots, pushables: [box], rigid: { endsAtContact: false } });
    const straight: ArcRequest = { kind: 'arc', speed: 1, turnRate: 0 };
    const outcomes = requestAll(scene, straight, straight);
    await scene.until(4);
    expect(scene.world.poseOfPushable(0).x).toBeCloseTo(1.3, 1);
    await scene.until(12);
    expect(scene.world.poseOfPushable(0).x).toBeGreaterThan(3);
    expect(outcomes.size).toBe(0);
  });

  test('does not count a robot that waits, or turns, in contact', async () => {
    const { scene, outcomes } = await against({ pushables: [heavyBox(1, 0)] }, {
      kind: 'turn',
      angle: 3,
      turnRate: 0.5,
    } as MotionRequest);
    await scene.until(10);
    expect(outcomes.get(0)).toMatchObject({ status: 'finished', at: expect.closeTo(6, 1) });
  });
});

test('a world whose lengths are scaled by a power of two behaves alike', async () => {
  const run = async (scale: number): Promise<unknown> => {
    const robot = (id: number, y: number, heading = 0, x = 0) => ({
      ...robotAt(id, x * scale, y * scale, heading),
      radius: 0.5 * scale,
    });
    const box = (x: number, y: number, more = {}) => boxOf(x * scale, y * scale, scale, scale, more);
    const scene = await rigidScene({
      robots: [robot(0, 0), robot(1, 4), robot(2, 8, 0.1), robot(3, 12), robot(4, 12, Math.PI, 5)],
      pushables: [box(3, 0.2), box(2, 4, { density: 50 }), box(3, 8, { density: 0.4 }), box(2.6, 12)],
      obstacles: [{ kind: 'segment', a: { x: 6 * scale, y: 6 * scale }, b: { x: 6 * scale, y: 10 * scale } }],
      rigid: { gravity: GRAVITY * scale },
    });
    const request = forward(1.25 * scale, 8 * scale);
    const outcomes = requestAll(scene, request, request, request, request, request);
    await scene.until(15);
    expect(new Set([...outcomes.values()].map(({ status }) => status))).toEqual(
      new Set(['blocked', 'collided', 'finished']),
    );
    return [...outcomes].map(([id, { status, at, pose }]) => [id, status, at, pose.x / scale, pose.y / scale]);
  };
  const expected = await run(1);
  for (const exponent of [-6, -1, 3, 10]) expect(await run(2 ** exponent)).toEqual(expected);
});

/** A robot that has run into something, turns and drives on: it slides away, or along, and does not collide at once. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cosDegrees, radiansOf, reducedDegrees, sinDegrees } from '@kineko/geometry';
import { Random, Simulator } from '@kineko/kernel';
import { type ExactOutcome, type MotionRequest, type ObstacleShape, type RobotSpec, World } from '@kineko/world';

const RUNS = { seed: 20090301, numRuns: 200 };

const multipleOf15 = fc.integer({ min: 0, max: 23 }).map((n) => 15 * n);
const anyDegrees = fc.oneof(multipleOf15, fc.double({ min: 0, max: 359, noNaN: true }));
const place = fc.oneof(
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.double({ min: -1e5, max: 1e5, noNaN: true }),
);
const radius = fc.double({ min: 0.1, max: 10, noNaN: true });
const sideways = fc.constantFrom(90, -90);
const start = fc.constantFrom(0, 300, 30_000);

interface Drive {
  readonly world: World;
  readonly simulator: Simulator;
  /** The outcome of a motion of robot 0. */
  readonly drive: (request: MotionRequest & Readonly<Record<string, unknown>>) => Promise<ExactOutcome>;
}

function driven(robots: readonly RobotSpec[], obstacles: readonly ObstacleShape[] = []): Drive {
  const simulator = new Simulator();
  const world = new World({ robots, obstacles }, { simulator, random: new Random(1) });
  const drive = async (request: MotionRequest): Promise<ExactOutcome> => {
    let end: ExactOutcome | undefined;
    world.motions.request(0, request, (outcome) => {
      end = outcome;
    });
    while (end === undefined) await simulator.run({ until: simulator.now + 1000 });
    return end;
  };
  return { world, simulator, drive };
}

const forward = (distance: number) => ({ kind: 'forward', speed: 3, distance });
const turn = (degrees: number) => ({
  kind: 'turn',
  angle: radiansOf(degrees),
  degrees,
  turnRate: radiansOf(90),
});
const arc = (turnRate: number) => ({ kind: 'arc', speed: 3, turnRate: radiansOf(turnRate), duration: 2 });

function facing(degrees: number): { heading: number; degrees: number } {
  return { heading: radiansOf(degrees), degrees };
}

describe.each(['forward', 'arc'] as const)('after a head-on contact and a turn by ±90°, %s slides away', (kind) => {
  const leave = (side: number) => (kind === 'forward' ? forward(5) : arc(20 * Math.sign(side)));

  test('from a robot', async () => {
    await fc.assert(
      fc.asyncProperty(place, place, anyDegrees, radius, radius, sideways, start, async (x, y, h, r, s, side, late) => {
        const distance = r + s + 4;
        const other = { x: x + distance * cosDegrees(h), y: y + distance * sinDegrees(h) };
        const { drive, simulator } = driven([
          { id: 0, x, y, radius: r, ...facing(h) },
          { id: 1, ...other, radius: s },
        ]);
        await simulator.run({ until: late });
        expect(await drive(forward(100))).toMatchObject({ status: 'collided', with: { kind: 'robot', id: 1 } });
        await drive(turn(side));
        expect(await drive(leave(side))).toMatchObject({ status: 'finished' });
      }),
      RUNS,
    );
  });

  test('from a wall and from a fixed disc', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(place, place, anyDegrees, radius),
        fc.tuple(sideways, start, fc.boolean()),
        async ([x, y, h, r], [side, late, isWall]) => {
          const [c, s] = [cosDegrees(h), sinDegrees(h)];
          const away = r + 4;
          const middle = { x: x + away * c, y: y + away * s };
          const obstacle: ObstacleShape = isWall
            ? {
                kind: 'segment',
                a: { x: middle.x - 30 * s, y: middle.y + 30 * c },
                b: { x: middle.x + 30 * s, y: middle.y - 30 * c },
              }
            : { kind: 'disc', x: middle.x + 2 * c, y: middle.y + 2 * s, radius: 2 };
          const { drive, simulator } = driven([{ id: 0, x, y, radius: r, ...facing(h) }], [obstacle]);
          await simulator.run({ until: late });
          expect(await drive(forward(100))).toMatchObject({ status: 'collided', with: { kind: 'obstacle', id: 0 } });
          await drive(turn(side));
          expect(await drive(leave(side))).toMatchObject({ status: 'finished' });
        },
      ),
      RUNS,
    );
  });
});

test('a turn that is not tangential collides again', async () => {
  const { drive } = driven(
    [{ id: 0, x: 0, y: 0, radius: 1 }],
    [{ kind: 'segment', a: { x: 5, y: -30 }, b: { x: 5, y: 30 } }],
  );
  await drive(forward(100));
  await drive(turn(89.9999));
  expect(await drive(forward(5))).toMatchObject({ status: 'collided' });
  await drive(turn(0.0002));
  expect(await drive(forward(5))).toMatchObject({ status: 'finished' });
});

test('an arc into the wall collides at once, one away from it does not', async () => {
  const walls: ObstacleShape[] = [{ kind: 'segment', a: { x: 5, y: -30 }, b: { x: 5, y: 30 } }];
  for (const [turned, rate, status] of [
    [90, 36, 'finished'],
    [90, -36, 'collided'],
    [-90, -36, 'finished'],
    [-90, 36, 'collided'],
  ] as const) {
    const { drive, simulator } = driven([{ id: 0, x: 0, y: 0, radius: 1 }], walls);
    await drive(forward(100));
    await drive(turn(turned));
    const { now } = simulator;
    const outcome = await drive(arc(rate));
    const isAtOnce = outcome.at === now;
    expect([turned, rate, outcome.status, isAtOnce]).toEqual([turned, rate, status, status === 'collided']);
  }
});

test('headings end where turns were requested to end, after a thousand as after one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(multipleOf15, fc.double({ min: -720, max: 720, noNaN: true })), { maxLength: 30 }),
      async (angles) => {
        const { drive, world } = driven([{ id: 0, x: 0, y: 0, radius: 1 }]);
        let expected = 0;
        for (const angle of angles) {
          await drive(turn(angle));
          expected = reducedDegrees(expected + (angle % 360));
          expect(world.headingOf(0)).toBe(expected);
          expect(world.poseOf(0).heading).toBe(radiansOf(expected));
        }
      },
    ),
    { ...RUNS, numRuns: 30 },
  );
  const { drive, world } = driven([{ id: 0, x: 0, y: 0, radius: 1 }]);
  for (let n = 1; n <= 1000; n++) {
    await drive(turn(90));
    expect(world.headingOf(0)).toBe((90 * n) % 360);
  }
});

describe('along walls', () => {
  /** A polyline along the x axis, from x = -50 to 50, in pieces; the bend is that of its last piece, in degrees. */
  function pieces(count: number, bend: number): ObstacleShape {
    const points = Array.from({ length: count }, (_, n) => ({ x: -50 + (100 * n) / count, y: 0 }));
    const { x } = points.at(-1)!;
    const last = 50 - x;
    points.push({ x: x + last * Math.cos(radiansOf(bend)), y: last * Math.sin(radiansOf(bend)) });
    return { kind: 'polyline', points };
  }

  test('a robot slides over joints of a straight wall, and on', async () => {
    for (const count of [1, 3, 10, 33]) {
      const { drive, world } = driven([{ id: 0, x: -45.3, y: 7, radius: 2, ...facing(270) }], [pieces(count, 0)]);
      expect(await drive(forward(100))).toMatchObject({ status: 'collided' });
      await drive(turn(90));
      expect(await drive(forward(90))).toMatchObject({ status: 'finished' });
      expect(world.poseOf(0).y).toBeGreaterThanOrEqual(2 - 2 ** -44 * 52);
    }
  });

  test('a joint with a slight bend does not leak', async () => {
    for (const bend of [1e-9, 1e-7, 1e-6, 1e-5, 1e-3, 0.1, 5]) {
      const { drive, world } = driven([{ id: 0, x: -45.3, y: 7, radius: 2, ...facing(270) }], [pieces(3, bend)]);
      await drive(forward(100));
      await drive(turn(90));
      await drive(forward(90));
      const { x, y } = world.poseOf(0);
      const angle = radiansOf(bend);
      const above = (y - 0) * Math.cos(angle) - (x - 50 / 3) * Math.sin(angle);
      expect(Math.min(y, above)).toBeGreaterThanOrEqual(2 - 2 ** -44 * 52);
    }
  });

  test('a robot that dives by a hair is stopped before it is too deep', async () => {
    for (const dive of [1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-9]) {
      const { drive, world } = driven([{ id: 0, x: -45.3, y: 2, radius: 2, heading: -dive }], [pieces(10, 0)]);
      await drive({ kind: 'arc', speed: 3, turnRate: 0, duration: 30 });
      expect(world.poseOf(0).y).toBeGreaterThanOrEqual(2 - 2 ** -44 * 52);
    }
  });
});

import { describe, expect, test } from '@jest/globals';
import { type Disc, pointDistance, smallestEnclosingCircle, type Vector } from '@kineko/geometry';
import { EventClass, type RandomStream } from '@kineko/kernel';
import { BasicChannel } from '@kineko/neko';
import { type RobotRun, robotRun, type RobotRunOptions } from '../../../test/robot-run.js';
import { AbstractAlgorithm } from '../algorithm.js';
import type { RobotSystem } from '../robot-system.js';
import { CircleFormation } from './circle-formation.js';
import { exitPoint } from './voronoi-cell.js';

const SMALL = {
  side: 100,
  radius: () => 0.5,
  until: 600,
  channel: (host) => new BasicChannel(host),
  algorithm: CircleFormation,
} as const satisfies Omit<RobotRunOptions, 'seed' | 'n'>;

/** The largest distance of a robot from the circle, as a share of its radius. */
function offCircle(circle: Disc, places: readonly Vector[]): number {
  return Math.max(...places.map((place) => Math.abs(pointDistance(circle, place) - circle.radius))) / circle.radius;
}

/** Difference of the gaps between neighbours, as a share of their mean. */
function unevenness(circle: Disc, places: readonly Vector[]): number {
  const angles = places.map(({ x, y }) => Math.atan2(y - circle.y, x - circle.x)).sort((a, b) => a - b);
  const gaps = angles.map((angle, i) => angle - (angles[i - 1] ?? angles.at(-1)! - 2 * Math.PI));
  return (Math.max(...gaps) - Math.min(...gaps)) / ((2 * Math.PI) / places.length);
}

/** Expects all robots to be finished and on one circle, without collisions. */
function expectCircle({ poses, finished, collisions }: RobotRun): Disc {
  const circle = smallestEnclosingCircle(poses);
  expect(finished).toHaveLength(poses.length);
  expect(offCircle(circle, poses)).toBeLessThan(1e-3);
  expect(collisions).toBe(0);
  return circle;
}

/** Passes the positions of all robots to a function at every second of a run, before the other events of that instant. */
function everySecond(system: RobotSystem, until: number, look: (places: readonly Vector[]) => void): void {
  const { simulator, world } = system;
  const run = (): void => look(world.robots.map((id) => world.poseOf(id)));
  for (let time = 0; time < until; time++) {
    simulator.schedule(time, { class: EventClass.GridUpkeep, low: 0, high: 0, run, describe: () => 'a look' });
  }
}

const SEEDS = Array.from({ length: 8 }, (_, seed) => seed);
const numberOf = (seed: number): number => 5 + 2 * seed;

test.each(SEEDS)('robots at random places, of seed %i, form a circle and spread evenly', async (seed) => {
  const n = numberOf(seed);
  let before: Disc | undefined;
  let shift = 0;
  const look = (places: readonly Vector[]): void => {
    const circle = smallestEnclosingCircle(places);
    before ??= circle;
    shift = Math.max(shift, pointDistance(before, circle), Math.abs(before.radius - circle.radius));
  };
  const run = await robotRun({ ...SMALL, n, seed, before: (system) => everySecond(system, SMALL.until, look) });
  const circle = expectCircle(run);
  expect(unevenness(circle, run.poses)).toBeLessThan(0.05);
  // The circle stays that of the start during the whole run.
  expect(shift).toBeLessThan(1e-6 * circle.radius);
});

test('without `uniform`, finishes when all are on the circumference', async () => {
  let uneven = 0;
  for (const seed of SEEDS) {
    const run = await robotRun({ ...SMALL, n: numberOf(seed), seed, parameters: { uniform: false } });
    if (unevenness(expectCircle(run), run.poses) > 0.05) uneven++;
  }
  expect(uneven).toBeGreaterThan(5);
});

describe('robots do not collide', () => {
  test.each<[string, number, (draw: RandomStream) => number]>([
    ['large robots in little room', 40, () => 2],
    ['robots of different sizes', 60, (draw) => draw.uniform(0.2, 3)],
    ['tiny robots', 100, () => 0.01],
  ])('%s', async (_name, side, radius) => {
    const options = { ...SMALL, side, radius, parameters: { uniform: false } };
    for (const n of [6, 10, 14]) expectCircle(await robotRun({ ...options, n, seed: 100 + n }));
  });

  /** Moves the whole distance in one motion, as if robots were points. */
  class Careless extends AbstractAlgorithm {
    protected async doMotion(): Promise<void> {
      const everyone = await this.gps.getAllPosition();
      const own = everyone[this.robot.id]!;
      const others = everyone.filter((other) => other !== own);
      const circle = smallestEnclosingCircle(everyone);
      await this.actuator.moveTo(exitPoint({ ...own, radius: 0 }, others, circle), 5, 90);
      await this.sleep(this.random());
    }
  }

  test('robots that move all the way to their destinations collide', async () => {
    let collisions = 0;
    for (const n of [6, 10, 14]) {
      const options = { ...SMALL, side: 40, radius: () => 2, n, seed: 100 + n, until: 60 };
      collisions += (await robotRun({ ...options, algorithm: Careless })).collisions;
    }
    expect(collisions).toBeGreaterThan(5);
  });

  test('robots stop without touching if the circumference has no room for all', async () => {
    const run = await robotRun({ ...SMALL, side: 30, radius: () => 2, n: 20, seed: 15, until: 60 });
    expect(run.finished).toEqual([]);
    expect(run.collisions).toBe(0);
  });
});

describe('special places:', () => {
  const run = (places: readonly Vector[]): Promise<RobotRun> =>
    robotRun({ ...SMALL, places, n: places.length, seed: 1 });

  test('one robot forms a circle', async () => {
    expect((await run([{ x: 10, y: 10 }])).finished).toEqual([0]);
  });

  test('two robots form a circle without moving', async () => {
    const { system, poses } = await run([
      { x: 10, y: 10 },
      { x: 20, y: 15 },
    ]);
    expect(smallestEnclosingCircle(poses)).toMatchObject({ x: 15, y: 12.5 });
    for (const robot of system.robots) expect(robot.motionRequests).toBe(0);
  });

  test('robots in a row', async () => {
    const circle = expectCircle(await run(Array.from({ length: 9 }, (_, i) => ({ x: 10 + 5 * i, y: 30 }))));
    expect(circle.radius).toBeCloseTo(20, 6);
  });

  test('a robot in the very centre', async () => {
    const places = [
      { x: 0, y: 0 },
      { x: 20, y: 0 },
      { x: 0, y: 20 },
      { x: -20, y: 0 },
      { x: 0, y: -20 },
    ];
    const { poses } = await run(places.map(({ x, y }) => ({ x: x + 50, y: y + 50 })));
    expect(unevenness(smallestEnclosingCircle(poses), poses)).toBeLessThan(0.05);
  });

  test('robots that touch each other', async () => {
    const places = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => ({ x: 40 + i, y: 40 + j })));
    const far = { x: 80, y: 80 };
    expectCircle(await run([...places, far]));
  });
});

test('the same seed gives the same run', async () => {
  const options = { ...SMALL, n: 6, seed: 2, keeps: () => true };
  const [first, second] = [await robotRun(options), await robotRun(options)];
  expect(first.records.length).toBeGreaterThan(100);
  expect(second.records).toEqual(first.records);
});

test.each([
  [{ tolerance: 0 }, 'CircleFormation.tolerance: expected a number above 0, got "0"'],
  [{ speed: -1 }, 'CircleFormation.speed: expected a number above 0 (m/s), got "-1"'],
  [{ uniform: 'maybe' }, 'CircleFormation.uniform: expected true or false, got "maybe"'],
])('parameters %p are refused', async (parameters, message) => {
  await expect(robotRun({ ...SMALL, n: 3, seed: 1, parameters })).rejects.toThrow(message);
});

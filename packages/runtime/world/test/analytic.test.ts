import { describe, expect, test } from '@jest/globals';
import { arcLeg, lineLeg, restLeg, turnLeg } from '@kineko/geometry';
import { BucketQueue, Random, Simulator, SlotHeap } from '@kineko/kernel';
import { AnalyticDynamics, type AnalyticOptions } from '../src/dynamics/analytic.js';
import type { DynamicsListener } from '../src/dynamics/dynamics.js';
import { naiveTrace, type Trace } from './naive-engine.js';
import { crowd, type Scene } from './scene.js';

/** Random movement in the real engine: the same lines as the naive one writes. */
async function traceOf(
  scene: Scene,
  events: number,
  options: AnalyticOptions = {},
  order = scene.bodies,
): Promise<Trace> {
  const { simulator, trace } = start(scene, options, order);
  while (trace.length < events) await simulator.run({ maxEvents: 50 });
  return trace.slice(0, events);
}

function start(scene: Scene, options: AnalyticOptions, order = scene.bodies) {
  const trace: Trace = [];
  const listener: DynamicsListener = {
    onDone: (id, end, now) => {
      if (end.status === 'finished') trace.push(`${now} ${id} arrives`);
      else trace.push(`${now} ${id} hits ${'body' in end ? end.body : `wall ${end.fixture}`}`);
      dynamics.command(id, scene.nextLegs(id, dynamics.poseOf(id, now), now), now);
    },
  };
  const dynamics = new AnalyticDynamics(order, { walls: scene.walls, ...options }, listener);
  for (const { id } of scene.bodies) dynamics.command(id, scene.nextLegs(id, dynamics.poseOf(id, 0), 0), 0);
  const simulator = new Simulator();
  simulator.attach(dynamics);
  return { simulator, dynamics, trace };
}

describe('against the naive engine, to the last bit', () => {
  test.each([
    ['few robots', 1, 6, 0.1, [1]],
    ['a dense crowd', 2, 30, 0.4, [1]],
    ['mixed radii', 3, 25, 0.3, [0.3, 1, 2.5]],
    ['a thin crowd', 4, 25, 0.02, [1, 0.5]],
  ] as const)('%s', async (_name, seed, count, density, radii) => {
    const events = 400;
    expect(await traceOf(crowd(seed, count, density, radii), events)).toEqual(
      naiveTrace(crowd(seed, count, density, radii), events),
    );
  });
});

test('neither the queue, nor the size of the cells, nor the order of listing changes a run', async () => {
  const scene = () => crowd(7, 60, 0.3, [1, 0.6]);
  const events = 3000;
  const expected = await traceOf(scene(), events);
  for (const queue of [new SlotHeap(), new BucketQueue()]) {
    expect(await traceOf(scene(), events, { queue })).toEqual(expected);
  }
  for (const cellsPerSpacing of [0.1, 1.7, 5]) {
    expect(await traceOf(scene(), events, { cellsPerSpacing })).toEqual(expected);
  }
  const shuffled = scene();
  const order = new Random(1).stream('order').shuffle([...shuffled.bodies]);
  expect(await traceOf(shuffled, events, {}, order)).toEqual(expected);
});

test.each([
  ['far outside the area, where the grid has no numbers for columns', -1e6],
  // A cell is 2.5 m wide, and columns are numbered up to 32,000 from the first one on.
  ['and cross into columns without numbers', -31_992 * 2.5],
])('bodies move as elsewhere %s', async (_where, minX) => {
  const scene = () => crowd(7, 70, 0.3, [1]);
  const { width, height } = scene();
  const area = { minX, minY: 0, maxX: minX + width / 2, maxY: height };
  expect(await traceOf(scene(), 2000, { area })).toEqual(await traceOf(scene(), 2000));
});

test('no body ever overlaps another or leaves the walls', async () => {
  const scene = crowd(11, 80, 0.35, [1, 0.4]);
  const { simulator, dynamics } = start(scene, {});
  let smallestGap = Infinity;
  for (let step = 0; step < 300; step++) {
    await simulator.run({ maxEvents: 40 });
    smallestGap = Math.min(smallestGap, smallestGapOf(scene, dynamics, simulator.now));
  }
  expect(smallestGap).toBeGreaterThan(-1e-11);
});

test('a gas of discs keeps its energy over a long run', async () => {
  const scene = crowd(13, 60, 0.2, [1, 0.7]);
  const random = new Random(3).stream('velocities');
  let hits = 0;
  const dynamics = new AnalyticDynamics(
    scene.bodies,
    { walls: scene.walls, response: 'bounce' },
    { onTouch: () => void hits++ },
  );
  for (const { id } of scene.bodies) dynamics.launch(id, random.normal(), random.normal(), 0);
  const energy = (): number =>
    scene.bodies.reduce((sum, { id, radius }) => {
      const { x, y } = dynamics.velocityOf(id, 0);
      return sum + radius * radius * (x * x + y * y);
    }, 0);
  const before = energy();
  const simulator = new Simulator();
  simulator.attach(dynamics);
  await simulator.run({ maxEvents: 30_000 });
  expect(hits).toBeGreaterThan(20_000);
  expect(Math.abs(energy() / before - 1)).toBeLessThan(1e-12);
  expect(smallestGapOf(scene, dynamics, simulator.now)).toBeGreaterThan(-1e-11);
});

test('ghosts pass through each other and through walls, and arrive', async () => {
  const scene = crowd(5, 20, 0.4, [1]);
  const trace = await traceOf(scene, 200, { response: 'none' });
  expect(trace.filter((line) => line.includes('hits'))).toEqual([]);
});

describe('rejects input that the engine cannot follow', () => {
  const body = (id: number, x = 0) => ({ id, x, y: 0, heading: 0, radius: 1 });

  test.each([
    ['an id twice', [body(3), body(3, 9)], 'two bodies have the id 3'],
    ['no id', [body(NaN)], 'a body: expected a finite number, got NaN'],
    ['no place', [body(1, NaN)], 'the x of body 1: expected at most 2^30 m from 0, got NaN'],
    ['no size', [{ ...body(1), radius: 0 }], 'the radius of body 1: expected 2^-20 to 2^20 m, got 0'],
  ])('%s', (_name, bodies, message) => {
    expect(() => new AnalyticDynamics(bodies)).toThrow(message);
  });

  test('legs that would make a body jump, in time or in place', () => {
    const dynamics = new AnalyticDynamics([body(1)]);
    const line = lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 2, vx: 1, vy: 0 });
    const further = lineLeg({ ...line, x: 2, start: 2, end: 3 });
    expect(() => dynamics.command(1, [], 0)).toThrow(
      'body 1: expected at least one leg, got none; halt() ends a motion',
    );
    expect(() => dynamics.command(1, [line], 1)).toThrow('leg 0 of body 1: expected a start at t = 1, got t = 0');
    expect(() => dynamics.command(1, [{ ...line, x: 5 }], 0)).toThrow(
      'leg 0 of body 1: expected a start at (0, 0), where the body is, got (5, 0)',
    );
    expect(() => dynamics.command(1, [line, { ...further, x: 9 }], 0)).toThrow('the body is, got (9, 0)');
    expect(() => dynamics.command(2, [line], 0)).toThrow('there is no body 2');
    expect(() => dynamics.launch(1, NaN, 0, 0)).toThrow(
      'the speed of body 1: expected 0 or 2^-30 to 2^30 m/s, got NaN',
    );
    dynamics.command(1, [line, further], 0);
  });
});

test.each(['rest', 'turn'] as const)(
  'an arc meets a body that stands, although its leg (%s) ended before and was replaced where it stands',
  async (kind) => {
    const hits: string[] = [];
    const dynamics = new AnalyticDynamics(
      [0, 1].map((id) => ({ id, x: 3 * id, y: 0, heading: 0, radius: 1 })),
      {},
      { onDone: (id, { status }, now) => void hits.push(`${id} ${status} at ${now.toFixed(3)}`) },
    );
    const place = { x: 3, y: 0, heading: 0, start: 0 };
    const standing = (end: number) =>
      kind === 'rest' ? restLeg({ ...place, end }) : turnLeg({ ...place, end, turnRate: 1 });
    // The contact comes at 0.5 s: after the end of the first leg, which is replaced in the same instant.
    dynamics.command(1, [standing(0.25)], 0);
    dynamics.command(0, [arcLeg({ x: 0, y: 0, heading: 0, start: 0, end: 1, speed: 2, turnRate: 2 ** -10 })], 0);
    dynamics.command(1, [standing(0.75)], 0);
    const simulator = new Simulator();
    simulator.attach(dynamics);
    await simulator.run({ until: 2 });
    expect(hits).toEqual(['0 collided at 0.500', '1 finished at 0.750']);
  },
);

test('a motion can be ended, and another begun, in the middle', async () => {
  const ends: string[] = [];
  const dynamics = new AnalyticDynamics(
    [
      { id: 1, x: 0, y: 0, heading: 0, radius: 1 },
      { id: 2, x: 10, y: 0, heading: 0, radius: 1 },
    ],
    {},
    { onDone: (id, { status }, now) => void ends.push(`${now} ${id} ${status}`) },
  );
  const simulator = new Simulator();
  simulator.attach(dynamics);
  dynamics.command(1, [lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 9, vx: 1, vy: 0 })], 0);
  await simulator.run({ until: 3 });
  dynamics.halt(1, 3);
  await simulator.run({ until: 5 });
  expect(dynamics.poseOf(1, 5)).toEqual({ x: 3, y: 0, heading: 0 });
  dynamics.command(1, [lineLeg({ x: 3, y: 0, heading: 0, start: 5, end: 20, vx: 1, vy: 0 })], 5);
  await simulator.run();
  expect(ends).toEqual(['10 1 collided']);
  expect(dynamics.poseOf(1, 12)).toEqual({ x: 8, y: 0, heading: 0 });
});

function smallestGapOf(scene: Scene, dynamics: AnalyticDynamics, now: number): number {
  const poses = scene.bodies.map(({ id }) => dynamics.poseOf(id, now));
  let least = Infinity;
  for (const [i, { x, y }] of poses.entries()) {
    const { radius } = scene.bodies[i]!;
    least = Math.min(least, x - radius, y - radius, scene.width - x - radius, scene.height - y - radius);
    for (let j = 0; j < i; j++) {
      const other = poses[j]!;
      const distance = Math.sqrt((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y));
      least = Math.min(least, distance - radius - scene.bodies[j]!.radius);
    }
  }
  return least;
}

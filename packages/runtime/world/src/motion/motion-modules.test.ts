import { describe, expect, test } from '@jest/globals';
import { type Leg, type Pose, poseAt } from '@kineko/geometry';
import { arc } from './arc.js';
import fc from 'fast-check';
import { forward } from './forward.js';
import { glide } from './glide.js';
import { type Phase, plannedEvents } from './motion-module.js';
import { moveTo } from './move-to.js';
import { turn } from './turn.js';

const DEGREE = Math.PI / 180;
const here: Pose = { x: 3, y: -2, heading: 1 };

const legsOf = (phases: readonly Phase[]): Leg[] => phases.map(({ leg }) => leg);
const endOf = (phases: readonly Phase[]): Pose => poseAt(legsOf(phases).at(-1)!, Infinity);

test('TURN ends at the angle, after as long as the rate takes', () => {
  const plan = turn.plan({ kind: 'turn', angle: -90 * DEGREE, turnRate: 45 * DEGREE }, here, 5);
  expect(plan).toEqual([{ name: 'turn', leg: expect.objectContaining({ kind: 'turn', start: 5, end: 7 }) }]);
  expect(endOf(plan)).toEqual({ x: 3, y: -2, heading: 1 - 90 * DEGREE });
});

test('FORWARD goes along the heading, or back', () => {
  const ahead = forward.plan({ kind: 'forward', distance: 5, speed: 2 }, { x: 0, y: 0, heading: 0 }, 1);
  expect(legsOf(ahead)[0]).toMatchObject({ start: 1, end: 3.5 });
  expect(endOf(ahead)).toEqual({ x: 5, y: 0, heading: 0 });
  const back = forward.plan({ kind: 'forward', distance: -5, speed: 2 }, { x: 0, y: 0, heading: 0 }, 1);
  expect(endOf(back)).toEqual({ x: -5, y: 0, heading: 0 });
});

describe('MOVETO', () => {
  test('turns anticlockwise, whatever the shorter way, then goes and arrives', () => {
    const phases = moveTo.plan({ kind: 'moveTo', x: 10, y: -2, speed: 7, turnRate: 1 }, here, 0);
    expect(phases.map(({ name }) => name)).toEqual(['turn', 'forward']);
    const [turning, way] = legsOf(phases);
    expect(turning!.end).toBeCloseTo(2 * Math.PI - 1, 12);
    expect(way).toMatchObject({ start: turning!.end, heading: 0 });
    expect(way!.end - way!.start).toBeCloseTo(1, 12);
    expect(endOf(phases)).toEqual({ x: 10, y: -2, heading: 0 });
  });

  test('turns the shorter way if asked', () => {
    const request = { kind: 'moveTo', x: 10, y: -2, speed: 7, turnRate: 1, shorter: true } as const;
    const [turning] = legsOf(moveTo.plan(request, here, 0));
    expect(turning).toMatchObject({ turnRate: -1 });
    expect(turning!.end).toBeCloseTo(1, 12);
  });

  test.each([0, 1e-16, -1e-16, 2 * Math.PI, -6 * Math.PI])(
    'heading there, but for rounding (%d), it does not turn round',
    (heading) => {
      const [turning] = legsOf(
        moveTo.plan({ kind: 'moveTo', x: 5, y: 0, speed: 1, turnRate: 1 }, { x: 0, y: 0, heading }, 0),
      );
      expect(turning!.end).toBeLessThan(1e-12);
    },
  );

  test('to where it is takes no time and keeps the heading', () => {
    const phases = moveTo.plan({ kind: 'moveTo', x: 3, y: -2, speed: 7, turnRate: 1 }, here, 4);
    expect(legsOf(phases).map(({ start, end }) => [start, end])).toEqual([
      [4, 4],
      [4, 4],
    ]);
    expect(endOf(phases)).toEqual(here);
  });

  // Figures printed in the logs of the thesis, three decimals each; angles in degrees.
  test.each([
    {
      from: [419.29, 386.045, 35.148],
      to: [407.641, 411.715],
      rate: 6.413,
      speed: 3.517,
      at: 80.433,
      turn: 79.26,
      turned: 92.793,
      heading: 114.408,
      way: 28.19,
    },
    { from: [417.676, 407.296, 64.279], to: [407.694, 413.559], rate: 7.943, speed: 5.302, at: 92.728, turn: 83.616 },
    { from: [409.272, 412.664, 167.12], to: [404.559, 411.839], rate: 5.875, speed: 5.003, at: 96.24, turn: 22.803 },
    { from: [423.319, 425.888, 199.61], to: [400.452, 435.529], rate: 4.761, speed: 3.978, at: 53.71, turn: 317.529 },
    { from: [423.319, 425.888, 333.006], to: [392.737, 431.771], rate: 5.774, speed: 4.389, at: 74.163, turn: 196.105 },
    {
      from: [379.148, 448.388, 333.006],
      to: [423.319, 425.888],
      rate: 1,
      speed: 5.964,
      at: 65.851,
      way: 49.571,
      takes: 8.312,
    },
    {
      from: [401.356, 373.418, 64.279],
      to: [417.676, 407.296],
      rate: 1,
      speed: 5.452,
      at: 85.831,
      way: 37.604,
      takes: 6.897,
    },
    {
      from: [417.046, 410.886, 167.12],
      to: [409.272, 412.664],
      rate: 1,
      speed: 3.106,
      at: 93.673,
      way: 7.974,
      takes: 2.567,
    },
  ])('as in the logs of the thesis: at $at from $from to $to', (row) => {
    const [x, y, degrees] = row.from as [number, number, number];
    const [toX, toY] = row.to as [number, number];
    const pose = { x, y, heading: degrees * DEGREE };
    const request = { kind: 'moveTo', x: toX, y: toY, speed: row.speed, turnRate: row.rate * DEGREE } as const;
    const [turning, way] = legsOf(moveTo.plan(request, pose, row.at)) as [Leg, Leg];
    const seconds = way.end - way.start;
    const computed = {
      turn: (turning.end - turning.start) * row.rate,
      turned: turning.end,
      heading: way.heading / DEGREE,
      way: seconds * row.speed,
      takes: seconds,
    };
    for (const [name, tolerance] of Object.entries({
      turn: 0.01,
      turned: 0.0015,
      heading: 0.01,
      way: 0.0015,
      takes: 0.0015,
    })) {
      const printed = (row as Record<string, unknown>)[name] as number | undefined;
      const difference = printed === undefined ? 0 : computed[name as keyof typeof computed] - printed;
      expect(Math.abs(difference)).toBeLessThan(tolerance);
    }
  });
});

describe('ARC', () => {
  test('by speed and rate: a quarter of a circle', () => {
    const phases = arc.plan(
      { kind: 'arc', speed: Math.PI, turnRate: Math.PI / 2, duration: 1 },
      { x: 0, y: 0, heading: 0 },
      0,
    );
    expect(endOf(phases)).toEqual({
      x: expect.closeTo(2, 12),
      y: expect.closeTo(2, 12),
      heading: expect.closeTo(Math.PI / 2, 12),
    });
  });

  test('by wheels: both alike go straight, opposite ones turn on the spot', () => {
    const drive = (left: number, right: number) =>
      arc.plan({ kind: 'arc', left, right, axle: 0.5, duration: 2 }, { x: 0, y: 0, heading: 0 }, 0)[0]!.leg;
    expect(drive(1, 1)).toMatchObject({ kind: 'line', vx: 1, vy: 0 });
    expect(drive(-1, 1)).toMatchObject({ kind: 'turn', turnRate: 4 });
    expect(drive(1, 2)).toMatchObject({ kind: 'arc', speed: 1.5, turnRate: 2 });
  });

  test('without a duration it has no end', () => {
    const phases = arc.plan({ kind: 'arc', speed: 1, turnRate: 1 }, here, 3);
    expect(plannedEvents(phases)).toEqual([{ time: 3, edge: 'start', phase: 'arc' }]);
  });
});

test('each phase of a plan starts and finishes', () => {
  const request = { kind: 'moveTo', x: 0, y: 4, speed: 2, turnRate: Math.PI / 4 } as const;
  const phases = moveTo.plan(request, { x: 0, y: 0, heading: 0 }, 10);
  expect(plannedEvents(phases)).toEqual([
    { time: 10, edge: 'start', phase: 'turn' },
    { time: 12, edge: 'finish', phase: 'turn' },
    { time: 12, edge: 'start', phase: 'forward' },
    { time: 14, edge: 'finish', phase: 'forward' },
  ]);
});

describe('rejects invalid requests with the expected and the given value', () => {
  test.each([
    [
      () => turn.plan({ kind: 'turn', angle: 1, turnRate: 0 }, here, 0),
      'the rate of a turn: expected a number above 0, got 0',
    ],
    [
      () => turn.plan({ kind: 'turn', angle: NaN, turnRate: 1 }, here, 0),
      'the angle of a turn: expected a finite number, got NaN',
    ],
    [
      () => forward.plan({ kind: 'forward', distance: 1, speed: -1 }, here, 0),
      'the speed of a forward motion: expected a number above 0, got -1',
    ],
    [
      () => forward.plan({ kind: 'forward', distance: '5' as never, speed: 1 }, here, 0),
      'the distance of a forward motion: expected a finite number, got "5"',
    ],
    [
      () => moveTo.plan({ kind: 'moveTo', x: Infinity, y: 0, speed: 1, turnRate: 1 }, here, 0),
      'the x of a place to move to: expected a finite number, got Infinity',
    ],
    [
      () => moveTo.plan({ kind: 'moveTo', x: 2 ** 31, y: 0, speed: 100, turnRate: 1 }, here, 0),
      'the x of a place to move to: expected at most 2^30 m from 0, got 2147483648',
    ],
    [
      // The square of the distance overflows.
      () => moveTo.plan({ kind: 'moveTo', x: 0, y: 1e300, speed: 1, turnRate: 1 }, here, 0),
      'the y of a place to move to: expected at most 2^30 m from 0, got 1e+300',
    ],
    [
      () => arc.plan({ kind: 'arc', left: 1, right: 2, axle: 0 }, here, 0),
      'the axle of an arc: expected the metres between the wheels, above 0, got 0',
    ],
    [
      () => arc.plan({ kind: 'arc', speed: 1, turnRate: 1, duration: -1 }, here, 0),
      'the duration of an arc: expected 0 s or more, or Infinity, got -1',
    ],
    [
      () => arc.plan({ kind: 'arc', speed: 1, turnRate: 1, duration: '3' as never }, here, 0),
      'the duration of an arc: expected 0 s or more, or Infinity, got "3"',
    ],
    [
      () => arc.plan({ kind: 'arc', speed: 1e-12, turnRate: 1 }, here, 0),
      'the speed of an arc: expected 0 or 2^-30 to 2^30 m/s, got 1e-12',
    ],
  ])('%#', (plan, message) => {
    expect(plan).toThrow(message);
  });
});

describe('GLIDE', () => {
  const plan = (x: number, y: number, duration: number, from = here): readonly Phase[] =>
    glide.plan({ kind: 'glide', x, y, duration }, from, 2);

  test('goes straight without turning and arrives exactly after its duration', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -9, max: 9, noNaN: true }),
        fc.double({ min: 0.01, max: 9, noNaN: true }),
        (x, duration) => {
          const phases = plan(x, 0.1, duration);
          expect(endOf(phases)).toEqual({ x, y: 0.1, heading: 1 });
          expect(legsOf(phases).at(-1)!.end).toBe(2 + duration);
        },
      ),
    );
    expect(legsOf(plan(4, -2, 0.5))[0]).toMatchObject({ kind: 'line', vx: 2, vy: 0, heading: 1 });
  });

  test('stands first if the distance is too short for the lowest speed', () => {
    const phases = plan(1e-15, 0, 1, { x: 0, y: 0, heading: 0 });
    expect(phases.map(({ name }) => name)).toEqual(['wait', 'glide', 'arrive']);
    expect(endOf(phases)).toEqual({ x: 1e-15, y: 0, heading: 0 });
    const unreached = glide.plan({ kind: 'glide', x: 1e-25, y: 0, duration: 1 }, { x: 0, y: 0, heading: 0 }, 1000);
    expect(endOf(unreached)).toEqual({ x: 0, y: 0, heading: 0 });
    expect(plan(3, -2, 1).map(({ name }) => name)).toEqual(['wait', 'arrive']);
  });

  test('rejects a duration that is not positive and a place that is not finite', () => {
    expect(() => plan(1, 1, 0)).toThrow('the duration of a glide: expected a number above 0, got 0');
    expect(() => plan(NaN, 1, 1)).toThrow('the x of a place to glide to: expected a finite number, got NaN');
  });
});

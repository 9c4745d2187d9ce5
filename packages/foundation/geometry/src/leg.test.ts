import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { discDiscContact, discPointContact } from './contact/disc-disc.js';
import { discSegmentContact } from './contact/disc-segment.js';
import {
  arcLeg,
  curveLeg,
  headingAt,
  type Leg,
  lineLeg,
  maxAccelerationOf,
  maxSpeedOf,
  poseAt,
  positionAt,
  restLeg,
  sweptBounds,
  turnLeg,
  velocityAt,
} from './leg.js';
import { DomainError, MAX_TIME } from './tolerances.js';

const SEED = { seed: 20090301, numRuns: 300 };

const at = { x: 1, y: 2, heading: 0.5, start: 10 };
const circle = {
  position: (t: number) => ({ x: 1 + 2 * Math.sin(t - 10), y: 2 + 2 * (1 - Math.cos(t - 10)) }),
  velocity: (t: number) => ({ x: 2 * Math.cos(t - 10), y: 2 * Math.sin(t - 10) }),
  headingAt: (t: number) => t - 10,
  maxSpeed: 2,
  maxAcceleration: 2,
};

/** One of each kind. */
const legs: readonly Leg[] = [
  restLeg(at),
  turnLeg({ ...at, end: 20, turnRate: -0.25 }),
  lineLeg({ ...at, end: 20, vx: 3, vy: -4 }),
  arcLeg({ ...at, end: 20, speed: 2, turnRate: 0.75 }),
  arcLeg({ ...at, end: 20, speed: -2, turnRate: 0.75 }),
  arcLeg({ ...at, end: 20, speed: 2, turnRate: -1e-7 }),
  curveLeg({ start: 10, end: 20, ...circle }),
];

describe.each(legs.map((leg) => [leg.kind, leg] as const))('a leg: %s', (_, leg) => {
  test('stands at its start before, and at its end after', () => {
    expect(poseAt(leg, 10)).toEqual({ x: 1, y: 2, heading: leg.heading });
    expect(poseAt(leg, 3)).toEqual(poseAt(leg, 10));
    expect(poseAt(leg, 25)).toEqual(poseAt(leg, 20));
  });

  test('its velocity is the change of its place', () => {
    const h = 1e-5;
    for (let t = 10.5; t < 20; t += 0.37) {
      const [before, after, v] = [positionAt(leg, t - h), positionAt(leg, t + h), velocityAt(leg, t)];
      expect((after.x - before.x) / (2 * h)).toBeCloseTo(v.x, 7);
      expect((after.y - before.y) / (2 * h)).toBeCloseTo(v.y, 7);
    }
  });

  test('nowhere exceeds its bounds on speed and acceleration', () => {
    const h = 1e-4;
    for (let t = 10.5; t < 20; t += 0.37) {
      const [v, w] = [velocityAt(leg, t), velocityAt(leg, t + h)];
      expect(Math.hypot(v.x, v.y)).toBeLessThanOrEqual(maxSpeedOf(leg) * (1 + 1e-15));
      expect(Math.hypot(w.x - v.x, w.y - v.y) / h).toBeLessThanOrEqual(maxAccelerationOf(leg) * (1 + 1e-9) + 1e-9);
    }
  });

  test('its bounds hold every place, and little more than those it needs', () => {
    for (const [from, to] of [
      [10, 20],
      [0, 100],
      [11, 11.5],
      [13, 19],
      [0, Infinity],
      [12, 12],
    ] as const) {
      const box = sweptBounds(leg, from, to);
      for (let n = 0; n <= 300; n++) {
        const { x, y } = positionAt(leg, from + (Math.min(to, 40) - from) * (n / 300));
        expect(x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY).toBe(true);
      }
      if (leg.kind === 'curve') continue;
      const size = Math.max(...Object.values(box).map(Math.abs));
      expect(size).toBeLessThan(100);
    }
  });
});

test('a curve begins where its functions say, whatever else it is given', () => {
  const spec = { ...circle, x: 99, y: 99, heading: 99, start: 10 + Math.PI };
  const leg = curveLeg(spec);
  expect(leg).toMatchObject({ ...circle.position(spec.start), heading: circle.headingAt(spec.start) });
  expect(poseAt(leg, 0)).toEqual({ x: leg.x, y: leg.y, heading: leg.heading });
});

test('an endless leg stands at last: at Infinity it is where it is at the end of time', () => {
  const endless = [
    restLeg(at),
    turnLeg({ ...at, turnRate: 2 ** -20 }),
    lineLeg({ ...at, vx: 0.25, vy: 0 }),
    arcLeg({ ...at, speed: 2, turnRate: 0.75 }),
    curveLeg({ start: 10, ...circle }),
  ];
  for (const leg of endless) {
    const last = poseAt(leg, MAX_TIME);
    expect(Object.values(last).every(Number.isFinite)).toBe(true);
    expect(poseAt(leg, Infinity)).toEqual(last);
    expect(poseAt(leg, 2 * MAX_TIME)).toEqual(last);
    expect(velocityAt(leg, Infinity)).toEqual(velocityAt(leg, MAX_TIME));
  }
});

describe('arcs', () => {
  const arc = fc.record({
    x: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    y: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    heading: fc.double({ min: -100, max: 100, noNaN: true }),
    speed: fc
      .tuple(fc.integer({ min: -20, max: 20 }), fc.double({ min: 1, max: 2, noNaN: true }), fc.boolean())
      .map(([e, m, isForward]) => (isForward ? 1 : -1) * m * 2 ** e),
    turnRate: fc
      .tuple(fc.integer({ min: -29, max: 3 }), fc.double({ min: 1, max: 2, noNaN: true }), fc.boolean())
      .map(([e, m, isLeft]) => (isLeft ? 1 : -1) * m * 2 ** e),
  });

  test('bounds hold every place, however large the circle', () => {
    fc.assert(
      fc.property(arc, fc.double({ min: 0, max: 100, noNaN: true }), (spec, seconds) => {
        const leg = arcLeg({ ...spec, start: 0 });
        const box = sweptBounds(leg, 0, seconds);
        const outside: number[] = [];
        for (let n = 0; n <= 200; n++) {
          const t = (n / 200) * seconds;
          const { x, y } = positionAt(leg, t);
          if (!(x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY)) outside.push(t);
        }
        expect(outside).toEqual([]);
      }),
      SEED,
    );
  });

  test('nothing jumps where the formula for small angles takes over', () => {
    for (const speed of [1, -3]) {
      const leg = arcLeg({ x: 0, y: 0, heading: 0, start: 0, speed, turnRate: 2 ** -10 });
      // The switch is at half an angle of 1e-6.
      const t = 2e-6 * 2 ** 10;
      for (let n = -20; n <= 20; n++) {
        const { x, y } = positionAt(leg, t * (1 + n * 1e-9));
        const [s, angle] = [t * (1 + n * 1e-9), t * (1 + n * 1e-9) * 2 ** -10];
        expect(Math.abs(x - speed * s)).toBeLessThan(Math.abs(speed) * s * 1e-12);
        expect(Math.abs(y - (speed * s * angle) / 2)).toBeLessThan(Math.abs(speed) * s * 1e-15);
      }
    }
  });

  test('an arc that does not turn is a line, and one that does not go is a turn', () => {
    expect(arcLeg({ ...at, speed: 2, turnRate: 0 })).toMatchObject({ kind: 'line', vx: 2 * Math.cos(0.5) });
    expect(arcLeg({ ...at, speed: 0, turnRate: 2 })).toMatchObject({ kind: 'turn', turnRate: 2 });
    expect(arcLeg({ ...at, speed: 0, turnRate: 0 })).toMatchObject({ kind: 'turn', turnRate: 0 });
  });

  test('a heading is not reduced to one turn', () => {
    expect(headingAt(turnLeg({ ...at, turnRate: 2 }), 20)).toBe(20.5);
    expect(headingAt(arcLeg({ ...at, speed: 1, turnRate: 2 }), 20)).toBe(20.5);
    expect(headingAt(lineLeg({ ...at, vx: 1, vy: 0 }), 20)).toBe(0.5);
  });
});

describe('rejects values beyond the domain with the value and the limit', () => {
  const line = { ...at, vx: 1, vy: 0 };
  const arc = { ...at, speed: 1, turnRate: 1 };
  const curve = { start: 10, ...circle };
  const wall = { ax: 0, ay: 0, bx: 1, by: 0 };

  test.each<[string, () => unknown, string]>([
    ['x', () => restLeg({ ...at, x: 2 ** 31 }), 'the x of a rest: expected at most 2^30 m from 0, got 2147483648'],
    ['x NaN', () => restLeg({ ...at, x: NaN }), 'the x of a rest: expected at most 2^30 m from 0, got NaN'],
    [
      'y',
      () => turnLeg({ ...at, y: -Infinity, turnRate: 1 }),
      'the y of a turn: expected at most 2^30 m from 0, got -Infinity',
    ],
    [
      'heading',
      () => lineLeg({ ...line, heading: 2 ** 31 }),
      'the heading of a line: expected at most 2^30 rad from 0, got 2147483648',
    ],
    [
      'heading NaN',
      () => lineLeg({ ...line, heading: NaN }),
      'the heading of a line: expected at most 2^30 rad from 0, got NaN',
    ],
    ['start', () => lineLeg({ ...line, start: -1 }), 'the start of a line: expected 0 to 2^31 s, got -1'],
    [
      'start late',
      () => lineLeg({ ...line, start: 2 ** 32 }),
      'the start of a line: expected 0 to 2^31 s, got 4294967296',
    ],
    ['start NaN', () => lineLeg({ ...line, start: NaN }), 'the start of a line: expected 0 to 2^31 s, got NaN'],
    [
      'end',
      () => lineLeg({ ...line, end: 9 }),
      'the end of a line: expected an instant not before the start, 10, got 9',
    ],
    ['end NaN', () => lineLeg({ ...line, end: NaN }), 'the end of a line: expected 0 to 2^31 s, got NaN'],
    [
      'speed',
      () => lineLeg({ ...line, vx: 2 ** 31 }),
      'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got 2147483648',
    ],
    ['slow', () => lineLeg({ ...line, vx: 1e-10 }), 'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got 1e-10'],
    [
      'hardly a number',
      () => lineLeg({ ...line, vx: 5e-324 }),
      'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got 5e-324',
    ],
    [
      'hardly two',
      () => lineLeg({ ...line, vx: 0, vy: -1e-200 }),
      'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got 1e-200',
    ],
    ['speed NaN', () => lineLeg({ ...line, vy: NaN }), 'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got NaN'],
    [
      'speed infinite',
      () => lineLeg({ ...line, vy: Infinity }),
      'the speed of a line: expected 0 or 2^-30 to 2^30 m/s, got Infinity',
    ],
    [
      'arc',
      () => arcLeg({ ...arc, speed: 5e-324 }),
      'the speed of an arc: expected 0 or 2^-30 to 2^30 m/s, got 5e-324',
    ],
    [
      'rate',
      () => arcLeg({ ...arc, turnRate: 2 ** -31 }),
      'the rate of an arc: expected 0 or 2^-30 to 2^20 rad/s, got 4.656612873077393e-10',
    ],
    [
      'rate NaN',
      () => turnLeg({ ...at, turnRate: NaN }),
      'the rate of a turn: expected 0 or 2^-30 to 2^20 rad/s, got NaN',
    ],
    [
      'curve',
      () => curveLeg({ ...curve, maxSpeed: Infinity }),
      'the largest speed of a curve: expected 0 or 2^-30 to 2^30 m/s, got Infinity',
    ],
    [
      'curve back',
      () => curveLeg({ ...curve, maxSpeed: -2 }),
      'the largest speed of a curve: expected 0 or more, got -2',
    ],
    [
      'curve NaN',
      () => curveLeg({ ...curve, maxSpeed: NaN }),
      'the largest speed of a curve: expected 0 or 2^-30 to 2^30 m/s, got NaN',
    ],
    ['curve late', () => curveLeg({ ...curve, start: NaN }), 'the start of a curve: expected 0 to 2^31 s, got NaN'],
    [
      'curve from nowhere',
      () => curveLeg({ ...curve, position: () => ({ x: 0, y: NaN }) }),
      'the y of a curve: expected at most 2^30 m from 0, got NaN',
    ],
    [
      'curve heading',
      () => curveLeg({ ...curve, headingAt: () => Infinity }),
      'the heading of a curve: expected at most 2^30 rad from 0, got Infinity',
    ],
    [
      'curve bend',
      () => curveLeg({ ...curve, maxAcceleration: -1 }),
      'the largest acceleration of a curve: expected a finite number, 0 or more, got -1',
    ],
    ...[NaN, -1, Infinity].map((magnitude): [string, () => unknown, string] => [
      `curve magnitude ${magnitude}`,
      () => curveLeg({ ...curve, magnitude }),
      `the magnitude of a curve: expected a finite number, 0 or more, got ${magnitude}`,
    ]),
    [
      'a leg that leads out',
      () => lineLeg({ ...line, vx: 2 ** 29, end: 20 }),
      'the x at which a leg ends: expected at most 2^30 m from 0, got 5368709121',
    ],
    [
      'a turn that winds up',
      () => turnLeg({ ...at, turnRate: 2 ** 20, end: 2 ** 11 }),
      'the heading with which a leg ends: expected at most 2^30 rad from 0, got 2136997888.5',
    ],
    [
      'an arc that is a turn and winds up',
      () => arcLeg({ ...at, speed: 0, turnRate: 2 ** 20, end: 2 ** 11 }),
      'the heading with which a leg ends: expected at most 2^30 rad from 0, got 2136997888.5',
    ],
    [
      'an arc that winds up',
      () => arcLeg({ ...arc, turnRate: -(2 ** 20), end: 2 ** 11 }),
      'the heading with which a leg ends: expected at most 2^30 rad from 0, got -2136997887.5',
    ],
    [
      'a curve that winds up',
      () => curveLeg({ ...curve, end: 20, headingAt: (t) => (t === 10 ? 0 : NaN) }),
      'the heading with which a leg ends: expected at most 2^30 rad from 0, got NaN',
    ],
    [
      'radius',
      () => discDiscContact(restLeg(at), 0, restLeg(at), 1),
      'the radius of the first disc: expected 2^-20 to 2^20 m, got 0',
    ],
    [
      'radius large',
      () => discDiscContact(restLeg(at), 1, restLeg(at), 2 ** 21),
      'the radius of the second disc: expected 2^-20 to 2^20 m, got 2097152',
    ],
    [
      'radius NaN',
      () => discPointContact(restLeg(at), NaN, at),
      'the radius of a disc: expected 2^-20 to 2^20 m, got NaN',
    ],
    [
      'point',
      () => discPointContact(restLeg(at), 1, { x: NaN, y: 0 }),
      'the x of a point: expected at most 2^30 m from 0, got NaN',
    ],
    [
      'radius small',
      () => discSegmentContact(restLeg(at), 5e-324, wall),
      'the radius of a disc: expected 2^-20 to 2^20 m, got 5e-324',
    ],
    [
      'wall',
      () => discSegmentContact(restLeg(at), 1, { ...wall, by: 2 ** 40 }),
      "the y of a wall's end B: expected at most 2^30 m from 0, got 1099511627776",
    ],
    [
      'neighbour before',
      () => discSegmentContact(restLeg(at), 1, { ...wall, beforeA: { x: NaN, y: 0 } }),
      "the x of a wall's neighbour before A: expected at most 2^30 m from 0, got NaN",
    ],
    [
      'neighbour after',
      () => discSegmentContact(restLeg(at), 1, { ...wall, afterB: { x: 0, y: -Infinity } }),
      "the y of a wall's neighbour after B: expected at most 2^30 m from 0, got -Infinity",
    ],
    [
      'from',
      () => discDiscContact(restLeg(at), 1, restLeg(at), 1, { from: NaN }),
      'the `from` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
    [
      'until',
      () => discDiscContact(restLeg(at), 1, restLeg(at), 1, { until: NaN }),
      'the `until` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
    [
      'from, point',
      () => discPointContact(restLeg(at), 1, at, { from: NaN }),
      'the `from` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
    [
      'until, point',
      () => discPointContact(restLeg(at), 1, at, { until: NaN }),
      'the `until` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
    [
      'from, wall',
      () => discSegmentContact(restLeg(at), 1, wall, { from: NaN }),
      'the `from` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
    [
      'until, wall',
      () => discSegmentContact(restLeg(at), 1, wall, { until: NaN }),
      'the `until` of a span: expected an instant in seconds, -Infinity or Infinity, got NaN',
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(DomainError);
    expect(make).toThrow(message);
  });

  test('a span may be endless', () => {
    const towards = lineLeg({ x: -4, y: 0, heading: 0, start: 0, vx: 1, vy: 0 });
    const hit = { state: 'hit', time: 3 };
    expect(discPointContact(towards, 1, { x: 0, y: 0 }, { from: -Infinity, until: Infinity })).toMatchObject(hit);
    expect(discSegmentContact(towards, 1, { ax: 0, ay: -1, bx: 0, by: 1 }, { until: Infinity })).toMatchObject(hit);
    expect(discPointContact(towards, 1, { x: 0, y: 0 }, { from: Infinity })).toEqual({ state: 'separated' });
    expect(discPointContact(towards, 1, { x: 0, y: 0 }, { until: -Infinity })).toEqual({ state: 'separated' });
  });

  test('the limits themselves are allowed', () => {
    expect(() => restLeg({ x: 2 ** 30, y: -(2 ** 30), heading: 2 ** 30, start: 2 ** 31 })).not.toThrow();
    expect(() => lineLeg({ ...line, vx: 2 ** -30, vy: 0, end: 2 ** 31 })).not.toThrow();
    expect(() => lineLeg({ ...line, vx: 0, vy: 2 ** 30 })).not.toThrow();
    expect(() => lineLeg({ ...line, vx: 0, vy: 0 })).not.toThrow();
    expect(() => arcLeg({ ...arc, speed: -(2 ** 30), turnRate: -(2 ** -30) })).not.toThrow();
    expect(() => discDiscContact(restLeg(at), 2 ** -20, restLeg(at), 2 ** 20)).not.toThrow();
  });
});

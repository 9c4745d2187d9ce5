import { describe, expect, test } from '@jest/globals';
import type { TraceLeg } from '@kineko/formats/trace';
import { arcLeg, curveLeg, type Leg, lineLeg, poseAt, restLeg, turnLeg } from '@kineko/geometry';
import fc from 'fast-check';
import { type Sample, Track } from './track.js';

const number = fc.double({ min: -100, max: 100, noNaN: true });
const rate = fc.double({ min: 0.01, max: 5, noNaN: true });

/** A leg that starts at 0, to be shifted later. */
const shape = fc.record({
  kind: fc.constantFrom('rest', 'turn', 'line', 'arc'),
  x: number,
  y: number,
  heading: number,
  first: rate,
  second: rate,
  seconds: fc.oneof(fc.double({ min: 0, max: 20, noNaN: true }), fc.constant(Infinity)),
  /** Start of the next leg. */
  until: fc.double({ min: 0, max: 15, noNaN: true }),
});

type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

function legsOf(shapes: readonly Shape[]): Leg[] {
  let start = 0;
  return shapes.map(({ kind, x, y, heading, first, second, seconds, until }) => {
    const stretch = { x, y, heading, start, end: start + seconds };
    start += until;
    if (kind === 'turn') return turnLeg({ ...stretch, turnRate: first });
    if (kind === 'line') return lineLeg({ ...stretch, vx: first, vy: -second });
    if (kind === 'arc') return arcLeg({ ...stretch, speed: first, turnRate: second });
    return restLeg(stretch);
  });
}

function trackOf(legs: readonly Leg[]): Track {
  const track = new Track();
  for (const leg of legs) track.add(leg as TraceLeg);
  return track;
}

test('poses equal those of the legs bit for bit, in any order of queries', () => {
  fc.assert(
    fc.property(
      fc.array(shape, { minLength: 1, maxLength: 12 }),
      fc.array(fc.double({ min: -5, max: 200, noNaN: true }), { minLength: 1, maxLength: 30 }),
      (shapes, times) => {
        const legs = legsOf(shapes);
        const track = trackOf(legs);
        const sample: Sample = { x: 0, y: 0, heading: 0, activity: 'idle' };
        for (const time of times) {
          const leg = legs.findLast((each) => each.start <= time) ?? legs[0]!;
          expect(track.poseAt(time)).toEqual(poseAt(leg, time));
          expect(track.sampleAt(time, sample)).toBe(true);
          const { activity, ...pose } = sample;
          expect(pose).toEqual(poseAt(leg, time));
          expect(activity === 'idle').toBe(leg.kind === 'rest' || time >= leg.end);
        }
      },
    ),
    { seed: 7, numRuns: 300 },
  );
});

test('poses are the same forwards and backwards', () => {
  const track = trackOf([
    lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 1, vy: 0 }),
    arcLeg({ x: 10, y: 0, heading: 0, start: 10, end: 14, speed: 2, turnRate: 0.5 }),
    restLeg({ x: 12, y: 2, heading: 2, start: 12 }),
  ]);
  const times = Array.from({ length: 64 }, (_, k) => k / 4);
  const forwards = times.map((time) => track.poseAt(time));
  const backwards = times.toReversed().map((time) => track.poseAt(time));
  expect(backwards.toReversed()).toEqual(forwards);
});

test('a motion that is cut short ends there', () => {
  const track = trackOf([
    lineLeg({ x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 1, vy: 0 }),
    restLeg({ x: 4, y: 0, heading: 0, start: 4 }),
  ]);
  expect(track.poseAt(3.5)).toEqual({ x: 3.5, y: 0, heading: 0 });
  expect(track.poseAt(9)).toEqual({ x: 4, y: 0, heading: 0 });
  expect([...track.legsBetween(1, 20)].map(({ leg, until }) => [leg.kind, until])).toEqual([
    ['line', 4],
    ['rest', Infinity],
  ]);
});

test('before its first leg a robot stands at the start of that', () => {
  const track = trackOf([lineLeg({ x: 3, y: 4, heading: 1, start: 5, end: 6, vx: 1, vy: 0 })]);
  expect(track.poseAt(0)).toEqual({ x: 3, y: 4, heading: 1 });
});

test('a track without legs has no pose', () => {
  const track = new Track();
  expect(track.poseAt(1)).toBeUndefined();
  expect(track.legAt(1)).toBeUndefined();
  expect(track.sampleAt(1, { x: 0, y: 0, heading: 0, activity: 'idle' })).toBe(false);
  expect([...track.legsBetween(0, 10)]).toEqual([]);
});

test('a leg that starts before the last one holds from the start of that', () => {
  const track = trackOf([
    restLeg({ x: 1, y: 0, heading: 0, start: 10 }),
    restLeg({ x: 2, y: 0, heading: 0, start: 3 }),
    restLeg({ x: 3, y: 0, heading: 0, start: 20 }),
  ]);
  expect([5, 10, 19, 20].map((time) => track.poseAt(time)!.x)).toEqual([1, 2, 2, 3]);
});

test('an amended leg replaces the last one, even after a query', () => {
  const track = new Track();
  track.add({ kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 1, vy: 0 });
  expect(track.poseAt(2)!.x).toBe(2);
  track.amend({ kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 10, vx: 3, vy: 0 });
  expect(track.poseAt(2)!.x).toBe(6);
});

describe('a curve, known by knots,', () => {
  const circle = curveLeg({
    start: 1,
    end: 5,
    position: (t) => ({ x: Math.cos(t), y: Math.sin(t) }),
    velocity: (t) => ({ x: -Math.sin(t), y: Math.cos(t) }),
    headingAt: (t) => t + Math.PI / 2,
    maxSpeed: 1,
    maxAcceleration: 1,
  });
  const knots = Array.from({ length: 65 }, (_, k) => {
    const t = 1 + k / 16;
    return [t, Math.cos(t), Math.sin(t), -Math.sin(t), Math.cos(t), t + Math.PI / 2];
  }).flat();
  const track = new Track();
  const { x, y, heading, start, end } = circle;
  track.add({ kind: 'curve', x, y, heading, start, end, knots });

  test.each([0, 1, 1.01, 2.345, 3.999, 5, 7])('is followed to a micrometre at %d', (time) => {
    const [drawn, exact] = [track.poseAt(time)!, poseAt(circle, time)];
    expect(drawn.x).toBeCloseTo(exact.x, 6);
    expect(drawn.y).toBeCloseTo(exact.y, 6);
    expect(drawn.heading).toBeCloseTo(exact.heading, 9);
  });

  test('is a point if it has one knot', () => {
    const point = new Track();
    point.add({ kind: 'curve', x: 1, y: 2, heading: 3, start: 0, end: 9, knots: [0, 1, 2, 0, 0, 3] });
    expect(point.poseAt(5)).toEqual({ x: 1, y: 2, heading: 3 });
  });
});

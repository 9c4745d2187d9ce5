import { describe, expect, test } from '@jest/globals';
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { spansGathered, spreadAt } from './gathering.js';
import { distanceBetween, MotionRecorder, type RobotMotion } from './motion.js';
import { closestApproach, spansWithin } from './pairs.js';
import { complement, spansBelowZero, union } from './spans.js';

function motionsOf(records: readonly TraceRecord[], until: number): RobotMotion[] {
  const recorder = new MotionRecorder();
  for (const record of records) recorder.add(record);
  return recorder.motions(until);
}

const robot = (id: number, x: number, y: number, radius = 1): TraceRecord => {
  return { type: 'robot', time: 0, robot: id, radius, x, y, heading: 0, tag: '' };
};

const leg = (id: number, of: TraceLeg): TraceRecord => ({ type: 'leg', time: of.start, robot: id, leg: of });

const line = (x: number, y: number, vx: number, vy: number, start: number, end = Infinity): TraceLeg => {
  return { kind: 'line', x, y, heading: 0, start, end, vx, vy };
};

const place = fc.integer({ min: -80, max: 80 }).map((tenths) => tenths / 10);

/** Legs that follow each other, each from where the last one ended. */
const walk = fc
  .record({
    x: place,
    y: place,
    steps: fc.array(
      fc.record({
        vx: place,
        vy: place,
        rate: place,
        kind: fc.constantFrom('line' as const, 'arc' as const, 'rest' as const),
        ticks: fc.integer({ min: 1, max: 8 }),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ x, y, steps }) => (id: number): TraceRecord[] => {
    const records = [robot(id, x, y)];
    let time = 0;
    let [atX, atY] = [x, y];
    for (const { vx, vy, rate, kind, ticks } of steps) {
      const stretch = { x: atX, y: atY, heading: vy, start: time, end: Infinity };
      const made: TraceLeg =
        kind === 'rest'
          ? { kind, ...stretch }
          : kind === 'line' || rate === 0
            ? { kind: 'line', ...stretch, vx, vy }
            : { kind, ...stretch, speed: vx, turnRate: rate };
      records.push(leg(id, made));
      time += ticks / 4;
      const there = motionsOf([robot(id, x, y), ...records.slice(1)], time)[0]!.poseAt(time);
      [atX, atY] = [there.x, there.y];
    }
    return records;
  });

describe('spans', () => {
  test('are merged, and have a complement', () => {
    const joined = union([
      { from: 3, until: 4 },
      { from: 0, until: 1 },
      { from: 1, until: 2 },
      { from: 5, until: 5 },
    ]);
    expect(joined).toEqual([
      { from: 0, until: 2 },
      { from: 3, until: 4 },
    ]);
    expect(complement(joined, { from: 0, until: 6 })).toEqual([
      { from: 2, until: 3 },
      { from: 4, until: 6 },
    ]);
    expect(complement([], { from: 0, until: 6 })).toEqual([{ from: 0, until: 6 }]);
  });

  test('start and end at exact zeros, and none is missed', () => {
    const spans = spansBelowZero((t) => Math.cos(t) - 0.5, 1, 0, 12);
    const third = Math.PI / 3;
    const expected = [
      [third, 5 * third],
      [7 * third, 11 * third],
    ];
    expect(spans).toHaveLength(2);
    for (const [i, [from, until]] of expected.entries()) {
      expect(spans[i]!.from).toBeCloseTo(from!, 12);
      expect(spans[i]!.until).toBeCloseTo(until!, 12);
    }
  });
});

describe('two robots', () => {
  test('that pass each other are close for one span', () => {
    const [a, b] = motionsOf([robot(0, 0, 0), robot(1, 10, 3), leg(1, line(10, 3, -1, 0, 0))], 20);
    // 5 apart at 10 - t = ±4.
    expect(spansWithin(a!, b!, 5)).toEqual([{ from: 6, until: 14 }]);
    expect(closestApproach(a!, b!)).toEqual({ distance: 3, time: 10 });
    // A graze is not nearer.
    expect(spansWithin(a!, b!, 3)).toEqual([]);
    expect(spansWithin(a!, b!, 0)).toEqual([]);
    expect(spansWithin(a!, b!, 1e9)).toEqual([{ from: 0, until: 20 }]);
  });

  test('that stop where they touch are never closer', () => {
    const [a, b] = motionsOf(
      [
        robot(0, 0, 0),
        robot(1, 10, 0),
        leg(1, line(10, 0, -1, 0, 0)),
        leg(1, { kind: 'rest', x: 2, y: 0, heading: 0, start: 8, end: Infinity }),
      ],
      20,
    );
    expect(spansWithin(a!, b!, 2)).toEqual([]);
    expect(spansWithin(a!, b!, 2.5)).toEqual([{ from: 7.5, until: 20 }]);
  });

  test('are close where dense samples are, for all kinds of legs', () => {
    let near = 0;
    fc.assert(
      fc.property(walk, walk, fc.integer({ min: 5, max: 80 }), (first, second, tenths) => {
        const distance = tenths / 10;
        const [a, b] = motionsOf([...first(0), ...second(1)], 6);
        const spans = spansWithin(a!, b!, distance);
        const wrong: number[] = [];
        for (let i = 0; i <= 600; i++) {
          const t = i / 100;
          const gap = distanceBetween(a!.poseAt(t), b!.poseAt(t)) - distance;
          const isInside = spans.some(({ from, until }) => from <= t && t <= until);
          if (Math.abs(gap) > 1e-6 && isInside !== gap < 0) wrong.push(t);
          if (isInside) near++;
        }
        expect(wrong).toEqual([]);
        const closest = closestApproach(a!, b!);
        expect(distanceBetween(a!.poseAt(closest.time), b!.poseAt(closest.time))).toBeCloseTo(closest.distance, 9);
      }),
      { numRuns: 150, seed: 7 },
    );
    expect(near).toBeGreaterThan(5000);
  });
});

test('gathering agrees with dense samples', () => {
  fc.assert(
    fc.property(fc.array(walk, { minLength: 2, maxLength: 4 }), fc.integer({ min: 10, max: 80 }), (walks, tenths) => {
      const radius = tenths / 10;
      const robots = motionsOf(
        walks.flatMap((of, id) => of(id)),
        4,
      );
      const spans = spansGathered(robots, radius, { from: 0, until: 4 });
      const wrong: number[] = [];
      for (let i = 0; i <= 200; i++) {
        const t = i / 50;
        const gap = spreadAt(robots, t) - radius;
        const isInside = spans.some(({ from, until }) => from <= t && t <= until);
        if (Math.abs(gap) > 1e-6 && isInside !== gap < 0) wrong.push(t);
      }
      expect(wrong).toEqual([]);
    }),
    { numRuns: 40, seed: 7 },
  );
});

describe('motions from records', () => {
  test('keep the later of two legs at the same time, and a curve passes through its knots', () => {
    const knots = [1, 5, 0, 1, 0, 0, 3, 7, 0, 1, 0, 0.5];
    const records = [
      robot(0, 5, 0),
      leg(0, line(5, 0, 9, 9, 1)),
      leg(0, { kind: 'curve', x: 5, y: 0, heading: 0, start: 1, end: 3, knots }),
    ];
    const [only] = motionsOf(records, 4);
    expect(only!.stretches.map(({ leg: { kind }, from, until }) => [kind, from, until])).toEqual([
      ['rest', 0, 1],
      ['curve', 1, 4],
    ]);
    expect(only!.poseAt(2)).toEqual({ x: 6, y: 0, heading: 0.25 });
    expect(only!.stretches[1]!.speed).toBeCloseTo(1, 12);
  });

  test('are reconstructed from starts and ends in a Neko log, which has no legs', () => {
    const event = {
      type: 'motionEvent',
      robot: 3,
      task: 1,
      kind: 'MOVETO',
      isLast: true,
      heading: 0,
      toX: 9,
      toY: 0,
      turn: 0,
      distance: 9,
      turnRate: 0,
      speed: 3,
    } as const;
    const records: TraceRecord[] = [
      { ...event, time: 1, phase: 'Forward', edge: 'start', x: 0, y: 0 },
      { type: 'motionEnd', time: 3, robot: 3, task: 1, status: 'collided', x: 6, y: 0, heading: 0 },
    ];
    const [only] = motionsOf(records, 5);
    expect(only!.poseAt(2)).toEqual({ x: 3, y: 0, heading: 0 });
    expect(only!.poseAt(4)).toEqual({ x: 6, y: 0, heading: 0 });
  });
});

test('robots that stand after their last legs are examined no longer, however late the run ends', () => {
  const robots = motionsOf([robot(0, 0, 0), robot(1, 10, 0), leg(1, line(10, 0, -1, 0, 0, 3))], 1e20);
  let calls = 0;
  const counted = robots.map((each) => {
    const poseAt: RobotMotion['poseAt'] = (t) => {
      calls++;
      return each.poseAt(t);
    };
    return { ...each, poseAt };
  });
  expect(spansGathered(counted, 4, { from: 0, until: 1e20 })).toEqual([{ from: expect.closeTo(2, 6), until: 1e20 }]);
  expect(spansGathered(counted, 3, { from: 0, until: 1e20 })).toEqual([]);
  expect(calls).toBeLessThan(1000);
});

import { describe, expect, test } from '@jest/globals';
import type { TraceLeg, TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { distanceBetween } from '../motion/motion.js';
import { type ObservedRun, RunObserver } from '../observed-run.js';
import { PropertyTally } from './property-tally.js';
import type { Verdict } from './property.js';
import { readProperty } from './read-property.js';

const find = async (file: string): Promise<() => unknown> => {
  if (!file.endsWith('#own')) throw new Error(`no ${file}`);
  return () => ({
    premises: 2,
    violations: [
      { time: 7, text: 'late' },
      { time: 3, text: 'early' },
    ],
  });
};

function runOf(
  legs: Readonly<Record<number, TraceLeg>>,
  end: number,
  more: readonly TraceRecord[] = [],
  isComplete = false,
): ObservedRun {
  const observer = new RunObserver();
  observer.add({ type: 'world', time: 0, area: [0, 0, 100, 100], walled: false, response: 'none' });
  const records = Object.entries(legs).flatMap(([id, { x, y, heading }]): TraceRecord[] => [
    { type: 'robot', time: 0, robot: Number(id), radius: 1, x, y, heading, tag: '' },
  ]);
  const ofLegs = Object.entries(legs).map(([id, leg]): TraceRecord => ({
    type: 'leg',
    time: leg.start,
    robot: Number(id),
    leg,
  }));
  for (const record of [...records, ...ofLegs, ...more]) observer.add(record);
  return observer.observed({ end, isComplete });
}

const line = (x: number, y: number, vx: number, vy: number): TraceLeg => ({
  kind: 'line',
  x,
  y,
  heading: 0,
  start: 0,
  end: Infinity,
  vx,
  vy,
});
const rest = (x: number, y: number): TraceLeg => ({ kind: 'rest', x, y, heading: 0, start: 0, end: Infinity });
const arc = (x: number, y: number, speed: number, turnRate: number): TraceLeg => ({
  kind: 'arc',
  x,
  y,
  heading: 0,
  start: 0,
  end: Infinity,
  speed,
  turnRate,
});

const judged = async (text: string, run: ObservedRun): Promise<Verdict> => (await readProperty(text, find)).judge(run);
const timeOf = async (text: string, run: ObservedRun): Promise<number | undefined> =>
  (await judged(text, run)).violation?.time;

/** Two that pass at a distance of 3 (a gap of 1), nearest at t = 10. */
const passing = runOf({ 0: rest(50, 50), 1: line(60, 53, -1, 0) }, 20);

describe('solves the time of a violation', () => {
  test('for a gap that is too small', async () => {
    // Centres 5 apart at ten minus four.
    expect(await timeOf('separation=3', passing)).toBe(6);
    expect(await timeOf('always separation=1', passing)).toBeUndefined();
    expect(await judged('separation=0.5', passing)).toMatchObject({ verdict: 'holds', premises: 1, score: 1 });
  });

  test('for bodies that pass through each other, and for a touch', async () => {
    expect(await timeOf('no-collision', runOf({ 0: rest(50, 50), 1: line(60, 50, -2, 0) }, 20))).toBe(4);
    const touch: TraceRecord = { type: 'touch', time: 4, robot: 1, other: { kind: 'obstacle', id: 7 } };
    expect(await judged('never collision', runOf({ 1: rest(9, 9) }, 20, [touch]))).toMatchObject({
      verdict: 'violated',
      violation: { time: 4, text: 'robot 1 touches obstacle 7', who: [1] },
    });
  });

  test('for robots that leave an area, on a line and on a circle', async () => {
    expect(await timeOf('in-area', runOf({ 0: line(50, 50, 7, 0) }, 20))).toBeCloseTo(7, 8);
    expect(await timeOf('in-area of=centres', runOf({ 0: line(50, 50, 10, 0) }, 20))).toBeCloseTo(5, 8);
    // A circle of radius 10 around (50, 60) is above 61 when it has turned by arccos(-0.1).
    const circling = runOf({ 0: arc(50, 50, 10, 1) }, 6);
    expect(await timeOf('in-area area=0,0,100,61 of=centres', circling)).toBeCloseTo(Math.acos(-0.1), 8);
    expect(await judged('in-area area=0,0,100,70.001 of=centres', circling)).toMatchObject({ verdict: 'holds' });
  });

  test('for a graph that is no longer connected', async () => {
    const chain = runOf({ 0: rest(0, 0), 1: rest(10, 0), 2: line(20, 0, 1, 0) }, 20);
    expect(await timeOf('connected=15', chain)).toBeCloseTo(5, 7);
    expect(await judged('connected=15', chain)).toMatchObject({ violation: { who: [2] } });
    expect(await judged('connected=40', chain)).toMatchObject({ verdict: 'holds', premises: 3 });
  });

  test('for robots that must gather', async () => {
    const meeting = runOf({ 0: line(0, 0, 1, 0), 1: line(40, 0, -1, 0) }, 30);
    expect(await judged('gathered=5', meeting)).toMatchObject({ verdict: 'holds', score: expect.closeTo(-15, 6) });
    expect(await timeOf('eventually gathered=5 before 12', meeting)).toBe(12);
    expect(await judged('gathered=5 by 100', runOf({ 0: rest(0, 0), 1: rest(40, 0) }, 30))).toMatchObject({
      verdict: 'unknown',
    });
    expect(await judged('gathered=5 by 100', runOf({ 0: rest(0, 0), 1: rest(40, 0) }, 30, [], true))).toMatchObject({
      verdict: 'violated',
    });
  });

  test('for robots that must stay gathered', async () => {
    const parting = runOf({ 0: rest(0, 0), 1: line(0, 0, 1, 0) }, 30);
    expect(await judged('always gathered=5', parting)).toMatchObject({
      verdict: 'violated',
      violation: { time: expect.closeTo(10, 6), text: expect.stringContaining('the robots are not gathered') },
    });
  });

  test('for a robot that is too fast', async () => {
    expect(await timeOf('speed=2', runOf({ 0: line(0, 0, 3, 4) }, 10))).toBe(0);
    expect(await judged('speed=5', runOf({ 0: line(0, 0, 3, 4) }, 10))).toMatchObject({
      verdict: 'holds',
      premises: 1,
    });
  });
});

test('finds collisions in a log without sizes, and judges nothing that needs sizes', async () => {
  const observer = new RunObserver();
  const phase = {
    type: 'motionEvent',
    robot: 0,
    task: 1,
    kind: 'MOVETO',
    phase: 'Forward',
    isLast: true,
    heading: 0,
    toX: 9,
    toY: 0,
    turn: 0,
    distance: 9,
    turnRate: 0,
    speed: 3,
  } as const;
  observer.add({ ...phase, time: 1, edge: 'start', x: 0, y: 0 });
  observer.add({ ...phase, time: 1, robot: 1, edge: 'start', x: 0, y: 50 });
  const before = observer.observed({ end: 2 });
  observer.add({ type: 'motionEnd', time: 3, robot: 0, task: 1, status: 'collided', x: 6, y: 0, heading: 0 });
  observer.add({ type: 'motionEnd', time: 4, robot: 1, task: 1, status: 'finished', x: 9, y: 50, heading: 0 });
  const run = observer.observed();
  expect(await judged('no-collision', run)).toMatchObject({
    verdict: 'violated',
    violation: { time: 3, text: 'robot 0 collides' },
  });
  expect((await judged('separation=1', run)).verdict).toBe('unknown');
  expect((await judged('in-area area=0,0,90,90', run)).verdict).toBe('unknown');
  expect((await judged('in-area area=0,0,90,90 of=centres', run)).verdict).toBe('holds');
  expect((await judged('no-collision', before)).verdict).not.toBe('violated');
});

describe('premises', () => {
  test('are required: a property that never applied is unknown, and a sometimes may be absent', async () => {
    const alone = runOf({ 0: rest(5, 5) }, 10);
    for (const text of ['separation=1', 'gathered=3', 'connected=3', 'speed=1', 'total-order protocol=x']) {
      expect(await judged(text, alone)).toMatchObject({ verdict: 'unknown', premises: 0 });
    }
    expect(await judged('sometimes collision', passing)).toMatchObject({ verdict: 'absent' });
    expect(await judged('sometimes separation=2', passing)).toMatchObject({ verdict: 'holds' });
  });

  test('are summed over runs', () => {
    const always = new PropertyTally('a', false);
    const violated: Verdict = {
      verdict: 'violated',
      premises: 1,
      score: null,
      violation: { time: 2, text: 'x', who: [] },
    };
    always.add(0, { verdict: 'holds', premises: 2, score: null });
    always.add(1, violated);
    expect(always.result()).toEqual({
      property: 'a',
      verdict: 'violated',
      runs: 2,
      premises: 3,
      violations: 1,
      first: { run: 1, violation: violated.violation },
    });
    const sometimes = new PropertyTally('s', true);
    sometimes.add(0, { verdict: 'absent', premises: 1, score: null });
    expect(sometimes.result().verdict).toBe('violated');
    sometimes.add(1, { verdict: 'holds', premises: 1, score: null });
    expect(sometimes.result().verdict).toBe('holds');
    const never = new PropertyTally('n', false);
    never.add(0, { verdict: 'unknown', premises: 0, score: null });
    expect(never.result().verdict).toBe('unknown');
  });
});

test('connectivity and areas agree with dense samples', async () => {
  const number = fc.integer({ min: -50, max: 50 }).map((tenths) => tenths / 10);
  const straight = fc
    .record({ x: number, y: number, vx: number, vy: number })
    .map(({ x, y, vx, vy }) => line(50 + 5 * x, 50 + 5 * y, vx, vy));
  const circle = fc
    .record({ x: number, y: number, speed: number, rate: fc.constantFrom(-2, -0.7, 0.3, 1.5) })
    .map(({ x, y, speed, rate }) => arc(50 + 5 * x, 50 + 5 * y, speed || 1, rate));
  const connected = await readProperty('connected=25', find);
  const inside = await readProperty('in-area area=20,20,80,80 of=centres', find);
  const seen = { violated: 0, holds: 0 };
  fc.assert(
    fc.property(fc.array(fc.oneof(straight, circle), { minLength: 3, maxLength: 5 }), (legs) => {
      const run = runOf(Object.fromEntries(legs.entries()), 6);
      const isApart = (t: number, slack: number): boolean => {
        const places = run.robots.map((robot) => robot.poseAt(t));
        const reached = new Set([0]);
        for (const from of reached)
          for (const [to, place] of places.entries())
            if (distanceBetween(places[from]!, place) <= 25 + slack) reached.add(to);
        return reached.size < places.length;
      };
      const isOutside = (t: number, slack: number): boolean =>
        run.robots.some((robot) => {
          const { x, y } = robot.poseAt(t);
          return Math.min(x - 20, 80 - x, y - 20, 80 - y) < -slack;
        });
      for (const [property, isBad] of [
        [connected, isApart],
        [inside, isOutside],
      ] as const) {
        const { verdict, violation } = property.judge(run);
        const first = Array.from({ length: 601 }, (_, i) => i / 100).find((t) => isBad(t, 1e-6)) ?? Infinity;
        const time = violation?.time ?? Infinity;
        expect(time).toBeLessThanOrEqual(first);
        // At the reported time the condition fails, or is about to.
        expect(violation === undefined || isBad(time + 1e-6, -1e-3)).toBe(true);
        seen[verdict as 'violated' | 'holds']++;
      }
    }),
    { numRuns: 150, seed: 11 },
  );
  expect(Math.min(seen.violated, seen.holds)).toBeGreaterThan(20);
});

test('reports the first violation of an author’s property', async () => {
  expect(await judged('./p.ts#own', passing)).toMatchObject({
    verdict: 'violated',
    violation: { time: 3, text: 'early', who: [] },
  });
});

test.each([
  ['seperation=2', "did you mean 'separation'?"],
  ['eventualy collision', "did you mean 'eventually'?"],
  ['separation', 'a number of metres'],
  ['separation=-1', 'a number of metres'],
  ['gathered=0x10', 'gathered: expected a number of metres from 0 on, got "0x10"'],
  ['separation=1,2', 'a number of metres'],
  ['in-area area=0,0,9,0x9', 'area: expected minX,minY,maxX,maxY'],
  ['collision=3', 'takes no value'],
  ['in-area area=1,2', 'expected minX,minY,maxX,maxY'],
  ['in-area of=hats', 'bodies or centres'],
  ['always gathered=2 before 3', "unknown option 'before'"],
  ['total-order', 'expected a protocol'],
  ['sometimes total-order protocol=x', 'applies to whole runs'],
  ['consensus protocol=x colour=red', "unknown option 'colour'"],
  ['gathered=2 before', 'expected key=value'],
  ['gathered=2 before 3 by 5', 'before: expected one value, got 3 and 5'],
  ['in-area area=0,0,9,9,9', 'area: expected minX,minY,maxX,maxY'],
  ['in-area area=0,,9,9', 'area: expected minX,minY,maxX,maxY'],
  ['pattern points=1,2,,3', 'points: expected x1,y1,x2,y2'],
  ['always never gathered=2', 'expected a condition such as gathered=5, got "never"; use one of always, never'],
  ['no-collision=3', 'no-collision takes no value'],
  ['sometimes ./p.ts#own', 'omit sometimes'],
])('rejects %s: %s', async (text, why) => {
  await expect(readProperty(text, find)).rejects.toThrow(why);
});

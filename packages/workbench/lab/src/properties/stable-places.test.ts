import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import { BUILT_IN_METRICS, type MeasuredRun } from '../metrics/built-in.js';
import { type ObservedRun, RunObserver } from '../observed-run.js';
import type { Verdict } from './property.js';
import { readProperty } from './read-property.js';

type Place = readonly [x: number, y: number];
type PhaseEvent = 'L' | 'CB' | 'CE' | 'MB' | 'ME';

const find = (): Promise<never> => Promise.reject(new Error('no files'));
const judged = async (text: string, run: ObservedRun): Promise<Verdict> => (await readProperty(text, find)).judge(run);

/** Robots that stand at their first places, and in each following second move to the next ones in half a second. */
function runOf(rounds: readonly (readonly Place[])[], more: readonly TraceRecord[] = [], radius = 0): ObservedRun {
  const observer = new RunObserver();
  const records: TraceRecord[] = [{ type: 'world', time: 0, walled: false, response: 'none' }];
  for (const [robot, [x, y]] of rounds[0]!.entries()) {
    records.push({ type: 'robot', time: 0, robot, radius, x, y, heading: 0, tag: '' });
  }
  for (const [round, places] of rounds.slice(1).entries()) {
    for (const [robot, [toX, toY]] of places.entries()) {
      const [x, y] = rounds[round]![robot]!;
      const [start, end] = [round + 0.25, round + 0.75];
      const isMoving = toX !== x || toY !== y;
      const phase = (time: number, event: PhaseEvent): TraceRecord => ({
        type: 'phase',
        time,
        robot,
        event,
        ...(event === 'L' && isMoving && { toX, toY }),
      });
      records.push(phase(round, 'L'), phase(start, 'CB'), phase(start, 'CE'), phase(start, 'MB'), phase(end, 'ME'));
      if (!isMoving) continue;
      const line = { kind: 'line', x, y, heading: 0, start, end, vx: 2 * (toX - x), vy: 2 * (toY - y) } as const;
      records.push({ type: 'leg', time: start, robot, leg: line });
      const rest = { kind: 'rest', x: toX, y: toY, heading: 0, start: end, end: Infinity } as const;
      records.push({ type: 'leg', time: end, robot, leg: rest });
    }
  }
  for (const record of [...records, ...more].sort((a, b) => a.time - b.time)) observer.add(record);
  return observer.observed({ end: rounds.length - 1 });
}

const APART: readonly Place[] = [
  [0, 0],
  [4, 0],
  [0, 4],
];
const AT_ONE: readonly Place[] = APART.map(() => [1, 1]);

test('discs see each other if a line between them enters no third one', async () => {
  const verdict = async (y: number): Promise<string> => {
    const places: readonly Place[] = [
      [0, 0],
      [4, -0.5],
      [6, y],
      [10, 0],
    ];
    return (await judged('mutual-visibility', runOf([places, places], [], 1))).verdict;
  };
  expect([await verdict(0.5), await verdict(3)]).toEqual(['open', 'holds']);
});

test('robots that come as close as numbers allow have not met, unless they are at one point', async () => {
  const near = (distance: number): ObservedRun =>
    runOf([
      [
        [0, 0],
        [1, 0],
      ],
      [
        [0.25, 0],
        [0.25 + distance, 0],
      ],
    ]);
  expect(await judged('no-meeting', near(1e-11))).toMatchObject({ verdict: 'holds' });
  expect(await judged('no-meeting', near(0))).toMatchObject({ verdict: 'violated' });
});

describe('gathered-at-point', () => {
  test('holds if the run ends when the last robot arrives, and not while it is on its way', async () => {
    const observer = new RunObserver();
    const leg = { kind: 'line', x: 0, y: 0, heading: 0, start: 0, end: 2, vx: 1, vy: 0 } as const;
    observer.add({ type: 'robot', time: 0, robot: 0, radius: 0, x: 0, y: 0, heading: 0, tag: '' });
    observer.add({ type: 'robot', time: 0, robot: 1, radius: 0, x: 2, y: 0, heading: 0, tag: '' });
    observer.add({ type: 'leg', time: 0, robot: 0, leg });
    expect(await judged('gathered-at-point', observer.observed({ end: 1 }))).toMatchObject({ verdict: 'open' });
    expect(await judged('gathered-at-point', observer.observed({ end: 2 }))).toMatchObject({ verdict: 'holds' });
  });

  test('holds from the time at which all robots are at one point to the end', async () => {
    const run = runOf([APART, APART, AT_ONE, AT_ONE]);
    expect(await judged('gathered-at-point', run)).toMatchObject({ verdict: 'holds', score: -1.75, premises: 3 });
    expect(await judged('gathered-at-point before 1', run)).toMatchObject({
      verdict: 'open',
      violation: { time: 1, text: expect.stringContaining('apart') },
    });
  });

  test('is open if robots are apart at the end, or one is about to leave', async () => {
    expect(await judged('gathered-at-point', runOf([AT_ONE, APART]))).toMatchObject({ verdict: 'open' });
    const leaving: TraceRecord[] = [{ type: 'phase', time: 1, robot: 0, event: 'L', toX: 5, toY: 5 }];
    expect(await judged('gathered-at-point', runOf([APART, AT_ONE], leaving))).toMatchObject({ verdict: 'open' });
  });

  test('is undecided if the tolerance decides, and ignores crashed robots', async () => {
    const doubt: TraceRecord = { type: 'phase', time: 1, robot: 0, event: 'L', doubt: true };
    expect(await judged('gathered-at-point', runOf([APART, AT_ONE], [doubt]))).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('undecided: from t = 1 on'),
    });
    const two: readonly Place[] = [
      [4, 0],
      [4, 0],
      [9, 9],
    ];
    const crash: TraceRecord = { type: 'crash', time: 0, process: 2 };
    expect(await judged('gathered-at-point', runOf([APART, two]))).toMatchObject({ verdict: 'open' });
    expect(await judged('gathered-at-point', runOf([APART, two], [crash]))).toMatchObject({ verdict: 'holds' });
  });
});

test('robots that are on their way at the end have left the point', async () => {
  const leg = { kind: 'line', x: 1, y: 1, heading: 0, start: 1.25, end: 9, vx: 1, vy: 0 } as const;
  const run = runOf([APART, AT_ONE, AT_ONE], [{ type: 'leg', time: 1.25, robot: 0, leg }]);
  expect(await judged('gathered-at-point', run)).toMatchObject({
    verdict: 'open',
    violation: { text: 'the robots are up to 0.75 m apart' },
  });
  expect(await judged('stays-gathered', run)).toMatchObject({ verdict: 'violated', violation: { time: 1.25 } });
});

test('robots that move together stay gathered', async () => {
  const run = runOf([APART, AT_ONE, APART.map((): Place => [2, 3])]);
  expect(await judged('gathered-at-point', run)).toMatchObject({ verdict: 'holds', score: -0.75 });
  expect(await judged('stays-gathered', run)).toMatchObject({ verdict: 'holds' });
});

test('robots that have decided to move are in formation as long as they stand in it', async () => {
  const leaving: TraceRecord[] = [{ type: 'phase', time: 1, robot: 0, event: 'L', toX: 5, toY: 5 }];
  const run = runOf([APART, APART], leaving);
  for (const property of ['on-circle', 'mutual-visibility', 'pattern points=0,0,1,0,0,1']) {
    expect(await judged(property, run)).toMatchObject({ verdict: 'holds' });
  }
});

const PLACES = [
  'gathered-at-point',
  'converges to=9',
  'on-circle',
  'uniform-circle',
  'on-line',
  'mutual-visibility',
  'pattern points=0,0,1,0,0,1',
  'terminates',
  'stays-gathered',
  'no-meeting',
  'edges-kept=9',
];

test.each(PLACES)('%s is unknown if all robots are crashed', async (property) => {
  const crashes = APART.map((_, process): TraceRecord => ({ type: 'crash', time: 0.5, process }));
  expect(await judged(property, runOf([APART, AT_ONE], crashes))).toMatchObject({ verdict: 'unknown', premises: 0 });
});

test.each(['gathered-at-point', 'mutual-visibility', 'terminates', 'stays-gathered', 'no-meeting'])(
  '%s is unknown in a log, whose places are rounded',
  async (property) => {
    expect(await judged(property, runOf([APART, AT_ONE, AT_ONE], [], NaN))).toMatchObject({
      verdict: 'unknown',
      reason: expect.stringContaining('check the exact trace'),
    });
  },
);

test('stays-gathered is violated if robots leave the point', async () => {
  expect(await judged('stays-gathered', runOf([APART, AT_ONE, AT_ONE, APART]))).toMatchObject({
    verdict: 'violated',
    violation: { time: 2.25, text: 'the robots were gathered at t = 0.75, and are apart again' },
  });
  expect(await judged('stays-gathered', runOf([APART, AT_ONE, AT_ONE]))).toMatchObject({ verdict: 'holds' });
  expect(await judged('stays-gathered', runOf([APART, APART]))).toMatchObject({ verdict: 'unknown' });
});

test('converges holds from the last time at which robots enter the circle', async () => {
  const near: readonly Place[] = [
    [1, 1],
    [1.1, 1],
    [1, 1.1],
  ];
  expect(await judged('converges to=0.2', runOf([APART, near, near]))).toMatchObject({ verdict: 'holds' });
  expect(await judged('converges to=0.2', runOf([near, APART, near]))).toMatchObject({
    verdict: 'holds',
    score: expect.closeTo(-1.73, 1),
  });
  expect(await judged('converges to=0.01', runOf([APART, near]))).toMatchObject({ verdict: 'open' });
});

test('no-meeting is solved between Looks', async () => {
  const crossing: readonly Place[] = [
    [4, 0],
    [0, 0],
    [0, 4],
  ];
  expect(await judged('no-meeting', runOf([APART, crossing]))).toMatchObject({
    verdict: 'violated',
    violation: { time: 0.5, text: 'robots 0 and 1 meet at (2, 0)', who: [0, 1] },
  });
  expect(await judged('no-meeting', runOf([APART, APART]))).toMatchObject({ verdict: 'holds', premises: 3 });
});

test('edges-kept concerns pairs that are close at the start', async () => {
  const far: readonly Place[] = [
    [0, 0],
    [4, 0],
    [0, 9],
  ];
  expect(await judged('edges-kept=5', runOf([APART, far]))).toMatchObject({
    verdict: 'violated',
    violation: { text: 'robots 0 and 2 are more than 5 m apart', who: [0, 2] },
  });
  expect(await judged('edges-kept=4', runOf([APART, APART]))).toMatchObject({ verdict: 'holds', premises: 2 });
});

test('formations are judged where robots stand', async () => {
  const square: readonly Place[] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  const start: readonly Place[] = [
    [1, 0],
    [0, 0.5],
    [-1, 0],
    [0, -1],
  ];
  const run = runOf([start, square, square]);
  const bent = [...square.slice(0, 3), [1, 0.1] as const];
  const flat = bent.map(([x]) => [x, 2 * x] as const);
  expect(await judged('on-line', runOf([bent, flat, flat]))).toMatchObject({ verdict: 'holds' });
  expect(await judged('on-line', runOf([flat, bent]))).toMatchObject({ verdict: 'open' });
  for (const text of ['on-circle', 'uniform-circle', 'mutual-visibility', 'pattern points=0,0,5,0,5,5,0,5']) {
    expect([text, (await judged(text, run)).verdict]).toEqual([text, 'holds']);
    expect([
      text,
      (
        await judged(
          text,
          runOf([
            square,
            [
              [1, 0],
              [0, 0],
              [-1, 0],
              [0.5, 0],
            ],
          ]),
        )
      ).verdict,
    ]).toEqual([text, 'open']);
  }
  expect(
    await judged(
      'uniform-circle',
      runOf([
        square,
        [
          [1, 0],
          [0.6, 0.8],
          [-1, 0],
          [0, -1],
        ],
      ]),
    ),
  ).toMatchObject({ verdict: 'open' });
  const hook = 'pattern points=0,0,3,0,3,1,0,5';
  const mirrored: readonly Place[] = [
    [0, 0],
    [0, 6],
    [2, 6],
    [10, 0],
  ];
  expect((await judged(hook, runOf([square, mirrored]))).verdict).toBe('holds');
  expect((await judged(`${hook} reflect=false`, runOf([square, mirrored]))).verdict).toBe('open');
  await expect(judged('pattern points=1,2,x', run)).rejects.toThrow('points: expected x1,y1,x2,y2,…, got "1,2,x"');
  await expect(judged('pattern', run)).rejects.toThrow('points: expected');
  await expect(judged('converges', run)).rejects.toThrow('to: expected a number');
});

test('terminates needs a cycle of each robot without a change', async () => {
  expect(await judged('terminates', runOf([APART, AT_ONE, AT_ONE]))).toMatchObject({ verdict: 'holds', score: -0.75 });
  expect(await judged('terminates', runOf([APART, AT_ONE]))).toMatchObject({ verdict: 'open' });
  const light: TraceRecord = { type: 'effect', time: 1.5, robot: 0, effector: 'light', request: { light: 'red' } };
  expect(await judged('terminates', runOf([APART, AT_ONE, AT_ONE], [light]))).toMatchObject({ verdict: 'open' });
});

test('rounds and cycles are counted', () => {
  const observed = runOf([APART, APART, AT_ONE]);
  const value = (name: string): number =>
    BUILT_IN_METRICS.find((metric) => metric.name === name)!.of({ observed } as MeasuredRun, {});
  expect([value('cycles'), value('rounds')]).toEqual([6, 2]);
});

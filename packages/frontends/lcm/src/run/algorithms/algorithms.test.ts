import { describe, expect, test } from '@jest/globals';
import { pointDistance, smallestEnclosingCircle } from '@kineko/geometry';
import { Random } from '@kineko/kernel';
import { endsOf, lcmRun, type Point, type Values } from '../../../test/lcm-runs.js';
import { isCollinear, onSegment, towards, weberPoint } from '../points.js';

const random = new Random(23).stream('starts');
const drawn = (n: number): Point[] => Array.from({ length: n }, () => [random.uniform(0, 9), random.uniform(0, 9)]);
const onGrid = (n: number): Point[] => Array.from({ length: n }, () => [random.integer(0, 3), random.integer(0, 3)]);
const polygon = (n: number): Point[] =>
  Array.from({ length: n }, (_, i) => [
    5 + 4 * Math.cos((2 * Math.PI * i) / n),
    5 + 4 * Math.sin((2 * Math.PI * i) / n),
  ]);

function isBivalent(places: readonly Point[]): boolean {
  const counts = new Map<string, number>();
  for (const place of places) counts.set(String(place), (counts.get(String(place)) ?? 0) + 1);
  return counts.size === 2 && new Set(counts.values()).size === 1;
}

/** Robots are gathered if they are, up to rounding that decides nothing. */
async function endOf(algorithm: string, places: readonly Point[], values: Values, files = {}) {
  const outcome = await lcmRun(places, { algorithm, 'simulation.time': 60, ...values }, { files });
  const ends = endsOf(outcome);
  const isInDoubt = outcome.of('phase').some(({ doubt }) => doubt === true);
  const areTogether = ends.every(({ x, y }) => x === ends[0]!.x && y === ends[0]!.y);
  return { ends, isGathered: areTogether && !isInDoubt, isInDoubt, outcome };
}

const STRONG = { 'lcm.multiplicity': 'strong' };

describe('GatherByMajority', () => {
  test('gathers under ssync from any start that is not bivalent', async () => {
    const starts = [3, 4, 5, 6, 7].flatMap((n) => [drawn(n), onGrid(n), onGrid(n), polygon(n)]);
    for (const [seed, places] of starts.filter((each) => !isBivalent(each)).entries()) {
      const { isGathered } = await endOf('GatherByMajority', places, { ...STRONG, seed });
      expect([places, isGathered]).toEqual([places, true]);
    }
  });

  test('does not gather two towers of equal height that move in turn, until rounding decides', async () => {
    const towers: Point[] = [
      [1, 1],
      [1, 1],
      [4, 5],
      [4, 5],
    ];
    const files = { 'towers.yaml': 'scheduler: ssync\nloop: [joint 0 1, joint 2 3]\n' };
    const after = (seconds: number) =>
      endOf(
        'GatherByMajority',
        towers,
        { ...STRONG, 'lcm.schedule': 'towers.yaml', 'simulation.time': seconds },
        files,
      );
    const early = await after(10);
    expect([early.isGathered, early.isInDoubt]).toEqual([false, false]);
    expect(smallestEnclosingCircle(early.ends).radius).toBeCloseTo(2.5 / 2 ** 10, 12);
    const late = await after(200);
    expect([late.isGathered, late.isInDoubt]).toEqual([false, true]);
    expect(late.outcome.summary.remarks.join()).toContain('depend on the tolerance lcm.epsilon');
  });
});

test('GatherOnLine gathers under ssync on a line', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const places = Array.from({ length: 3 + (seed % 5) }, (): Point => {
      const share = random.integer(0, 8);
      return [1 + share, 2 + share / 2];
    });
    if (isBivalent(places)) continue;
    expect((await endOf('GatherOnLine', places, { ...STRONG, seed })).isGathered).toBe(true);
  }
});

test('CentreOfSec gathers in one round of fsync; two robots under ssync do not', async () => {
  expect((await endOf('CentreOfSec', drawn(7), { 'lcm.scheduler': 'fsync', 'simulation.time': 1 })).isGathered).toBe(
    true,
  );
  expect((await endOf('CentreOfSec', drawn(2), { 'lcm.scheduler': 'centralized' })).isGathered).toBe(false);
});

test('GoToCentreOfGravity converges under async, also with a crash, and does not gather', async () => {
  for (const crash of [{}, { 'process.2.crash.start': 30 }]) {
    const places = drawn(5);
    const { ends, isGathered } = await endOf('GoToCentreOfGravity', places, {
      ...STRONG,
      ...crash,
      'lcm.scheduler': 'async',
      'simulation.time': 1500,
    });
    expect(smallestEnclosingCircle(ends).radius).toBeLessThan(1e-3);
    expect(isGathered).toBe(false);
  }
});

describe('the Weber point', () => {
  test('is computed in all cases', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 4, y: 4 },
      { x: 0, y: 4 },
    ];
    expect(pointDistance(weberPoint(square), { x: 2, y: 2 })).toBeLessThan(1e-12);
    expect(weberPoint([...square, { x: 1, y: 1, weight: 5 }])).toEqual({ x: 1, y: 1 });
    const line = [1, 2, 3, 9].map((x) => ({ x, y: 2 * x }));
    expect(weberPoint(line)).toEqual({ x: 2.5, y: 5 });
    expect(weberPoint(line.slice(1))).toEqual({ x: 3, y: 6 });
    // Fermat's point of a triangle sees each side under 120°.
    const corners = [
      { x: 0, y: 0 },
      { x: 5, y: 1 },
      { x: 2, y: 4 },
    ];
    const fermat = weberPoint(corners);
    const cosines = corners.map((a, i) => {
      const b = corners[(i + 1) % 3]!;
      const dot = (a.x - fermat.x) * (b.x - fermat.x) + (a.y - fermat.y) * (b.y - fermat.y);
      return dot / pointDistance(a, fermat) / pointDistance(b, fermat);
    });
    for (const cosine of cosines) expect(cosine).toBeCloseTo(-0.5, 11);
  });

  test('gathers robots under async with moves that are not rigid', async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const values = { ...STRONG, seed, 'lcm.scheduler': 'async', 'lcm.rigid': false, 'simulation.time': 1000 };
      expect((await endOf('GatherAtWeberPoint', drawn(3 + seed), values)).isGathered).toBe(true);
    }
  });

  test('aligns robots under async', async () => {
    const values = { ...STRONG, 'lcm.scheduler': 'async', 'lcm.rigid': false, 'simulation.time': 1000 };
    expect(isCollinear((await endOf('AlignAtWeberPoint', drawn(5), values)).ends)).toBe(true);
  });
});

test('AndoConvergence converges with a limited range and loses no edge', async () => {
  for (let seed = 1; seed <= 5; seed++) {
    const places = Array.from({ length: 7 }, (_, i): Point => [2 * i, random.uniform(0, 1)]);
    const values = { seed, 'lcm.visibility': 2.5, 'simulation.time': 150 };
    const { ends, outcome } = await endOf('AndoConvergence', places, values);
    expect(smallestEnclosingCircle(ends).radius).toBeLessThan(0.01);
    const now = places.map(([x, y]) => ({ x, y }));
    for (const { robot, x, y, time } of outcome.of('motionEnd')) {
      now[robot] = { x, y };
      const isLast = outcome.of('motionEnd').findLast((each) => each.time === time)!.robot === robot;
      for (let i = 1; isLast && i < now.length; i++)
        expect(pointDistance(now[i]!, now[i - 1]!)).toBeLessThanOrEqual(2.5 + 1e-9);
    }
  }
});

test('CircleOfPoints forms a circle, and approaches even spacing', async () => {
  for (let seed = 1; seed <= 4; seed++) {
    const { ends } = await endOf('CircleOfPoints', drawn(7), { seed, 'simulation.time': 300 });
    const circle = smallestEnclosingCircle(ends);
    for (const end of ends) expect(pointDistance(circle, end)).toBeCloseTo(circle.radius, 7);
    const angles = ends.map(({ x, y }) => Math.atan2(y - circle.y, x - circle.x)).sort((a, b) => a - b);
    const gaps = angles.map((angle, i) => angle - (angles[i - 1] ?? angles.at(-1)! - 2 * Math.PI));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(0.05);
  }
});

test('towards and onSegment', () => {
  expect(towards({ x: 3, y: 4 }, 10)).toEqual({ x: 6, y: 8 });
  expect(towards({ x: 0, y: 0 }, 10)).toEqual({ x: 0, y: 0 });
  expect(onSegment({ x: 1, y: 1 }, { x: 0, y: 0 }, { x: 3, y: 3 })).toBe(true);
  expect(onSegment({ x: 4, y: 4 }, { x: 0, y: 0 }, { x: 3, y: 3 })).toBe(false);
});

import { describe, expect, test } from '@jest/globals';
import { WALL_LENGTH, writeWall } from '@kineko/geometry';
import { Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from './analytic.js';
import type { BodySpec } from './dynamics.js';

function billiard(bodies: readonly BodySpec[], walls: readonly (readonly [number, number, number, number])[] = []) {
  const records = new Float64Array(walls.length * WALL_LENGTH);
  for (const [i, [ax, ay, bx, by]] of walls.entries()) writeWall(records, i * WALL_LENGTH, { ax, ay, bx, by });
  const simulator = new Simulator();
  const dynamics = new AnalyticDynamics(bodies, { response: 'bounce', walls: records });
  simulator.attach(dynamics);
  return { simulator, dynamics };
}

const disc = (id: number, x: number, y: number, radius = 1): BodySpec => ({ id, x, y, heading: 0, radius });

describe('an elastic body in a gap', () => {
  test.each([1e-3, 1e-5, 1e-9, 1e-11])('of %d m between two walls stops rattling and slides along', async (gap) => {
    const high = 2 + gap;
    const { simulator, dynamics } = billiard(
      [disc(0, 0, 1 + gap / 2)],
      [
        [-1e4, 0, 1e4, 0],
        [-1e4, high, 1e4, high],
      ],
    );
    dynamics.launch(0, 1, 2, 0);
    // The widest gap is crossed 2,000 times per second.
    const until = gap < 1e-3 ? 300 : 30;
    await simulator.run({ until });
    expect(simulator.events).toBeLessThan(gap < 1e-3 ? 500 : 1e5);
    expect(dynamics.poseOf(0, until).x).toBeCloseTo(until, 6);
  });

  test('between two heavy bodies is squeezed out of its rattling, and they part', async () => {
    const { simulator, dynamics } = billiard([disc(0, -3.5, 0, 3), disc(1, 0, 0, 0.5), disc(2, 3.5 + 1e-9, 0, 3)]);
    dynamics.launch(0, 1, 0, 0);
    dynamics.launch(2, -1, 0, 0);
    await simulator.run({ until: 100 });
    expect(simulator.events).toBeLessThan(2000);
    const [left, right] = [dynamics.poseOf(0, 100).x, dynamics.poseOf(2, 100).x];
    expect(right - left).toBeGreaterThanOrEqual(7 - 1e-9);
  });

  test.each([
    ['as heavy', 1],
    ['lighter', 1 - 1e-6],
  ])('pushes another one on, which had rattled faster long before: %s', async (_, radius) => {
    const gap = 1e-5;
    const { simulator, dynamics } = billiard(
      [disc(0, 0, 1 + gap / 2, radius), disc(1, 2 + 3e-4, 1 + gap / 2)],
      [
        [-10, 0, 10, 0],
        [-10, 2 + gap, 10, 2 + gap],
      ],
    );
    dynamics.launch(1, 0, 1e4, 0);
    await simulator.run({ until: 5e-9 });
    dynamics.launch(1, 0, 0, 5e-9);
    await simulator.run({ until: 1 });
    dynamics.launch(0, 1, 2, 1);
    await simulator.run({ until: 2 });
    expect(dynamics.velocityOf(1, 2).x).toBeCloseTo(0.5, 3);
  });

  test('hit by many light bodies keeps its momentum', async () => {
    const light = Array.from({ length: 300 }, (_, i) => disc(1 + i, 4.2 + 0.25 * i, 0, 0.1));
    const { simulator, dynamics } = billiard([disc(0, 0, 0, 4), ...light]);
    for (const { id } of light) dynamics.launch(id, -1, 0, 0);
    await simulator.run({ until: 200 });
    const momentum = [0, ...light.map(({ id }) => id)].reduce((sum, id) => {
      return sum + (id === 0 ? 16 : 0.01) * dynamics.velocityOf(id, 200).x;
    }, 0);
    expect(momentum).toBeCloseTo(-300 * 0.01, 9);
  });
});

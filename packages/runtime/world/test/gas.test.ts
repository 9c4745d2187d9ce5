/** A gas of hard discs: what physics knows of it. Longer runs are in the soak. */
import { describe, expect, test } from '@jest/globals';
import { collisionRate, deepestOverlapOf, gasOf } from './gas.js';

describe('energy', () => {
  test.each([
    ['discs of one size', 1, 200, 0.2, [0.5], 100_000],
    ['of many sizes', 2, 150, 0.1, [0.1, 0.5, 0.3, 1], 20_000],
    ['close together', 3, 100, 0.7, [0.5], 20_000],
  ])('is kept: %s (seed %i)', async (_name, seed, count, density, radii, collisions) => {
    const gas = gasOf(seed, count, density, radii);
    const before = gas.energy();
    while (gas.collisions() < collisions) await gas.simulator.run({ maxEvents: 10_000 });
    expect(Math.abs(gas.energy() / before - 1)).toBeLessThan(1e-12);
    expect(deepestOverlapOf(gas)).toBeLessThan(2 ** -40 * gas.side);
  });
});

test.each([
  [1, 0.05],
  [2, 0.25],
])('discs collide as often as Enskog says (seed %i, density %f)', async (seed, density) => {
  const { measured, expected, counted } = await collisionRate(seed, 900, density, 60_000);
  // Four times the deviation of as many independent collisions.
  expect(Math.abs(measured / expected - 1)).toBeLessThan(4 / Math.sqrt(counted / 2));
});

test.each([
  [1, 30, 0.1, 60],
  [2, 50, 0.3, 100],
  [3, 12, 0.25, 30],
])('a gas whose velocities are reversed comes back (seed %i)', async (seed, count, density, collisions) => {
  const gas = gasOf(seed, count, density, [0.5, 0.8]);
  const { dynamics, simulator, bodies } = gas;
  while (gas.collisions() < collisions) await simulator.run({ maxEvents: 1 });
  const turn = simulator.now;
  const met = gas.collisions();
  for (const { id } of bodies) {
    const { x, y } = dynamics.velocityOf(id, turn);
    dynamics.launch(id, -x, -y, turn);
  }
  await simulator.run({ until: 2 * turn });
  expect(Math.abs(gas.collisions() - 2 * met)).toBeLessThanOrEqual(1);
  for (const { id, x, y } of bodies) {
    const pose = dynamics.poseOf(id, 2 * turn);
    expect(Math.abs(pose.x - x) + Math.abs(pose.y - y)).toBeLessThan(1e-7);
  }
});

/** Exactness of a gas of elastic discs, beside its speed: energy, overlaps, and the collision rate of Enskog's theory. */
import type { Comparison } from '@kineko/tools/bench/comparison';
import { collisionRate, deepestOverlapOf, type Gas, gasOf } from '../test/gas.js';

const COLLISIONS = 1_000_000;
const DISCS = 400;
const DENSITY = 0.1;
/** Overlaps are looked for after each of this number of events. */
const EVENTS_BETWEEN_LOOKS = 50_000;
/** 2^-44 of the coordinates and radii: the bound on an overlap. */
const BOUND = 5.684341886080802e-14;

export const comparisons: Comparison[] = [
  {
    name: 'elastic discs, change of the energy',
    n: COLLISIONS,
    unit: 'of it',
    alternatives: [
      {
        name: 'engine',
        setUp: () => async () => {
          const gas = gasOf(1, DISCS, DENSITY);
          const before = gas.energy();
          await afterCollisions(gas, () => {});
          return Math.abs(gas.energy() / before - 1);
        },
        target: { figure: 'energy drift', compares: 'at most', must: 1e-12, aim: 1e-12 },
      },
    ],
  },
  {
    name: 'elastic discs, deepest overlap ÷ bound',
    n: COLLISIONS,
    unit: 'of the bound',
    alternatives: [
      {
        name: 'engine',
        setUp: () => async () => {
          const gas = gasOf(2, DISCS, DENSITY);
          let deepest = 0;
          await afterCollisions(gas, () => {
            deepest = Math.max(deepest, deepestOverlapOf(gas));
          });
          return deepest / (BOUND * (gas.side + 1));
        },
        target: { figure: 'deepest overlap ÷ bound', compares: 'at most', must: 1, aim: 1 },
      },
    ],
  },
  {
    name: "elastic discs, difference from Enskog's collision rate",
    n: COLLISIONS,
    unit: 'of it',
    alternatives: [
      {
        name: 'engine',
        setUp: () => async () => {
          const { measured, expected } = await collisionRate(3, 2500, DENSITY, 2 * COLLISIONS);
          return Math.abs(measured / expected - 1);
        },
        target: { figure: "mean free time, difference from Enskog's", compares: 'at most', must: 0.005, aim: 0.005 },
      },
    ],
  },
];

async function afterCollisions(gas: Gas, look: () => void): Promise<void> {
  while (gas.collisions() < COLLISIONS) {
    await gas.simulator.run({ maxEvents: EVENTS_BETWEEN_LOOKS });
    look();
  }
}

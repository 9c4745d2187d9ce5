import type { Soak } from '@kineko/tools/soak/soak';
import { startEngine } from '../test/engine-run.js';
import { compare } from '../test/episodes.js';
import { collisionRate, gasOf } from '../test/gas.js';
import { ALL_HABITS, STRAIGHT_HABITS } from '../test/motions.js';
import { specOf, type WorldSpec, worldOf } from '../test/random-world.js';
import { Referee } from '../test/referee.js';
import { STEP } from '../test/stepped-oracle.js';
import { compareEntries } from '../test/watch-episodes.js';

/** Worlds that one seed of a comparison with the oracle goes through. */
const WORLDS = 50;
const RANGES = [0.63, 2, 7, 15, 0.1];

export const soaks: Soak[] = [
  {
    name: 'the engine against a stepped oracle',
    seeds: 20,
    run: async (seed) => {
      let [same, contacts, ties, worst] = [0, 0, 0, 0];
      for (let world = seed * WORLDS; world < (seed + 1) * WORLDS; world++) {
        const verdict = await compare(world, specOf(world), 60, 8);
        if (verdict.difference !== undefined) throw new Error(verdict.difference);
        same += verdict.same;
        contacts += verdict.contacts;
        worst = Math.max(worst, verdict.worst);
        if (verdict.tie !== undefined) ties++;
      }
      if (ties > 0.02 * same || worst > STEP) throw new Error(`${ties} ties in ${same}, times ${worst} s apart`);
      return {
        sums: { 'ends of motions': same, contacts, undecidable: ties },
        most: { 'seconds apart': worst },
      };
    },
  },
  {
    name: 'entries into ranges against a stepped oracle',
    seeds: 20,
    run: async (seed) => {
      let [entries, again, worst] = [0, 0, 0];
      for (let world = seed * 10; world < (seed + 1) * 10; world++) {
        const watches = Array.from({ length: 10 }, (_, i) => ({ body: i % 8, range: RANGES[i % RANGES.length]! }));
        const habits = world % 2 === 0 ? ALL_HABITS : STRAIGHT_HABITS;
        const response = world % 4 < 2 ? 'none' : 'stop';
        const verdict = await compareEntries(world, { ...specOf(world), habits }, watches, 6, response);
        if (verdict.differences.length > 0) throw new Error(verdict.differences.slice(0, 5).join('\n'));
        entries += verdict.entries;
        again += verdict.again;
        worst = Math.max(worst, verdict.worst);
      }
      return { sums: { entries, 'for another time': again }, most: { 'seconds apart': worst } };
    },
  },
  // Ten million events.
  {
    name: 'invariants of long runs on straight ways',
    seeds: 24,
    run: (seed) => refereed(seed, { ...specOf(seed), count: 40, habits: STRAIGHT_HABITS }, 400_000),
  },
  {
    name: 'invariants of long runs on arcs and curves',
    seeds: 24,
    run: (seed) => refereed(seed, { ...specOf(seed), count: 30, habits: ALL_HABITS }, 20_000),
  },
  {
    name: 'the energy of a gas over a million collisions',
    seeds: 3,
    run: async (seed) => {
      const gas = gasOf(seed, 500, [0.1, 0.3, 0.6][seed % 3]!, seed % 2 === 0 ? [0.5] : [0.4, 0.5, 0.45]);
      const before = gas.energy();
      while (gas.collisions() < 1_000_000) await gas.simulator.run({ maxEvents: 10_000 });
      const drift = Math.abs(gas.energy() / before - 1);
      if (!(drift < 1e-12)) throw new Error(`the energy has changed by ${drift}`);
      return { sums: { collisions: gas.collisions() }, most: { drift } };
    },
  },
  {
    name: 'the mean free time of a gas against Enskog',
    seeds: 3,
    run: async (seed) => {
      const { measured, expected, counted } = await collisionRate(seed, 4096, [0.05, 0.15, 0.3][seed % 3]!, 1_500_000);
      const error = Math.abs(expected / measured - 1);
      if (!(error < 0.005)) throw new Error(`${measured} collisions of a disc in a second, expected ${expected}`);
      return { sums: { collisions: counted }, most: { 'error in %': 100 * error } };
    },
  },
];

async function refereed(seed: number, spec: WorldSpec, events: number) {
  const world = worldOf(seed, spec);
  const referee = new Referee(world);
  const onCommand = (id: number, legs: Parameters<Referee['commanded']>[1]) => referee.commanded(id, legs);
  const { simulator } = startEngine(world, {}, { ...referee.listener, onCommand });
  while (simulator.events < events) {
    await simulator.run({ maxEvents: 10_000 });
    referee.checkAll(simulator.now);
    const [first] = referee.objections;
    if (first !== undefined) throw new Error(`${first.kind}: ${first.text}`);
  }
  const { ends, touches, deepest } = referee;
  return { sums: { events: simulator.events, ends, touches }, most: { 'overlap as a share of the allowed': deepest } };
}

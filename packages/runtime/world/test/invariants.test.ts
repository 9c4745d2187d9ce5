/** Invariants after every event of a run. The seed is in the test's name; longer runs are in the soak. */
import { describe, expect, test } from '@jest/globals';
import { startEngine } from './engine-run.js';
import { lazily } from './lazily.js';
import { STRAIGHT_HABITS } from './motions.js';
import { specOf, type WorldSpec, worldOf } from './random-world.js';
import { Referee } from './referee.js';

async function refereed(seed: number, spec: WorldSpec, events: number): Promise<Referee> {
  const world = worldOf(seed, spec);
  const referee = new Referee(world);
  const { simulator } = startEngine(
    world,
    {},
    { ...referee.listener, onCommand: (id, legs) => referee.commanded(id, legs) },
  );
  await simulator.run({ maxEvents: events });
  referee.checkAll(simulator.now);
  return referee;
}

describe.each([
  ['straight ways', [1, 2, 3, 4, 5, 6], STRAIGHT_HABITS, 2000],
  ['arcs and curves', [1, 2, 4, 11], undefined, 250],
] as const)('%s', (_name, seeds, habits, events) => {
  const runs = seeds.map((seed) => {
    const spec = { ...specOf(seed), count: 40 };
    return { seed, referee: lazily(() => refereed(seed, { ...spec, habits: habits ?? spec.habits }, events)) };
  });

  test.each(runs)('no bodies overlap, in the world $seed', async ({ referee }) => {
    expect((await referee()).ofKind('overlap')).toEqual([]);
  });

  test.each(runs)('no body enters or passes through a wall, in the world $seed', async ({ referee }) => {
    expect((await referee()).ofKind('wall')).toEqual([]);
  });

  test.each(runs)('each motion has one end, where and when it should, in the world $seed', async ({ referee }) => {
    const { starts, ends, ofKind } = await referee();
    expect(ofKind.call(await referee(), 'end')).toEqual([]);
    expect(ends).toBeGreaterThan(events / 2);
    expect(starts - ends).toBe(40);
  });

  test.each(runs)('touching and parting take turns, in the world $seed', async ({ referee }) => {
    expect((await referee()).touches).toBeGreaterThan(20);
    expect((await referee()).ofKind('touch')).toEqual([]);
  });
});

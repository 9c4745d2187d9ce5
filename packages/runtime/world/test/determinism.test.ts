/** The result depends on the world and the seed alone. To repeat one: the seed is in the test's name. */
import { describe, expect, test } from '@jest/globals';
import { BucketQueue, Random, SlotHeap } from '@kineko/kernel';
import type { AnalyticOptions } from '../src/dynamics/analytic.js';
import { lazily } from './lazily.js';
import { ALL_HABITS, STRAIGHT_HABITS } from './motions.js';
import { type WorldSpec, worldOf } from './random-world.js';
import { hashOf, type Watched } from './trace-hash.js';

const CROWD: WorldSpec = {
  // More than so few that one grid with wide cells would do.
  count: 70,
  density: 0.3,
  // Three levels of the grid.
  radii: [0.2, 0.25, 1, 0.3, 5],
  habits: STRAIGHT_HABITS,
  scenery: 'discs',
};

const VARIANTS: [string, () => AnalyticOptions][] = [
  ['again', () => ({})],
  ['the reference queue', () => ({ queue: new SlotHeap() })],
  ['a queue that has to grow', () => ({ queue: new BucketQueue(1) })],
  ['small cells', () => ({ cellsPerSpacing: 0.05 })],
  ['large cells', () => ({ cellsPerSpacing: 2.7 })],
  ['one cell', () => ({ cellsPerSpacing: 1000 })],
  ['an area that is not theirs', () => ({ area: { minX: 100, minY: 0, maxX: 5000, maxY: 20 } })],
];

describe.each([
  ['straight ways', 1, CROWD, 8],
  ['arcs and curves', 22, { ...CROWD, habits: ALL_HABITS }, 0.8],
  ['arcs and curves among corners', 23, { ...CROWD, habits: ALL_HABITS, scenery: 'corners' }, 0.5],
  ['pixels', 4, { ...CROWD, scenery: 'bitmap', density: 0.12 }, 5],
  ['a size of its own for each', 5, { ...CROWD, radii: [0.05, 0.11, 0.23, 0.5, 1.1, 2.4, 5.2] }, 6],
] as [string, number, WorldSpec, number][])('the same hash: %s (seed %i)', (_name, seed, spec, seconds) => {
  const expected = lazily(() => hashOf(worldOf(seed, spec), seconds));

  test.each(VARIANTS)('%s', async (_variant, options) => {
    expect((await expected()).kinds['touch']).toBeGreaterThan(3);
    expect(await hashOf(worldOf(seed, spec), seconds, options())).toEqual(await expected());
  });

  test('listed in another order', async () => {
    for (const shuffle of [1, 2]) {
      const world = worldOf(seed, spec);
      const order = new Random(shuffle).stream('order').shuffle([...world.bodies]);
      expect(await hashOf(world, seconds, {}, [], order)).toEqual(await expected());
    }
  });
});

describe('with watches', () => {
  const seed = 6;
  const watches: Watched[] = Array.from({ length: 60 }, (_, i) => ({
    body: i % 45,
    range: [0.5, 2, 7, 30, 1.1, 0.01][i % 6]!,
  }));
  const expected = lazily(() => hashOf(worldOf(seed, CROWD), 6, {}, watches));

  test.each(VARIANTS)('%s', async (_variant, options) => {
    expect((await expected()).kinds['entry']).toBeGreaterThan(200);
    expect(await hashOf(worldOf(seed, CROWD), 6, options(), watches)).toEqual(await expected());
  });

  test('listed in another order', async () => {
    const world = worldOf(seed, CROWD);
    const order = new Random(3).stream('order').shuffle([...world.bodies]);
    expect(await hashOf(world, 6, {}, watches, order)).toEqual(await expected());
  });

  test('around robots on arcs and curves', async () => {
    const spec = { ...CROWD, habits: ALL_HABITS };
    const hash = await hashOf(worldOf(7, spec), 0.1, {}, watches);
    expect(await hashOf(worldOf(7, spec), 0.1, { cellsPerSpacing: 2.7, queue: new SlotHeap() }, watches)).toEqual(hash);
    expect(await hashOf(worldOf(7, spec), 0.1, { cellsPerSpacing: 0.05 }, watches)).toEqual(hash);
  });

  test('they change nothing for other robots', async () => {
    const without = await hashOf(worldOf(seed, CROWD), 6);
    const { entry, ...others } = (await expected()).kinds;
    expect(entry).toBeGreaterThan(0);
    expect(others).toEqual(without.kinds);
  });
});

test('another seed gives another hash', async () => {
  const hashes = await Promise.all([1, 2].map((seed) => hashOf(worldOf(seed, CROWD), 2)));
  expect(hashes[0]!.hash).not.toBe(hashes[1]!.hash);
});

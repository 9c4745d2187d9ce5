import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { Billiard, type Hit } from './billiard.js';

async function play(billiard: Billiard, seconds: number): Promise<Hit[]> {
  const hits: Hit[] = [];
  billiard.simulator.spawn({ id: 1000, name: 'the scorer' }, async (scorer) => {
    for (;;) hits.push(await scorer.until(billiard.hits));
  });
  await billiard.simulator.run({ until: seconds });
  return hits;
}

const table = { width: 36, height: 16 };

test('the hits of seed 42 equal those of the expected log, bit for bit', async () => {
  const hits = await play(new Billiard(table, 12, 42), 8);
  const log = hits.map(({ time, disc, other }) => `${time} ${disc} ${other ?? 'cushion'}\n`).join('');
  expect(log).toBe(readFileSync(fileURLToPath(new URL('expected.log', import.meta.url)), 'utf8'));
});

test('a long game conserves energy, and no two discs overlap', async () => {
  const billiard = new Billiard(table, 12, 7);
  const before = billiard.energy;
  for (let second = 1; second <= 60; second++) {
    await billiard.simulator.run({ until: second });
    expect(billiard.smallestGap).toBeGreaterThan(-1e-12);
    for (const disc of billiard.discs) {
      const { x, y } = billiard.position(disc);
      expect(Math.min(x, y, table.width - x, table.height - y) - disc.radius).toBeGreaterThan(-1e-12);
    }
  }
  expect(Math.abs(billiard.energy / before - 1)).toBeLessThan(1e-12);
});

test('reports how many discs fit on a table that is too small', () => {
  expect(() => new Billiard({ width: 6, height: 6 }, 40, 1)).toThrow(/only \d+ of 40 discs fit/);
});

import { expect, test } from '@jest/globals';
import { runConfig } from 'kineko/testing';

test('four robots find all lamps and inform each other, and the run is repeatable', async () => {
  const options = { seed: 1, set: { 'robot.*': 'searcher.ts' } };
  const run = await runConfig(new URL('search.xml', import.meta.url), options);
  expect(run.summary).toMatchObject({ robots: 4, stoppedBy: 'shutdown' });
  expect(run.summary.remarks).toContain('all robots have left');
  expect(run.metrics.get('steps')).toBeLessThan(1000);
  expect(run.summary.messages.dropped).toBeGreaterThan(0);
  const { hash } = await runConfig(new URL('search.xml', import.meta.url), options);
  expect(hash).toBe(run.hash);
});

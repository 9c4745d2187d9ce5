/** The experiments of this folder, at a small scale. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { csvOf, labSite, labWorker, prepareSweep, readExperiment } from 'kineko/lab';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const site = labSite({});

test.each([
  ['gathering-time.yaml', 6 * 20],
  ['gas-of-discs.yaml', 8 * 10],
])('%s has %d sound cells', async (name, count) => {
  const { sweep, requestOf } = await prepareSweep({ path: fileOf(name), version: '0' }, site);
  expect(sweep.cells).toHaveLength(count);
  expect(new Set(sweep.cells.map(({ id }) => id)).size).toBe(count);
  expect(JSON.parse(JSON.stringify(requestOf(sweep.cells[0]!)))).toEqual(requestOf(sweep.cells[0]!));
});

test('robots that move at random meet as often as the discs of a gas', async () => {
  const { measure } = labWorker(site);
  const { sweep, requestOf } = await prepareSweep({ path: fileOf('gas-of-discs.yaml'), version: '0' }, site);
  const cells = sweep.cells.filter(
    ({ point }) => point.values.get('process.num') === 40 && point.values.get('world.response') === 'none',
  );
  const ratios: number[] = [];
  for (const cell of cells.slice(0, 4)) ratios.push((await measure(requestOf(cell))).values['ratio']!);
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  expect(Math.abs(mean - 1)).toBeLessThan(0.3);
});

test('an experiment survives serialisation', async () => {
  const experiment = await readExperiment('x.yaml', readFileSync(fileOf('gas-of-discs.yaml'), 'utf8'));
  expect(experiment.metrics.map(({ name }) => name)).toEqual(['measured', 'theory', 'ratio']);
  expect(csvOf({ columns: ['a'], rows: [[1]] })).toBe('a\r\n1\r\n');
});

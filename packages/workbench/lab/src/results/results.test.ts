import { describe, expect, test } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import type { CellResult } from '../cell.js';
import { readExperiment } from '../experiment/read-experiment.js';
import { pointsOf } from '../experiment/points.js';
import type { Sweep } from '../sweep.js';
import { plotSvg } from './plot-svg.js';
import { reportPage } from './report.js';
import { studentQuantile } from './student.js';
import { estimate, summarise, summaryTable } from './summary.js';
import { csvOf, parquetOf, resultsTable } from './table.js';
import { vegaLiteOf } from './vega.js';

async function sweep(): Promise<Sweep> {
  const experiment = await readExperiment(
    'x.yaml',
    'scenario: a\nrepetitions: 2\nmetrics: [time, latency]\nparameters: { n: [1, 2], word: ["a,b"] }',
  );
  const points = pointsOf(experiment, () => undefined);
  const cells = [0, 1].flatMap((repetition) =>
    points.map((point) => ({
      index: repetition * 2 + point.index,
      id: `${point.index}-${repetition}`,
      point,
      repetition,
      seed: 1 + repetition,
    })),
  );
  return { experiment, points, cells, warnings: [] };
}

const results = new Map<string, CellResult>(
  ['0-0', '1-0', '0-1', '1-1'].map((id, i) => [
    id,
    { id, values: { time: i + 0.5, latency: i === 0 ? null : 2 }, stoppedBy: 'time' },
  ]),
);

test.each([
  [0.95, 1, 12.7062],
  [0.95, 4, 2.77645],
  [0.99, 9, 3.24984],
  [0.9, 30, 1.69726],
  [0.95, 1e6, 1.95997],
])('of Student’s distribution %d lie within, with %d degrees of freedom, %d', (share, degrees, expected) => {
  expect(studentQuantile(share, degrees)).toBeCloseTo(expected, 4);
});

test('counts missing values apart from the others', () => {
  expect(estimate([1, 2, 3, null], 0.95)).toEqual({
    count: 3,
    missing: 1,
    mean: 2,
    standardDeviation: 1,
    margin: expect.closeTo(2.4841, 4),
    min: 1,
    median: 2,
    max: 3,
  });
  expect(estimate([5], 0.95)).toMatchObject({ mean: 5, margin: null });
  expect(estimate([null], 0.95)).toMatchObject({ count: 0, missing: 1, mean: null });
});

describe('results', () => {
  test('are a table in long form, in the order of the cells', async () => {
    const table = resultsTable(await sweep(), results);
    expect(csvOf(table)).toBe(
      [
        'run,repetition,seed,n,word,metric,value',
        '0,0,1,1,"a,b",time,0.5',
        '0,0,1,1,"a,b",latency,',
        '1,0,1,2,"a,b",time,1.5',
        '1,0,1,2,"a,b",latency,2',
        '2,1,2,1,"a,b",time,2.5',
        '2,1,2,1,"a,b",latency,2',
        '3,1,2,2,"a,b",time,3.5',
        '3,1,2,2,"a,b",latency,2',
        '',
      ].join('\r\n'),
    );
    const { buffer } = await parquetOf(table);
    const rows = await parquetReadObjects({ file: buffer as ArrayBuffer });
    expect(rows[1]).toEqual({ run: 0n, repetition: 0n, seed: 1n, n: 1, word: 'a,b', metric: 'latency', value: null });
  });

  test('are summarised per point', async () => {
    const all = await sweep();
    const { columns, rows } = summaryTable(all, summarise(all, results));
    expect(columns).toEqual([
      'n',
      'word',
      'metric',
      'count',
      'missing',
      'mean',
      'standard_deviation',
      'low',
      'high',
      'min',
      'median',
      'max',
    ]);
    expect(rows[0]!.slice(0, 6)).toEqual([1, 'a,b', 'time', 2, 0, 1.5]);
    expect(rows[1]!.slice(2, 6)).toEqual(['latency', 1, 1, 2]);
  });

  test('are plotted in a page and for notebooks', async () => {
    const all = await sweep();
    const summaries = summarise(all, results);
    const [plot] = all.experiment.plots;
    expect(plotSvg(plot!, summaries)).toContain('<circle');
    const page = reportPage(all, summaries, { version: '1', hash: 'h', done: 4 });
    expect(page).toContain('4 of 4 runs');
    expect(page).not.toContain('<script');
    expect(vegaLiteOf(all.experiment, plot!)).toMatchObject({
      data: { url: '../results.csv' },
      layer: [{ mark: { type: 'line' } }, {}],
    });
    expect(plotSvg(plot!, [])).toBeUndefined();
  });
});

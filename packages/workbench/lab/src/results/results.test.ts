import { describe, expect, test } from '@jest/globals';
import { parquetReadObjects } from 'hyparquet';
import type { CellResult } from '../cell.js';
import { readExperiment } from '../experiment/read-experiment.js';
import { pointsOf } from '../experiment/points.js';
import type { Sweep } from '../sweep.js';
import { meanInterval, wilsonInterval } from './intervals.js';
import { drawPlot } from './plot.js';
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

const samples = (...values: readonly (number | null)[]) => values.map((value) => ({ value, isCensored: value === 3 }));

test('counts missing and censored values apart from the others', () => {
  expect(estimate(samples(1, 2, 3, null), 0.95)).toEqual({
    count: 3,
    missing: 1,
    censored: 1,
    mean: 2,
    standardDeviation: 1,
    interval: { low: expect.closeTo(2 - 2.4841, 4), high: expect.closeTo(2 + 2.4841, 4), method: 'student' },
    min: 1,
    median: 2,
    max: 3,
  });
  expect(estimate(samples(5), 0.95)).toMatchObject({ mean: 5, interval: null });
  expect(estimate(samples(null), 0.95)).toMatchObject({ count: 0, missing: 1, mean: null });
});

describe('confidence intervals', () => {
  // Newcombe (1998), tables I and II.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])('of %d successes in %d runs are from %d to %d (Wilson)', (successes, count, low, high) => {
    const interval = wilsonInterval(successes, count, 0.95);
    expect([interval.low, interval.high]).toEqual([expect.closeTo(low, 4), expect.closeTo(high, 4)]);
  });

  test('never contain impossible values', () => {
    const skewed = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 40];
    expect(meanInterval(skewed, 0.95, { min: -Infinity, max: Infinity })!.low).toBeLessThan(0);
    const { low, high, method } = meanInterval(skewed, 0.95, { min: 0, max: Infinity })!;
    expect([method, low >= 0, low < 43 / 12, high > 43 / 12, high <= 40]).toEqual([
      'bootstrap',
      true,
      true,
      true,
      true,
    ]);
    expect(meanInterval(skewed, 0.95, { min: 0, max: Infinity })).toEqual({ low, high, method });
    expect(meanInterval([0, 0, 9], 0.95, { min: 0, max: Infinity })).toMatchObject({ low: 0, method: 'student' });
    expect(meanInterval([0.9, 1], 0.95, { min: 0, max: 1 })).toMatchObject({ high: 1 });
    expect(meanInterval([4], 0.95, { min: 0, max: 1 })).toBeUndefined();
  });
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
      'censored',
      'mean',
      'standard_deviation',
      'low',
      'high',
      'interval',
      'min',
      'median',
      'max',
    ]);
    expect(rows[0]!.slice(0, 7)).toEqual([1, 'a,b', 'time', 2, 0, 0, 1.5]);
    expect(rows[1]!.slice(2, 7)).toEqual(['latency', 1, 1, 0, 2]);
  });

  test('are plotted in a page and for notebooks', async () => {
    const all = await sweep();
    const summaries = summarise(all, results);
    const [plot] = all.experiment.plots;
    const drawn = await drawPlot(plot!, summaries);
    expect(drawn!.size).toBe('n = 2');
    expect(drawn!.isCensored).toBe(false);
    const page = await reportPage(all, summaries, { version: '1', hash: 'h', done: 4 });
    expect(page).toContain('4 of 4 runs');
    expect(page).toContain('n = 2 at every point');
    const both = await drawPlot({ ...plot!, y: ['time', 'latency'] }, summaries);
    expect(both!.svg).toMatch(/>time<\/text>.*>latency<\/text><\/svg>$/s);
    const [fewer, full] = summarise(all, new Map([...results].filter(([id]) => id !== '0-1')));
    const uneven = await drawPlot(plot!, [fewer!, full!]);
    expect([uneven!.size, /n = 1</.test(uneven!.svg), /n = 2</.test(uneven!.svg)]).toEqual([undefined, true, true]);
    expect(page).not.toContain('<script');
    expect(vegaLiteOf(all.experiment, plot!)).toMatchObject({
      data: { url: '../results.csv' },
      layer: [{ mark: { type: 'line' } }, {}],
    });
    expect(await drawPlot(plot!, [])).toBeUndefined();
  });

  test('mark runs that hit the limit, if others reached the goal', async () => {
    const all = await sweep();
    const some = new Map(
      [...results].map(([id, each]) => [id, { ...each, stoppedBy: id === '0-0' ? 'finished' : 'time' } as const]),
    );
    const summaries = summarise(all, some);
    expect(summaries.map(({ estimates }) => estimates.get('time')!.censored)).toEqual([1, 2]);
    const page = await reportPage(all, summaries, { version: '1', hash: 'h', done: 4 });
    expect(page).toContain('hollow: some runs hit the limit');
    expect(page).toContain('<th scope="col">censored</th>');
    expect(page).toContain('fill="var(--paper)"');
  });

  test('of an author that are only 0 or 1 are shares', async () => {
    const experiment = await readExperiment(
      'x.yaml',
      'scenario: a\nrepetitions: 2\nmetrics: [{ name: safe, expression: "collisions == 0" }, { name: hits, metric: collisions }]\nparameters: { n: [1, 2] }',
    );
    const points = pointsOf(experiment, () => undefined);
    const cells = points.map((point) => ({ index: point.index, id: `${point.index}`, point, repetition: 0, seed: 1 }));
    const values = new Map<string, CellResult>(
      cells.map(({ id }, k) => [id, { id, values: { safe: k, hits: 1 - k }, stoppedBy: 'time' }]),
    );
    const [first] = summarise({ experiment, points, cells, warnings: [] }, values);
    expect(first!.estimates.get('safe')!.interval).toMatchObject({ low: 0, method: 'wilson' });
    expect(first!.estimates.get('hits')!.interval).toBeNull();
  });
});

import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { deliver, drop, end, leg, line, phaseFinish, phaseStart, request, send } from '../test/analysis-records.js';
import { analyse, Analyzer } from './analyzer.js';
import { MAX_LISTED } from './notable.js';
import { csvTables } from './present/csv-tables.js';
import { htmlReport } from './present/html-report.js';
import { textReport } from './present/text-report.js';
import type { AnalysisReport } from './report.js';

const some: readonly TraceRecord[] = [
  { type: 'world', time: 1, walled: false, response: 'stop' },
  request(2, 7),
  send(3, 1, 1, [2]),
  { type: 'crash', time: 4, process: 2 },
  { type: 'suspect', time: 5, process: 1, detector: 'fd', other: 2, isSuspected: true },
  { type: 'decide', time: 6, process: 1, protocol: 'consensus', instance: 0, value: { x: [1, 2] } },
  { type: 'warning', time: 7, robot: 7, text: 'it sleeps' },
  { type: 'warning', time: 7, text: 'no robot in particular' },
  { type: 'log', time: 8, process: 5, logger: 'Mine', level: 'info', text: 'hello' },
];

describe('the report', () => {
  test('reports totals and notable events', async () => {
    const report = await analyse(some);
    expect(report.totals).toEqual({
      firstSeconds: 1,
      lastSeconds: 8,
      spanSeconds: 7,
      records: 9,
      untimedRecords: 0,
      unorderedRecords: 0,
      robots: 1,
      processes: 3,
      motionRequests: 1,
      collisions: 0,
      delays: 0,
    });
    expect(report.crashes).toEqual({ count: 1, first: [{ timeSeconds: 4, process: 2, event: 'crash' }] });
    expect(report.suspicions.first).toEqual([
      { timeSeconds: 5, process: 1, detector: 'fd', other: 2, isSuspected: true },
    ]);
    expect(report.decisions.first).toMatchObject([{ value: '{"x":[1,2]}', instance: 0 }]);
    expect(report.warnings.first.map(({ robot, text }) => [robot, text])).toEqual([
      [7, 'it sleeps'],
      [null, 'no robot in particular'],
    ]);
  });

  test('is the same from a list, from a stream, and at the end of a run that was looked at on the way', async () => {
    async function* stream() {
      yield* some;
    }
    const report = await analyse(some);
    expect(await analyse(stream())).toEqual(report);
    const analyzer = new Analyzer();
    for (const record of some) {
      analyzer.add(record);
      analyzer.report();
    }
    expect(analyzer.report()).toEqual(report);
  });

  test('of nothing is empty, and can be shown', async () => {
    const report = await analyse([]);
    expect(report.totals).toMatchObject({ firstSeconds: null, lastSeconds: null, spanSeconds: 0, records: 0 });
    expectJson(report);
    expect(textReport(report)).toContain('0 records');
    expect(await htmlReport(report)).toContain('<h1>');
  });

  test('lists keep to their bounds', async () => {
    const warnings = Array.from(
      { length: 1000 },
      (_, time) => ({ type: 'warning', time, text: 'x'.repeat(5000) }) as const,
    );
    const { warnings: listed } = await analyse(warnings);
    expect(listed.count).toBe(1000);
    expect(listed.first).toHaveLength(MAX_LISTED);
    expect(listed.first[0]!.text.length).toBeLessThan(600);
  });
});

describe('records that no run makes', () => {
  test('those without a time are counted and left out; earlier ones than before are counted', async () => {
    const { totals, messages } = await analyse([
      send(NaN, 0, 1, [1]),
      send(Infinity, 0, 2, [1]),
      send(2, 0, 3, [1]),
      send(1, 0, 4, [1]),
    ]);
    expect(totals).toMatchObject({
      records: 4,
      untimedRecords: 2,
      unorderedRecords: 1,
      firstSeconds: 1,
      lastSeconds: 2,
    });
    expect(messages.all.messages).toBe(2);
  });

  test('durations below zero are no travel, and arrivals before the sending no latency', async () => {
    const { robots, messages } = await analyse([
      leg(1, line(5, 3, 1)),
      leg(1, { ...line(4, 9, NaN) }),
      phaseStart(9, 2, { speed: 1, distance: 5, toX: 5 }),
      phaseFinish(8, 2, true, 5),
      phaseStart(9, 3, { speed: NaN, distance: NaN, toX: NaN }),
      end(10, 3, 'stopped', { x: NaN }),
      send(9, 0, 1, [1]),
      deliver(8, 1, 0, 1),
    ]);
    for (const robot of robots)
      expect(robot).toMatchObject({ distanceMetres: 0, movingSeconds: 0, meanSpeedMetresPerSecond: null });
    expect(messages.all).toMatchObject({ delivered: 1, deliveredBeforeSend: 1, latency: { count: 0 } });
  });

  test('whatever comes, there is a report that goes through JSON and can be shown', async () => {
    const number = fc.oneof(fc.integer({ min: -1, max: 4 }), fc.double(), fc.constantFrom(NaN, Infinity, -0));
    const text = fc.oneof(fc.string(), fc.constantFrom('<b>', '"', ',\r\n', '\u001b[31m', '\ud800'));
    const time = number;
    const record: fc.Arbitrary<TraceRecord> = fc.oneof(
      fc
        .tuple(time, number, number, fc.array(number, { maxLength: 4 }), text)
        .map(([t, p, m, to, messageType]) => send(t, p, m, to, { messageType, protocol: messageType })),
      fc
        .tuple(time, number, number, number, fc.array(number, { maxLength: 4 }))
        .map(([t, p, f, m, to]) => deliver(t, p, f, m, to)),
      fc.tuple(time, number, number, number, text).map(([t, p, f, m, reason]) => drop(t, p, f, m, reason)),
      fc.tuple(time, number, number, number).map(([t, robot, x, y]) => end(t, robot, 'collided', { x, y })),
      fc
        .tuple(time, number, number, number)
        .map(([t, robot, x, y]) => phaseStart(t, robot, { x, y, speed: x, turnRate: y, distance: x })),
      fc.tuple(time, number, number, number).map(([t, robot, a, b]) => leg(robot, line(t, a, b))),
      fc
        .tuple(time, number, fc.array(number, { maxLength: 18 }))
        .map(([t, robot, knots]) => leg(robot, { ...line(t, Infinity, 0), kind: 'curve', knots })),
      fc.tuple(time, number, text).map(([t, process, value]): TraceRecord => ({
        type: 'decide',
        time: t,
        process,
        protocol: value,
        instance: process,
        value,
      })),
      fc.tuple(time, text).map(([t, words]): TraceRecord => ({ type: 'warning', time: t, text: words })),
      fc.tuple(time, number).map(([t, process]): TraceRecord => ({ type: 'crash', time: t, process })),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 30 }), async (records) => {
        const report = await analyse(records);
        expectJson(report);
        const { totals } = report;
        expect(totals.records).toBe(records.length);
        const shown = textReport(report, { width: 72 });
        for (const row of shown.split('\n')) expect(Array.from(row).length).toBeLessThanOrEqual(72);
        // eslint-disable-next-line no-control-regex -- control characters are what must not be there
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
        expect(await htmlReport(report, { title: '<script>' })).not.toMatch(/<script|<b>/);
        expect(csvTables(report).size).toBe(4);
      }),
      { seed: 24, numRuns: 150 },
    );
  });
});

/** Ids may have any value of the log; all computed values are numbers that JSON can represent. */
function expectJson({ totals, rates, messages, robots }: AnalysisReport): void {
  const computed = [totals, rates, messages, robots.map(({ robot: _id, ...rest }) => rest)];
  expect(computed.flatMap(strangersIn)).toEqual([]);
}

function strangersIn(value: unknown): unknown[] {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [value];
  return typeof value === 'object' ? Object.values(value).flatMap(strangersIn) : [value];
}

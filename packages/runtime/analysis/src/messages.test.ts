import { describe, expect, test } from '@jest/globals';
import type { TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { deliver, drop, send } from '../test/analysis-records.js';
import { analyse } from './analyzer.js';
import { Latency, MAX_EXACT } from './latency.js';
import type { TrafficCounts } from './report.js';

async function allOf(...records: readonly TraceRecord[]): Promise<TrafficCounts> {
  return (await analyse(records)).messages.all;
}

describe('what becomes of messages', () => {
  test('copies are delivered, dropped or under way', async () => {
    const all = await allOf(
      send(0, 0, 1, [1, 2, 3]),
      send(1, 1, 1, [0]),
      deliver(2, 1, 0, 1),
      drop(3, 2, 0, 1, 'partition'),
      deliver(4, 0, 1, 1),
    );
    expect(all).toMatchObject({ messages: 2, copies: 4, delivered: 2, dropped: 1, underWay: 1 });
    expect(all.droppedByReason).toEqual([{ reason: 'partition', copies: 1 }]);
    expect(all.latency).toMatchObject({ count: 2, meanSeconds: 2.5, minSeconds: 2, maxSeconds: 3, medianSeconds: 2.5 });
    expect(all.latency.standardDeviationSeconds).toBeCloseTo(Math.SQRT1_2, 12);
  });

  test('by protocol and type; what is dropped belongs to the protocol that sent it', async () => {
    const heartbeat = { protocol: 'detector', messageType: 'PING' };
    const { messages } = await analyse([
      send(0, 0, 1, [1]),
      send(0, 0, 2, [1], heartbeat),
      send(0, 0, 3, [1], { messageType: 'PONG' }),
      drop(1, 1, 0, 2),
      deliver(2, 1, 0, 1),
    ]);
    const told = messages.byType.map(({ protocol, messageType, delivered, dropped, underWay }) => [
      protocol,
      messageType,
      delivered,
      dropped,
      underWay,
    ]);
    expect(told).toEqual([
      ['app', 'PING', 1, 0, 0],
      ['app', 'PONG', 0, 0, 1],
      ['detector', 'PING', 0, 1, 0],
    ]);
  });

  test('duplicates and strangers are counted apart', async () => {
    const all = await allOf(
      send(5, 0, 7, [1, 1]),
      deliver(6, 1, 0, 7),
      deliver(6, 1, 0, 7),
      deliver(7, 1, 0, 7),
      drop(7, 1, 0, 7),
      deliver(8, 1, 0, 6),
      drop(8, 1, 3, 1),
      deliver(9, 1, 0, 8),
    );
    expect(all).toMatchObject({
      copies: 2,
      delivered: 2,
      underWay: 0,
      duplicatesDelivered: 1,
      duplicatesDropped: 1,
      deliveredWithoutSend: 2,
      droppedWithoutSend: 1,
    });
    expect(all.latency.count).toBe(2);
  });

  test('by process, also those that never sent', async () => {
    const { processes } = await analyse([send(0, 0, 1, [1, 2]), deliver(1, 1, 0, 1), drop(1, 2, 0, 1)]);
    expect(processes).toMatchObject([
      { process: 0, messagesSent: 1, copiesSent: 2, messagesReceived: 0 },
      { process: 1, messagesReceived: 1 },
      { process: 2, messagesDropped: 1 },
    ]);
  });

  test('a number that is used twice pairs first with first', async () => {
    const all = await allOf(send(0, 0, 1, [1]), send(5, 0, 1, [1]), deliver(6, 1, 0, 1), deliver(6, 1, 0, 1));
    expect(all).toMatchObject({ delivered: 2, underWay: 0 });
    expect(all.latency).toMatchObject({ minSeconds: 1, maxSeconds: 6 });
  });

  test('whatever happens, copies sent are delivered, dropped or under way', async () => {
    const id = fc.integer({ min: 0, max: 3 });
    const number = fc.integer({ min: 1, max: 6 });
    const time = fc.double({ min: 0, max: 10, noNaN: true });
    const type = fc.constantFrom('A', 'B');
    const record = fc.oneof(
      fc
        .tuple(time, id, number, fc.array(id, { maxLength: 5 }), type)
        .map(([t, p, m, to, messageType]) => send(t, p, m, to, { messageType })),
      fc
        .tuple(time, id, id, number, type)
        .map(([t, p, from, m, messageType]) => deliver(t, p, from, m, [p], { messageType })),
      fc.tuple(time, id, id, number).map(([t, p, from, m]) => drop(t, p, from, m)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(record, { maxLength: 60 }), async (records) => {
        const { messages, processes } = await analyse(records);
        for (const counts of [messages.all, ...messages.byType]) {
          const { copies, delivered, dropped, underWay, latency, deliveredBeforeSend } = counts;
          expect(underWay).toBeGreaterThanOrEqual(0);
          expect(delivered + dropped + underWay).toBe(copies);
          expect(latency.count + deliveredBeforeSend).toBe(delivered);
        }
        const { all } = messages;
        const told = records.filter(({ type: of }) => of === 'deliver').length;
        expect(all.delivered + all.duplicatesDelivered + all.deliveredWithoutSend).toBe(told);
        expect(processes.reduce((sum, { messagesReceived }) => sum + messagesReceived, 0)).toBe(told);
        const sum = (of: (counts: TrafficCounts) => number) => messages.byType.reduce((s, each) => s + of(each), 0);
        expect(sum(({ copies }) => copies)).toBe(all.copies);
        expect(sum(({ delivered }) => delivered)).toBe(all.delivered);
        expect(sum(({ dropped }) => dropped)).toBe(all.dropped);
      }),
      { seed: 21, numRuns: 200 },
    );
  });
});

describe('how long messages take', () => {
  function latencyOf(values: readonly number[]) {
    const latency = new Latency();
    for (const value of values) latency.add(value);
    return latency.report();
  }

  test('of none there is nothing to say, of one no deviation', () => {
    expect(latencyOf([])).toMatchObject({ count: 0, meanSeconds: null, p99Seconds: null });
    expect(latencyOf([3])).toMatchObject({
      meanSeconds: 3,
      standardDeviationSeconds: null,
      medianSeconds: 3,
      p99Seconds: 3,
    });
  });

  test('quantiles are those of R and NumPy', () => {
    const report = latencyOf([4, 1, 3, 2, 10]);
    expect(report).toMatchObject({ medianSeconds: 3, quantiles: 'exact', quantileRelativeError: 0 });
    expect(report.p90Seconds).toBeCloseTo(7.6, 12);
    expect(report.p99Seconds).toBeCloseTo(9.76, 12);
  });

  test('values that hardly differ keep their deviation', () => {
    const { standardDeviationSeconds } = latencyOf([1e9, 1e9 + 1, 1e9 + 2]);
    expect(standardDeviationSeconds).toBeCloseTo(1, 6);
  });

  test('beyond ten thousand a sketch answers, within one per cent', () => {
    const count = 100_000;
    // The quantiles of an exponential distribution, in a shuffled order.
    const values = Array.from({ length: count }, (_, i) => -Math.log(1 - (((i * 7919) % count) + 0.5) / count));
    const report = latencyOf(values);
    expect(latencyOf(values.slice(0, MAX_EXACT)).quantiles).toBe('exact');
    expect(report).toMatchObject({ count, quantiles: 'sketch', quantileRelativeError: 0.01 });
    const sorted = [...values].sort((a, b) => a - b);
    for (const [share, found] of [
      [0.5, report.medianSeconds],
      [0.9, report.p90Seconds],
      [0.99, report.p99Seconds],
    ] as const) {
      const right = sorted[Math.floor(share * (count - 1))]!;
      expect(Math.abs(found! / right - 1)).toBeLessThanOrEqual(0.01 + 1e-12);
    }
    expect(report.minSeconds).toBe(sorted[0]);
    expect(report.maxSeconds).toBe(sorted.at(-1));
    expect(report.histogram.counts.reduce((sum, each) => sum + each, 0)).toBe(count);
  });

  test('a sketch of zeros and of values over thirty powers of ten stays small', () => {
    const values = Array.from({ length: 40_000 }, (_, i) => (i % 4 === 0 ? 0 : 10 ** ((i % 3000) / 100 - 11)));
    const report = latencyOf(values);
    const sorted = [...values].sort((a, b) => a - b);
    expect(Math.abs(report.p90Seconds! / sorted[Math.floor(0.9 * (values.length - 1))]! - 1)).toBeLessThanOrEqual(
      0.0101,
    );
    expect(report.minSeconds).toBe(0);
  });

  test('a histogram holds every value, also where all are one', () => {
    expect(latencyOf([1, 1, 1]).histogram).toEqual({ startSeconds: 1, binSeconds: 0, counts: [3] });
    const { histogram } = latencyOf([0, 1, 2, 4]);
    expect(histogram).toMatchObject({ startSeconds: 0, binSeconds: 0.1 });
    expect(histogram.counts.flatMap((count, bin) => (count > 0 ? [[bin, count]] : []))).toEqual([
      [0, 1],
      [10, 1],
      [20, 1],
      [39, 1],
    ]);
  });
});

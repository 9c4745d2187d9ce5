import { describe, expect, test } from '@jest/globals';
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';
import fc from 'fast-check';
import { deliver, noted } from '../test/analysis-records.js';
import { analyse } from './analyzer.js';
import { OrderComparer } from './compare-orders.js';
import { DeliveryOrders, MAX_PROCESSES } from './delivery-orders.js';

/** The sequences of processes 0, 1, … as a protocol notes them. */
function sequences(...of: readonly string[]): TraceRecord[] {
  return of.flatMap((messages, process) => Array.from(messages, (message, i) => noted(i, process, message)));
}

const names = Array.from('abcdefgh');
const compare = (a: string, b: string) => {
  const numbers = (text: string) => Array.from(text, (name) => names.indexOf(name));
  return new OrderComparer(names).compare(numbers(a), numbers(b));
};

describe('two orders', () => {
  test('that are equal', () => {
    expect(compare('abc', 'abc')).toMatchObject({
      relation: 'equal',
      commonPrefix: 3,
      firstDifference: null,
      ordersAgree: true,
    });
    expect(compare('', '')).toMatchObject({ relation: 'equal', commonPrefix: 0 });
  });

  test('of which one is the start of the other', () => {
    expect(compare('ab', 'abcd')).toEqual({
      relation: 'aIsPrefix',
      commonPrefix: 2,
      firstDifference: { place: 3, atA: null, atB: 'c' },
      missingAtA: { count: 2, examples: ['c', 'd'] },
      missingAtB: { count: 0, examples: [] },
      ordersAgree: true,
      firstDisorder: null,
    });
    expect(compare('a', '')).toMatchObject({ relation: 'bIsPrefix' });
  });

  test('with missing messages still agree in order', () => {
    expect(compare('acd', 'abcd')).toMatchObject({
      relation: 'differ',
      firstDifference: { place: 2, atA: 'c', atB: 'b' },
      missingAtA: { count: 1, examples: ['b'] },
      ordersAgree: true,
    });
  });

  test('that are not one order', () => {
    expect(compare('abdc', 'abcd')).toMatchObject({
      relation: 'differ',
      firstDifference: { place: 3, atA: 'd', atB: 'c' },
      ordersAgree: false,
      firstDisorder: { atA: 'd', atB: 'c' },
    });
    expect(compare('eab', 'bfa')).toMatchObject({ firstDisorder: { atA: 'a', atB: 'b' } });
  });

  test('a message that is delivered twice is a difference, but no disorder', () => {
    expect(compare('aab', 'ab')).toMatchObject({ relation: 'differ', commonPrefix: 1, ordersAgree: true });
  });

  test('one comparer is none the wiser for what it has compared before', () => {
    const sequence = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.tuple(sequence, sequence), { maxLength: 6 }), (pairs) => {
        const comparer = new OrderComparer(names);
        for (const [a, b] of pairs) expect(comparer.compare(a, b)).toEqual(new OrderComparer(names).compare(a, b));
      }),
      { seed: 23, numRuns: 100 },
    );
  });
});

describe('the orders of a run', () => {
  test('are those that a protocol notes, and not those of the network', async () => {
    const { deliveryOrders } = await analyse([deliver(0, 0, 1, 1, [0, 1]), ...sequences('abc', 'abc', 'ab')]);
    expect(deliveryOrders).toHaveLength(1);
    expect(deliveryOrders[0]).toMatchObject({
      protocol: 'atomic',
      deliveries: 8,
      comparedDeliveries: 8,
      processes: 3,
      comparedProcesses: [0, 1, 2],
    });
    const told = deliveryOrders[0]!.pairs.map(({ a, b, relation }) => `${a} ${b} ${relation}`);
    expect(told).toEqual(['0 1 equal', '0 2 bIsPrefix', '1 2 bIsPrefix']);
  });

  test('each protocol is compared by itself; links are not', async () => {
    const accept: TraceRecord = {
      type: 'protocolEvent',
      time: 0,
      process: 0,
      protocol: 'link',
      event: 'accept',
      value: {},
    };
    const { deliveryOrders } = await analyse([
      accept,
      noted(1, 0, '1;0', 'link'),
      noted(1, 0, '1;0', 'atomic'),
      noted(2, 1, '0;0', 'fifo'),
    ]);
    expect(deliveryOrders.map(({ protocol }) => protocol)).toEqual(['atomic', 'fifo']);
  });

  test('compares messages with several destinations where no protocol notes deliveries', async () => {
    const { deliveryOrders } = await analyse([
      deliver(1, 0, 9, 1, [0, 1, 2]),
      deliver(1, 1, 9, 1, [0, 1, 2]),
      deliver(2, 0, 9, 2, [0, 2]),
      deliver(3, 0, 9, 3, [0, 1]),
      deliver(3, 1, 9, 3, [0, 1]),
      deliver(4, 1, 9, 4, [1]),
      deliver(4, 2, 9, 2, [0, 2]),
      deliver(5, 2, 9, 1, [0, 1, 2]),
    ]);
    expect(deliveryOrders).toMatchObject([{ protocol: null, deliveries: 7 }]);
    const told = deliveryOrders[0]!.pairs.map(({ a, b, relation, firstDisorder }) => [a, b, relation, firstDisorder]);
    expect(told).toEqual([
      [0, 1, 'equal', null],
      [0, 2, 'differ', { atA: '9;1', atB: '9;2' }],
      [1, 2, 'equal', null],
    ]);
  });

  test('there are none without messages to several', async () => {
    expect((await analyse([deliver(1, 0, 1, 1, [0])])).deliveryOrders).toEqual([]);
    const odd: TraceRecord = {
      type: 'protocolEvent',
      time: 0,
      process: 0,
      protocol: 'p',
      event: 'deliver',
      value: [1],
    };
    expect((await analyse([odd])).deliveryOrders).toEqual([]);
  });

  test('compares a limited number of deliveries and processes, and reports the limit', () => {
    const orders = new DeliveryOrders(5);
    for (const record of sequences('abc', 'abc', 'abc')) orders.protocolEvent(record as RecordOf<'protocolEvent'>);
    expect(orders.report()).toMatchObject([{ deliveries: 9, comparedDeliveries: 5, processes: 2 }]);
    const many = new DeliveryOrders();
    for (let process = 0; process < 40; process++)
      many.protocolEvent(noted(0, process, 'a') as RecordOf<'protocolEvent'>);
    const [report] = many.report();
    expect(report).toMatchObject({ processes: 40 });
    expect(report!.comparedProcesses).toHaveLength(MAX_PROCESSES);
  });

  test('what the network brought does not count against what a protocol notes later', () => {
    const orders = new DeliveryOrders(2);
    for (let i = 0; i < 5; i++) orders.deliver(deliver(i, 0, 1, i, [0, 1]) as RecordOf<'deliver'>);
    orders.protocolEvent(noted(6, 0, 'a') as RecordOf<'protocolEvent'>);
    expect(orders.report()).toMatchObject([{ deliveries: 1, comparedDeliveries: 1 }]);
  });
});

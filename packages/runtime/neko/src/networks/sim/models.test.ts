import { describe, expect, test } from '@jest/globals';
import { type Arrival, carryOut, type Plan, steady } from '../../../test/planned-traffic.js';
import type { NekoHost } from '../../process.js';
import { BasicChannel } from './basic.js';
import { MetricChannel, type MetricOptions } from './metric.js';
import { RandomChannel } from './random.js';

const all = (n: number): number[] => Array.from({ length: n }, (_, id) => id);
const times = (arrivals: readonly Arrival[]): number[] => arrivals.map(({ time }) => time);
const told = (arrivals: readonly Arrival[]): string[] =>
  arrivals.map(({ time, from, to, number }) => `${time}: p${from}#${number} to p${to}`);

describe('Basic', () => {
  test('every copy takes lambda, the one to itself as well', async () => {
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [
        { at: 0.5, from: 1, to: [2, 1, 0] },
        { at: 0.7, from: 0, to: [1] },
      ],
      channel: (host) => new BasicChannel(host, { lambda: 0.25 }),
    });
    expect(told(arrivals)).toEqual(['0.75: p1#1 to p0', '0.75: p1#1 to p1', '0.75: p1#1 to p2', '0.95: p0#1 to p1']);
  });

  test('takes 1 s by default, and no time if lambda is 0', async () => {
    const plan = { n: 2, sendings: steady(2) };
    expect(times((await carryOut({ ...plan, channel: (host) => new BasicChannel(host) })).arrivals)).toEqual([1, 2]);
    const none = await carryOut({ ...plan, channel: (host) => new BasicChannel(host, { lambda: 0 }) });
    expect(times(none.arrivals)).toEqual([0, 1]);
  });

  test('arrivals of one instant are ordered by receiver, then sender, then sending', async () => {
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [
        { at: 0, from: 2, to: [0, 1] },
        { at: 0, from: 2, to: [1] },
        { at: 0, from: 0, to: [1, 2] },
        { at: 0, from: 2, to: [1, 0] },
      ],
      channel: (host) => new BasicChannel(host),
    });
    expect(told(arrivals)).toEqual([
      '1: p2#1 to p0',
      '1: p2#3 to p0',
      '1: p0#1 to p1',
      '1: p2#1 to p1',
      '1: p2#2 to p1',
      '1: p2#3 to p1',
      '1: p0#1 to p2',
    ]);
  });

  test.each([-1, NaN, Infinity, '1' as never, null as never])('rejects a lambda of %p', async (lambda) => {
    await expect(
      carryOut({ n: 1, sendings: [], channel: (host) => new BasicChannel(host, { lambda }) }),
    ).rejects.toThrow(
      `expected a number of seconds, 0 or more, got ${typeof lambda === 'string' ? '"1"' : String(lambda)}`,
    );
  });
});

describe('Random', () => {
  const COUNT = 20_000;
  const plan: Plan = {
    n: 3,
    sendings: [...steady(COUNT, 0.01), ...steady(COUNT, 0.01, 2, [0])],
    channel: (host) => new RandomChannel(host, { lambda: 10 }),
  };
  const delaysOf = (arrivals: readonly Arrival[], from: number): number[] =>
    arrivals.filter((arrival) => arrival.from === from).map(({ time, sentAt }) => time - sentAt);

  test('delays are exponential with mean lambda, and independent of those of other links', async () => {
    const { arrivals } = await carryOut(plan);
    for (const from of [0, 2]) {
      const delays = delaysOf(arrivals, from);
      const mean = delays.reduce((sum, delay) => sum + delay, 0) / COUNT;
      // Five standard errors: lambda / sqrt(count).
      expect(Math.abs(mean - 10)).toBeLessThan((5 * 10) / Math.sqrt(COUNT));
      const above = (limit: number): number => delays.filter((delay) => delay > limit).length / COUNT;
      for (const multiple of [0.1, 1, 3]) expect(above(10 * multiple)).toBeCloseTo(Math.exp(-multiple), 1.8);
    }
    const alone = await carryOut({ ...plan, sendings: steady(COUNT, 0.01) });
    expect(alone.arrivals).toEqual(arrivals.filter(({ from }) => from === 0));
  });

  test('copies overtake each other', async () => {
    const { arrivals } = await carryOut({ ...plan, sendings: steady(100, 0.01) });
    const numbers = arrivals.map(({ number }) => number);
    expect(numbers).not.toEqual(numbers.toSorted((a, b) => a - b));
  });

  test('the seed decides', async () => {
    const run = async (seed: number) => (await carryOut({ ...plan, sendings: steady(50), seed })).arrivals;
    expect(await run(7)).toEqual(await run(7));
    expect(await run(7)).not.toEqual(await run(8));
  });
});

describe('Metric', () => {
  const metric =
    (options: MetricOptions) =>
    (host: NekoHost): MetricChannel =>
      new MetricChannel(host, options);
  const LAMBDAS = [0, 0.25, 1, 3];

  test.each(LAMBDAS)('a unicast on an idle system takes 2 lambda + 1 (lambda = %p)', async (lambda) => {
    const { arrivals } = await carryOut({ n: 2, sendings: [{ at: 0, from: 0, to: [1] }], channel: metric({ lambda }) });
    expect(times(arrivals)).toEqual([2 * lambda + 1]);
  });

  test.each(LAMBDAS)('all copies of a multicast come after 2 lambda + 1 (lambda = %p)', async (lambda) => {
    const { arrivals } = await carryOut({
      n: 5,
      sendings: [{ at: 0, from: 0, to: [1, 2, 3, 4] }],
      channel: metric({ lambda }),
    });
    expect(times(arrivals)).toEqual(Array<number>(4).fill(2 * lambda + 1));
  });

  test.each(LAMBDAS)(
    'without multicast the i-th copy comes (i - 1) max(lambda, 1) later (lambda = %p)',
    async (lambda) => {
      const { arrivals } = await carryOut({
        n: 5,
        sendings: [{ at: 0, from: 0, to: [1, 2, 3, 4] }],
        channel: metric({ lambda, multicast: false }),
      });
      expect(times(arrivals)).toEqual([0, 1, 2, 3].map((i) => 2 * lambda + 1 + i * Math.max(lambda, 1)));
    },
  );

  test('all share one network, in the order of arrival there, then of ids', async () => {
    const { arrivals } = await carryOut({
      n: 4,
      sendings: [
        { at: 0, from: 2, to: [3] },
        { at: 0, from: 1, to: [3] },
        { at: 0, from: 0, to: [3] },
      ],
      channel: metric({ lambda: 0.5 }),
    });
    expect(told(arrivals)).toEqual(['2: p0#1 to p3', '3: p1#1 to p3', '4: p2#1 to p3']);
  });

  test('sending and receiving compete for the processor', async () => {
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [
        { at: 0, from: 0, to: [1] },
        // The message above occupies p1's processor from 3 to 5.
        { at: 4, from: 1, to: [2] },
      ],
      channel: metric({ lambda: 2 }),
    });
    expect(told(arrivals)).toEqual(['5: p0#1 to p1', '10: p1#1 to p2']);
  });

  test('a message to itself takes the same time', async () => {
    const { arrivals } = await carryOut({
      n: 2,
      sendings: [{ at: 0, from: 0, to: [0, 1] }],
      channel: metric({ lambda: 1 }),
    });
    expect(told(arrivals)).toEqual(['3: p0#1 to p0', '3: p0#1 to p1']);
  });

  test('messages without receivers cost nothing', async () => {
    const { arrivals } = await carryOut({
      n: 2,
      sendings: [
        { at: 0, from: 0, to: [] },
        { at: 0, from: 0, to: [1] },
      ],
      channel: metric({}),
    });
    expect(times(arrivals)).toEqual([3]);
  });

  test('a load above the capacity of the network makes a growing queue', async () => {
    // Two senders, each with one message per second: the network serves one per second.
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [...steady(50, 1, 0, [2]), ...steady(50, 1, 1, [2])],
      channel: metric({ lambda: 0.1 }),
    });
    expect(arrivals.at(-1)!.time).toBeCloseTo(0.1 + 100 + 0.1, 9);
    expect(all(100).every((k) => Math.abs(arrivals[k]!.time - (1.2 + k)) < 1e-9)).toBe(true);
  });

  test('rejects invalid options', async () => {
    for (const options of [{ lambda: -1 }, { networkTime: NaN }])
      await expect(carryOut({ n: 1, sendings: [], channel: metric(options) })).rejects.toThrow('of a metric network');
  });
});

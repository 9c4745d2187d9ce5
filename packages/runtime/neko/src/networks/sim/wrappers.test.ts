import { describe, expect, test } from '@jest/globals';
import { type Arrival, carryOut, type Outcome, steady } from '../../../test/planned-traffic.js';
import type { NekoMessage } from '../../message.js';
import type { NekoHost } from '../../process.js';
import { BandwidthChannel, jsonBytes } from './bandwidth.js';
import { BasicChannel } from './basic.js';
import { BurstsChannel } from './bursts.js';
import { type Channel, type ChannelEnd, Delivery } from './channel.js';
import { DuplicationChannel, LossChannel, SpikesChannel } from './random-faults.js';
import { FifoChannel } from './fifo.js';
import { MetricChannel } from './metric.js';
import { OverridesChannel } from './overrides.js';
import { type Positions, RangeChannel, type RangeOptions } from './range.js';
import { RandomChannel } from './random.js';

const COUNT = 20_000;
const told = (arrivals: readonly Arrival[]): string[] =>
  arrivals.map(({ time, from, to, number }) => `${time}: p${from}#${number} to p${to}`);
const numbers = (arrivals: readonly Arrival[]): number[] => arrivals.map(({ number }) => number);

/** The outcome of a steady stream of messages on one link. */
const stream = (channel: (host: NekoHost) => Channel, count = COUNT, every = 1): Promise<Outcome> =>
  carryOut({ n: 2, sendings: steady(count, every), channel });

/** Expects a fraction of independent samples within five standard errors of a probability. */
function expectShare(hits: number, count: number, probability: number): void {
  const error = Math.sqrt((probability * (1 - probability)) / count);
  expect(Math.abs(hits / count - probability)).toBeLessThanOrEqual(5 * error);
}

/** Invalid channels, each with the expected message. */
function refuses(cases: readonly (readonly [(host: NekoHost) => Channel, string])[]): void {
  test.each(cases)('rejects invalid options (%#)', async (channel, message) => {
    await expect(carryOut({ n: 3, sendings: [], channel })).rejects.toThrow(message);
  });
}

describe('loss', () => {
  const lossy =
    (probability: number) =>
    (host: NekoHost): Channel =>
      new LossChannel(host, new BasicChannel(host), { probability });

  test.each([0, 0.1, 0.5, 1])('loses a share of %p, at the time of arrival', async (probability) => {
    const { arrivals, drops } = await stream(lossy(probability));
    expectShare(drops.length, COUNT, probability);
    expect(arrivals.length + drops.length).toBe(COUNT);
    expect(drops.every(({ time, sentAt, reason }) => time === sentAt + 1 && reason === 'lost')).toBe(true);
  });

  test('losses are independent', async () => {
    const { drops } = await stream(lossy(0.3));
    const lost = new Set(numbers(drops));
    expectShare(drops.filter(({ number }) => lost.has(number + 1)).length, drops.length, 0.3);
  });

  refuses([
    [lossy(1.1), 'the probability of a loss: expected a number from 0 to 1, got 1.1'],
    [lossy(NaN), 'got NaN'],
    [lossy('0.5' as never), 'got "0.5"'],
  ]);
});

describe('bursts of losses', () => {
  test('the share of losses and the length of bursts are those of the Markov chain', async () => {
    const { drops } = await stream(
      (host) => new BurstsChannel(host, new BasicChannel(host), { toBad: 0.02, toGood: 0.25 }),
    );
    // The standard error is larger than that of independent losses by sqrt((1 + r) / (1 - r)), r = 1 - 0.02 - 0.25.
    const share = 0.02 / 0.27;
    const error = Math.sqrt((share * (1 - share) * (1.73 / 0.27)) / COUNT);
    expect(Math.abs(drops.length / COUNT - share)).toBeLessThan(5 * error);
    const lost = new Set(numbers(drops));
    const bursts = drops.filter(({ number }) => !lost.has(number - 1)).length;
    expect(drops.length / bursts).toBeGreaterThan(3.5);
    expect(drops.length / bursts).toBeLessThan(4.5);
    expect(new Set(drops.map(({ reason }) => reason))).toEqual(new Set(['lost in a burst']));
  });

  test('losses in both states (Elliott)', async () => {
    const { drops } = await stream(
      (host) =>
        new BurstsChannel(host, new BasicChannel(host), { toBad: 0.5, toGood: 0.5, lossInBad: 0.8, lossInGood: 0.2 }),
    );
    expectShare(drops.length, COUNT, 0.5);
  });

  refuses([
    [(host) => new BurstsChannel(host, new BasicChannel(host), { toBad: 2, toGood: 0 }), 'the toBad of bursts'],
    [
      (host) => new BurstsChannel(host, new BasicChannel(host), { toBad: 0, toGood: 0, lossInGood: -1 }),
      'the lossInGood of bursts of losses: expected a number from 0 to 1, got -1',
    ],
  ]);
});

describe('duplication', () => {
  const doubling =
    (probability: number, delay?: number) =>
    (host: NekoHost): Channel =>
      new DuplicationChannel(host, new BasicChannel(host), { probability, ...(delay !== undefined && { delay }) });

  test('a share of the copies comes twice, the second one after its delay', async () => {
    const { arrivals, traffic } = await stream(doubling(0.3, 0.25));
    const seconds = arrivals.filter(({ time, sentAt }) => time === sentAt + 1.25);
    expectShare(seconds.length, COUNT, 0.3);
    expect(arrivals.length).toBe(COUNT + seconds.length);
    expect(traffic).toMatchObject({ sent: COUNT, doubled: seconds.length, lost: 0, underWay: 0 });
  });

  test('at most twice', async () => {
    expect((await stream(doubling(1), 3)).arrivals.map(({ time }) => time)).toEqual([1, 1, 2, 2, 3, 3]);
  });

  refuses([
    [doubling(-0.1), 'the probability of a duplicate: expected a number from 0 to 1, got -0.1'],
    [doubling(0.1, -1), 'the delay of a duplicate: expected a number of seconds, 0 or more, got -1'],
  ]);
});

describe('delay spikes', () => {
  test('a share of the copies comes later', async () => {
    const { arrivals } = await stream(
      (host) => new SpikesChannel(host, new BasicChannel(host), { probability: 0.2, delay: 5 }),
    );
    const late = arrivals.filter(({ time, sentAt }) => time === sentAt + 6).length;
    expect(arrivals.filter(({ time, sentAt }) => time === sentAt + 1)).toHaveLength(COUNT - late);
    expectShare(late, COUNT, 0.2);
  });

  test('by an exponential delay if wanted', async () => {
    const { arrivals } = await stream(
      (host) => new SpikesChannel(host, new BasicChannel(host), { delay: 4, distribution: 'exponential' }),
    );
    const mean = arrivals.reduce((sum, { time, sentAt }) => sum + time - sentAt - 1, 0) / COUNT;
    expect(Math.abs(mean - 4)).toBeLessThan((5 * 4) / Math.sqrt(COUNT));
  });

  refuses([
    [
      (host) => new SpikesChannel(host, new BasicChannel(host), { delay: Infinity }),
      'the delay of a spike: expected a number of seconds, 0 or more, got Infinity',
    ],
    [
      (host) => new SpikesChannel(host, new BasicChannel(host), { delay: 1, distribution: 'normal' as never }),
      'the distribution of a spike: expected constant or exponential, got "normal"',
    ],
  ]);
});

describe('FIFO', () => {
  const isOrdered = (outcome: Outcome): boolean =>
    numbers(outcome.arrivals).every((number, k, list) => k === 0 || list[k - 1]! <= number);

  test('restores the order of each link, and holds no copy longer than needed', async () => {
    const random = (host: NekoHost): Channel => new RandomChannel(host, { lambda: 3 });
    const free = await stream(random, 1_000, 0.1);
    const fifo = await stream((host) => new FifoChannel(host, random(host)), 1_000, 0.1);
    expect(isOrdered(free)).toBe(false);
    expect(isOrdered(fifo)).toBe(true);
    const freeTimes = new Map(free.arrivals.map(({ number, time }) => [number, time]));
    let latest = 0;
    for (const { number, time } of fifo.arrivals) {
      latest = Math.max(latest, freeTimes.get(number)!);
      expect(time).toBe(latest);
    }
  });

  test('does not wait for copies lost further in', async () => {
    const outcome = await stream(
      (host) => new FifoChannel(host, new LossChannel(host, new RandomChannel(host), { probability: 0.5 })),
      2_000,
      0.1,
    );
    expect(isOrdered(outcome)).toBe(true);
    expect(outcome.traffic.underWay).toBe(0);
    expectShare(outcome.drops.length, 2_000, 0.5);
  });

  test('drops duplicates from further in that would be late, and lets the others through', async () => {
    const outcome = await stream(
      (host) =>
        new FifoChannel(
          host,
          new SpikesChannel(
            host,
            new DuplicationChannel(host, new RandomChannel(host), { probability: 0.5, delay: 0.3 }),
            { probability: 0.1, delay: 2 },
          ),
        ),
      2_000,
      0.5,
    );
    expect(isOrdered(outcome)).toBe(true);
    expect(outcome.traffic.underWay).toBe(0);
    expect(new Set(outcome.drops.map(({ reason }) => reason))).toEqual(
      new Set(['a second copy that came after later messages']),
    );
    expect(new Set(numbers(outcome.arrivals)).size).toBe(2_000);
    expect(outcome.arrivals.length).toBeGreaterThan(2_000);
  });

  test('passes duplicates made further out unchanged', async () => {
    const outcome = await stream(
      (host) =>
        new DuplicationChannel(
          host,
          new LossChannel(host, new FifoChannel(host, new RandomChannel(host)), { probability: 0.2, stream: 'outer' }),
          { probability: 0.5 },
        ),
      2_000,
      0.1,
    );
    expect(outcome.traffic.underWay).toBe(0);
    expect(isOrdered(outcome)).toBe(true);
  });

  // A queue with linear-time operations would take minutes.
  test('a long queue behind one late copy is let out at once', async () => {
    const COPIES = 50_000;
    const behind = await stream((host) => new FifoChannel(host, new FirstIsLate(host)), COPIES, 1e-6);
    expect(behind.arrivals).toHaveLength(COPIES);
    expect(new Set(behind.arrivals.map(({ time }) => time))).toEqual(new Set([100]));
    expect(isOrdered(behind)).toBe(true);
  });
});

/** The first copy takes a hundred times as long as the others. */
class FirstIsLate extends BasicChannel {
  private isFirst = true;

  override carry(message: NekoMessage, to: number, end: ChannelEnd): void {
    const { simulator } = this.host;
    if (this.isFirst) simulator.schedule(100, new Delivery(message, to, end));
    else super.carry(message, to, end);
    this.isFirst = false;
  }
}

describe('overrides', () => {
  test('some links go over another channel; the first override of a link counts', async () => {
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [{ at: 0, from: 0, to: [0, 1, 2] }],
      channel: (host) =>
        new OverridesChannel(host, new BasicChannel(host), [
          { links: { pairs: [[0, 2]] }, channel: new BasicChannel(host, { lambda: 0.5 }) },
          { links: { to: [1, 2] }, channel: new BasicChannel(host, { lambda: 3 }) },
        ]),
    });
    expect(told(arrivals)).toEqual(['0.5: p0#1 to p2', '1: p0#1 to p0', '3: p0#1 to p1']);
  });

  test('a multicast stays one on each channel', async () => {
    const { arrivals } = await carryOut({
      n: 5,
      sendings: [{ at: 0, from: 0, to: [1, 2, 3, 4] }],
      channel: (host) =>
        new OverridesChannel(host, new MetricChannel(host), [{ links: { to: [3] }, channel: new BasicChannel(host) }]),
    });
    expect(told(arrivals)).toEqual(['1: p0#1 to p3', '3: p0#1 to p1', '3: p0#1 to p2', '3: p0#1 to p4']);
  });

  refuses([
    [
      (host) =>
        new OverridesChannel(host, new BasicChannel(host), [{ links: { from: [3] }, channel: new BasicChannel(host) }]),
      'overrides of links: [0].links.from[0]: expected an integer from 0 to 2, got 3',
    ],
  ]);
});

describe('bandwidth', () => {
  test('messages per second: one after the other on each link', async () => {
    const { arrivals } = await carryOut({
      n: 3,
      sendings: [...steady(3, 0), { at: 0, from: 0, to: [2] }, { at: 5, from: 0, to: [1] }],
      channel: (host) => new BandwidthChannel(host, new BasicChannel(host), { messagesPerSecond: 2 }),
    });
    expect(told(arrivals)).toEqual([
      '1.5: p0#1 to p1',
      '1.5: p0#4 to p2',
      '2: p0#2 to p1',
      '2.5: p0#3 to p1',
      '6.5: p0#5 to p1',
    ]);
  });

  test('bytes per second, by the size of the content as JSON', async () => {
    const { arrivals } = await carryOut({
      n: 2,
      sendings: [
        { at: 0, from: 0, to: [1], content: 'x'.repeat(98) },
        { at: 0, from: 0, to: [1], content: { a: 1, b: 2 } },
      ],
      channel: (host) => new BandwidthChannel(host, new BasicChannel(host), { bytesPerSecond: 100 }),
    });
    expect(arrivals.map(({ time }) => time)).toEqual([2, 2.13]);
  });

  test.each([null, 'ascii', 'é', '€', '🐈', '\ud83d', ['ü', { 𝕏: 'ÿ' }], 'a"b\\c\n', 12.5])(
    'the length of %j is that of its UTF-8',
    (value) => {
      expect(jsonBytes(value)).toBe(new TextEncoder().encode(JSON.stringify(value)).length);
    },
  );

  refuses([
    [(host) => new BandwidthChannel(host, new BasicChannel(host), {}), 'either bytesPerSecond or messagesPerSecond'],
    [
      (host) => new BandwidthChannel(host, new BasicChannel(host), { messagesPerSecond: 0 }),
      'a bandwidth: expected a number of messages per second, above 0, got 0',
    ],
    [(host) => new BandwidthChannel(host, new BasicChannel(host), { bytesPerSecond: NaN }), 'got NaN'],
  ]);
});

describe('range', () => {
  /** Processes at (0, 0), (3, 4) and (30, 40), with a wall one metre thick between all but the first two. */
  const positions: Positions = {
    positionOf: (process) =>
      [
        { x: 0, y: 0 },
        { x: 3, y: 4 },
        { x: 30, y: 40 },
      ][process]!,
    isVisible: (a, b) => a + b === 1,
    thicknessBetween: (a, b) => (a + b === 1 ? 0 : 1),
  };
  const ranged =
    (options: RangeOptions, where = positions) =>
    (host: NekoHost): Channel =>
      new RangeChannel(host, new BasicChannel(host), where, options);
  const fromFirst = (options: RangeOptions) =>
    carryOut({ n: 3, sendings: [{ at: 0, from: 0, to: [0, 1, 2] }], channel: ranged(options) });

  test('without limits all processes hear each other', async () => {
    expect((await fromFirst({})).arrivals).toHaveLength(3);
  });

  test('within reach, the border included', async () => {
    const { arrivals, drops } = await fromFirst({ reach: 5 });
    expect(arrivals.map(({ to }) => to)).toEqual([0, 1]);
    expect(drops).toEqual([{ time: 0, sentAt: 0, from: 0, to: 2, number: 1, reason: 'out of reach' }]);
    expect((await fromFirst({ reach: 4.999 })).arrivals.map(({ to }) => to)).toEqual([0]);
  });

  test('in line of sight', async () => {
    expect((await fromFirst({ lineOfSight: true })).drops).toMatchObject([{ to: 2, reason: 'no line of sight' }]);
  });

  test('behind obstacles the reach is shorter', async () => {
    expect((await fromFirst({ reach: 52, attenuation: 2 })).drops).toEqual([]);
    expect((await fromFirst({ reach: 52, attenuation: 2.5 })).drops).toMatchObject([
      { to: 2, reason: 'out of reach behind obstacles' },
    ]);
  });

  test('the distance takes its time', async () => {
    expect(told((await fromFirst({ speed: 10 })).arrivals)).toEqual([
      '1: p0#1 to p0',
      '1.5: p0#1 to p1',
      '6: p0#1 to p2',
    ]);
  });

  test('positions are those of the moment of sending', async () => {
    const asked: number[] = [];
    const moving: Positions = {
      positionOf(process, t) {
        asked.push(t);
        return { x: process * t, y: 0 };
      },
    };
    const { arrivals } = await carryOut({ n: 2, sendings: steady(5, 2), channel: ranged({ reach: 4 }, moving) });
    expect(arrivals.map(({ sentAt }) => sentAt)).toEqual([0, 2, 4]);
    expect(new Set(asked)).toEqual(new Set([0, 2, 4, 6, 8]));
  });

  test('an invalid position is an error', async () => {
    const lost: Positions = { positionOf: () => ({ x: NaN, y: 0 }) };
    await expect(carryOut({ n: 2, sendings: steady(1), channel: ranged({ reach: 1 }, lost) })).rejects.toThrow(
      'the distance between p0 and p1: expected a number, 0 or more, got NaN',
    );
  });

  refuses([
    [ranged({ reach: 0 }), 'the reach of a network: expected a number of metres, above 0, got 0'],
    [
      ranged({ speed: -1 }),
      'the speed at which messages spread: expected a number of metres per second, above 0, got -1',
    ],
    [ranged({ attenuation: -1 }), 'attenuation by obstacles: expected a number, 0 or more, got -1'],
    [ranged({ lineOfSight: true }, { positionOf: () => ({ x: 0, y: 0 }) }), 'needs positions with isVisible'],
    [ranged({ attenuation: 1 }, { positionOf: () => ({ x: 0, y: 0 }) }), 'needs positions with thicknessBetween'],
  ]);
});

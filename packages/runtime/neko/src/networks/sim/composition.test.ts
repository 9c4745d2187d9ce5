/** Properties of every nesting of channel wrappers. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { carryOut, type Outcome, type Sending } from '../../../test/planned-traffic.js';
import type { NekoHost } from '../../process.js';
import { grid } from '../../topology.js';
import { BandwidthChannel } from './bandwidth.js';
import { BasicChannel } from './basic.js';
import { BurstsChannel } from './bursts.js';
import type { Channel } from './channel.js';
import { DuplicationChannel, LossChannel, SpikesChannel } from './random-faults.js';
import { FifoChannel } from './fifo.js';
import { MetricChannel } from './metric.js';
import { OverridesChannel } from './overrides.js';
import { PartitionChannel } from './partition.js';
import { RandomChannel } from './random.js';
import { RangeChannel } from './range.js';
import { TopologyChannel } from './selective.js';

const N = 4;

const BASES = {
  basic: (host: NekoHost) => new BasicChannel(host),
  instant: (host: NekoHost) => new BasicChannel(host, { lambda: 0 }),
  random: (host: NekoHost) => new RandomChannel(host),
  metric: (host: NekoHost) => new MetricChannel(host, { lambda: 0.1, networkTime: 0.1 }),
  unicastMetric: (host: NekoHost) => new MetricChannel(host, { lambda: 0, multicast: false }),
};

type Wrap = (host: NekoHost, inner: Channel, stream: string) => Channel;

const CUTS = [
  { from: 2, until: 4, groups: [[0, 1]] },
  { from: 3, until: 6, links: { from: [2], to: [0] } },
];

const WRAPPERS = {
  fifo: (host, inner) => new FifoChannel(host, inner),
  loss: (host, inner, stream) => new LossChannel(host, inner, { probability: 0.3, stream }),
  bursts: (host, inner, stream) => new BurstsChannel(host, inner, { toBad: 0.1, toGood: 0.4, stream }),
  duplication: (host, inner, stream) => new DuplicationChannel(host, inner, { probability: 0.5, stream }),
  lateDuplication: (host, inner, stream) =>
    new DuplicationChannel(host, inner, { probability: 0.5, delay: 0.7, stream }),
  spikes: (host, inner, stream) =>
    new SpikesChannel(host, inner, { probability: 0.3, delay: 1, distribution: 'exponential', stream }),
  partition: (host, inner) => new PartitionChannel(host, inner, CUTS),
  holdingPartition: (host, inner) => new PartitionChannel(host, inner, CUTS, { copies: 'held' }),
  bandwidth: (host, inner) => new BandwidthChannel(host, inner, { messagesPerSecond: 5 }),
  range: (host, inner) => {
    const positionOf = (process: number, t: number) => ({ x: process * (1 + t / 10), y: 0 });
    return new RangeChannel(host, inner, { positionOf }, { reach: 4, speed: 20 });
  },
  topology: (host, inner) => new TopologyChannel(host, inner, grid(2, 2)),
  overrides: (host, inner) =>
    new OverridesChannel(host, inner, [{ links: { to: [3] }, channel: new BasicChannel(host, { lambda: 0.2 }) }]),
} satisfies Record<string, Wrap>;

type WrapperName = keyof typeof WRAPPERS;

interface Stack {
  readonly base: keyof typeof BASES;
  /** From the innermost to the outermost, each with its own random stream. */
  readonly wrappers: readonly { readonly kind: WrapperName; readonly stream: string }[];
}

const stacks: fc.Arbitrary<Stack> = fc.record({
  base: fc.constantFrom(...(Object.keys(BASES) as (keyof typeof BASES)[])),
  wrappers: fc
    .array(fc.constantFrom(...(Object.keys(WRAPPERS) as WrapperName[])), { maxLength: 6 })
    .map((kinds) => kinds.map((kind, index) => ({ kind, stream: `${kind} ${index}` }))),
});

const sendings: fc.Arbitrary<Sending[]> = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 40 }).map((tick) => tick / 4),
    from: fc.nat(N - 1),
    to: fc.array(fc.nat(N - 1), { maxLength: 5 }),
  }),
  { maxLength: 40 },
);

function channelOf({ base, wrappers }: Stack) {
  return (host: NekoHost): Channel =>
    wrappers.reduce<Channel>((inner, { kind, stream }) => WRAPPERS[kind](host, inner, stream), BASES[base](host));
}

const run = (stack: Stack, plan: readonly Sending[], until?: number): Promise<Outcome> =>
  carryOut({ n: N, sendings: plan, channel: channelOf(stack), ...(until !== undefined && { until }) });

const copyOf = ({ from, to, number }: { from: number; to: number; number: number }): string =>
  `${from}-${to} ${number}`;

function countsOf(list: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of list) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

test('no copy is invented, vanishes, arrives too early, or twice where nothing doubles it', async () => {
  let arrived = 0;
  let lost = 0;
  let doubled = 0;
  await fc.assert(
    fc.asyncProperty(stacks, sendings, fc.nat(15), async (stack, plan, half) => {
      const early = await run(stack, plan, half);
      expect(early.traffic.arrived).toBe(early.arrivals.length);
      expect(early.traffic.lost).toBe(early.drops.length);
      expect(early.traffic.underWay).toBeGreaterThanOrEqual(0);

      const { arrivals, drops, traffic, records } = await run(stack, plan);
      const sent = records.flatMap((record) =>
        record.type === 'send'
          ? record.to.map((to) => copyOf({ from: record.process, to, number: record.message }))
          : [],
      );
      expect(traffic).toEqual({
        sent: sent.length,
        doubled: arrivals.length + drops.length - sent.length,
        arrived: arrivals.length,
        lost: drops.length,
        underWay: 0,
      });
      const sentCounts = countsOf(sent);
      const doublers = stack.wrappers.filter(({ kind }) => kind.endsWith('uplication')).length;
      for (const [copy, count] of countsOf([...arrivals, ...drops].map(copyOf))) {
        expect(count).toBeGreaterThanOrEqual(sentCounts.get(copy)!);
        expect(count).toBeLessThanOrEqual(sentCounts.get(copy)! * 2 ** doublers);
      }
      expect([...arrivals, ...drops].every(({ time, sentAt }) => time >= sentAt)).toBe(true);
      arrived += traffic.arrived;
      lost += traffic.lost;
      doubled += traffic.doubled;
    }),
    { numRuns: 300, seed: 4 },
  );
  expect(Math.min(arrived, lost, doubled)).toBeGreaterThan(500);
});

/** Wrappers around a FIFO channel that keep its order: they lose copies, or double them at once. */
const HARMLESS: readonly WrapperName[] = ['loss', 'bursts', 'partition', 'duplication', 'topology', 'fifo'];

test('a FIFO channel keeps the order whatever is inside it', async () => {
  let pairs = 0;
  const harmless = fc.array(fc.constantFrom(...HARMLESS), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(stacks, harmless, sendings, async ({ base, wrappers }, outside, plan) => {
      const around = ['fifo' as const, ...outside].map((kind, index) => ({ kind, stream: `outer ${index}` }));
      const { arrivals } = await run({ base, wrappers: [...wrappers, ...around] }, plan);
      const latest = new Map<string, number>();
      for (const { from, to, number } of arrivals) {
        const link = `${from}-${to}`;
        const before = latest.get(link) ?? 0;
        expect(number).toBeGreaterThanOrEqual(before);
        if (before > 0) pairs++;
        latest.set(link, number);
      }
    }),
    { numRuns: 300, seed: 4 },
  );
  expect(pairs).toBeGreaterThan(1_000);
});

test('the same seed gives the same run', async () => {
  await fc.assert(
    fc.asyncProperty(stacks, sendings, async (stack, plan) => {
      const [first, second] = [await run(stack, plan), await run(stack, plan)];
      expect(JSON.stringify(second.records)).toBe(JSON.stringify(first.records));
    }),
    { numRuns: 50, seed: 4 },
  );
});

test('removing a loss brings back the lost copies, and changes nothing else', async () => {
  let broughtBack = 0;
  // A FIFO channel drops duplicates depending on earlier messages, by design.
  const others = stacks.filter(({ wrappers }) => !wrappers.some(({ kind }) => kind === 'fifo'));
  await fc.assert(
    fc.asyncProperty(others, fc.nat(6), sendings, async ({ base, wrappers }, place, plan) => {
      const loss = { kind: 'loss' as const, stream: 'to be taken away' };
      const lossyRun = await run({ base, wrappers: wrappers.toSpliced(place, 0, loss) }, plan);
      const without = await run({ base, wrappers }, plan);
      const list = ({ arrivals }: Outcome): string[] => arrivals.map((arrival) => `${arrival.time} ${copyOf(arrival)}`);
      const after = countsOf(list(without));
      for (const [arrival, count] of countsOf(list(lossyRun)))
        expect(after.get(arrival) ?? 0).toBeGreaterThanOrEqual(count);
      broughtBack += without.arrivals.length - lossyRun.arrivals.length;
    }),
    { numRuns: 200, seed: 4 },
  );
  expect(broughtBack).toBeGreaterThan(500);
});

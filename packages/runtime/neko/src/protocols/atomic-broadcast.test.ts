/** The guarantees of every atomic broadcast, on the worst network that it must tolerate. */
import { describe, expect, test } from '@jest/globals';
import { broadcastRun, differentOrder, manyRuns, missing, notFifo, notOnce, TOP } from '../../test/broadcast-run.js';
import type { Layer } from '../layer.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { FifoLink } from './fifo-link.js';
import { LamportBroadcast } from './lamport-broadcast.js';
import { ReliableLink } from './reliable-link.js';
import { SequencerBroadcast, UniformSequencerBroadcast } from './sequencer-broadcast.js';
import { SkeenBroadcast } from './skeen-broadcast.js';
import { TokenBroadcast } from './token-broadcast.js';
import { wire } from './wire.js';

interface Case {
  readonly make: (process: NekoProcess) => Layer<never>;
  /** The link between it and quasi-reliable channels. */
  readonly below?: (process: NekoProcess, below: Sender) => Sender;
  readonly isFifo?: boolean;
  /** Whether it continues after the crash of a process without a special role. */
  readonly survivesOthers?: boolean;
  readonly until?: number;
}

const fifoLink = (process: NekoProcess, below: Sender): Sender => wire(new FifoLink(process), 'fifo', below);

const cases: Readonly<Record<string, Case>> = {
  'Lamport, over FIFO links': { make: (process) => new LamportBroadcast(process), below: fifoLink, isFifo: true },
  'Lamport with a delta, over FIFO links': {
    make: (process) => new LamportBroadcast(process, { delta: 0.7 }),
    below: fifoLink,
    isFifo: true,
  },
  Skeen: { make: (process) => new SkeenBroadcast(process) },
  'fixed sequencer': { make: (process) => new SequencerBroadcast(process), survivesOthers: true },
  'another fixed sequencer': { make: (process) => new SequencerBroadcast(process, { sequencer: process.n - 1 }) },
  'uniform fixed sequencer': { make: (process) => new UniformSequencerBroadcast(process) },
  token: { make: (process) => new TokenBroadcast(process), isFifo: true },
  'uniform token': { make: (process) => new TokenBroadcast(process, { isUniform: true }), isFifo: true },
  'token that never rests': {
    make: (process) => new TokenBroadcast(process, { restsWhenIdle: false }),
    isFifo: true,
    until: 300,
  },
  'uniform token that never rests': {
    make: (process) => new TokenBroadcast(process, { isUniform: true, restsWhenIdle: false }),
    isFifo: true,
    until: 300,
  },
};

const all = [differentOrder, notOnce, missing];

describe.each(Object.entries(cases))(
  '%s',
  (_name, { make, below = (_p, sender) => sender, isFifo, survivesOthers, until }) => {
    const stack = (process: NekoProcess): Sender => wire(make(process), TOP, below(process, process.network()));
    const overLink = (process: NekoProcess): Sender =>
      wire(make(process), TOP, below(process, wire(new ReliableLink(process), 'link', process.network())));
    const limit = until === undefined ? {} : { until };

    test('messages_are_delivered_in_the_same_order_everywhere', async () => {
      const checks = isFifo ? [...all, notFifo] : all;
      const { violations, deliveries } = await manyRuns(60, (seed) => ({ n: 1 + (seed % 5), stack, ...limit }), checks);
      expect(violations).toEqual([]);
      expect(deliveries).toBeGreaterThan(60 * 4);
    });

    test('also_over_a_network_that_loses_and_doubles_with_a_reliable_link_below', async () => {
      const network = { loss: 0.3, duplication: 0.5 };
      const options = (seed: number) => ({ n: 2 + (seed % 3), stack: overLink, network, broadcasts: 3, ...limit });
      expect((await manyRuns(30, options, all)).violations).toEqual([]);
    });

    test('with_a_reliable_link_below_everything_continues_when_a_process_recovers', async () => {
      const options = (seed: number) => ({
        n: 3,
        stack: overLink,
        broadcasts: 3,
        crashes: { [seed % 3]: 1 + (seed % 4) / 2 },
        recoveries: { [seed % 3]: 50 },
        network: { loss: 0.2, duplication: 0.2 },
        ...limit,
      });
      expect((await manyRuns(20, options, all)).violations).toEqual([]);
    });

    test('after_a_crash_it_blocks_or_continues_but_never_changes_the_order', async () => {
      const options = (seed: number) => ({
        n: 3 + (seed % 2),
        stack,
        crashes: { [seed % 3]: 1 + (seed % 7) / 2 },
        network: { lossWithSender: 0.5 },
        until: 300,
      });
      const { violations, deliveries } = await manyRuns(60, options, [differentOrder, notOnce]);
      expect(violations).toEqual([]);
      expect(deliveries).toBeGreaterThan(0);
    });

    test('processes_without_a_part_to_play_may_crash', async () => {
      const options = (seed: number) => ({ n: 4, stack, crashes: { 1: 1 + (seed % 5), 3: 2 }, until: 300 });
      const { violations } = await manyRuns(30, options, [missing]);
      expect(violations.length === 0).toBe(survivesOthers ?? false);
    });

    test('the_same_seed_gives_the_same_run', async () => {
      const once = () => broadcastRun({ n: 4, seed: 7, stack, ...limit });
      const [first, second] = [await once(), await once()];
      expect(first.records.length).toBeGreaterThan(100);
      expect(second.records).toEqual(first.records);
    });

    test('a_run_ends_when_everything_is_delivered', async () => {
      const { stoppedBy } = await broadcastRun({ n: 3, seed: 1, stack, ...limit });
      expect(stoppedBy).toBe(until === undefined ? 'empty' : 'time');
    });
  },
);

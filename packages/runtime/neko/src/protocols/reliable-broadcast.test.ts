/** Broadcasts that guarantee delivery, uniform and not. */
import { describe, expect, test } from '@jest/globals';
import { broadcastRun, manyRuns, missing, notOnce, TOP, uniformlyMissing } from '../../test/broadcast-run.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { BroadcastLayer, type Post } from './broadcast-layer.js';
import { ReliableBroadcast } from './reliable-broadcast.js';
import { ReliableLink } from './reliable-link.js';
import { UniformReliableBroadcast } from './uniform-reliable-broadcast.js';
import { wire } from './wire.js';

const reliable = (process: NekoProcess, below = process.network()): Sender =>
  wire(new ReliableBroadcast(process), TOP, below);
const uniform = (process: NekoProcess, below = process.network()): Sender =>
  wire(new UniformReliableBroadcast(process), TOP, below);

/** A plain multicast, as the baseline. */
class BestEffortBroadcast extends BroadcastLayer<{ DATA: Post }> {
  protected readonly handlers = { DATA: (post: Post) => this.deliverPost(post) };
  protected broadcast(post: Post): void {
    this.sendTo(this.everyone, 'DATA', post);
  }
}
const bestEffort = (process: NekoProcess): Sender => wire(new BestEffortBroadcast(process), TOP, process.network());

/** Crashes of some processes, whose copies under way are lost. */
const crashing = (n: number, crashed: number) => (seed: number) => ({
  n,
  crashes: Object.fromEntries(
    Array.from({ length: crashed }, (_, i) => [(seed + i) % n, 0.5 + ((seed * 7 + i * 3) % 10) / 4]),
  ),
  network: { duplication: 0.3, lossWithSender: 0.7 },
});

describe.each([
  ['reliable broadcast', reliable],
  ['uniform reliable broadcast', uniform],
])('%s', (_name, stack) => {
  test('everyone_delivers_everything_once', async () => {
    const options = (seed: number) => ({ n: 1 + (seed % 5), stack, network: { duplication: 0.5 } });
    const { violations, deliveries } = await manyRuns(60, options, [missing, notOnce]);
    expect(violations).toEqual([]);
    expect(deliveries).toBeGreaterThan(500);
  });

  test('correct_processes_deliver_the_same_when_a_minority_crashes', async () => {
    const options = (seed: number) => ({ ...crashing(5, 2)(seed), stack });
    expect((await manyRuns(100, options, [missing, notOnce])).violations).toEqual([]);
  });

  test('also_over_a_network_that_loses_and_doubles_with_a_reliable_link_below', async () => {
    const overLink = (process: NekoProcess): Sender =>
      stack(process, wire(new ReliableLink(process), 'link', process.network()));
    const options = (seed: number) => ({
      n: 3,
      stack: overLink,
      broadcasts: 2,
      crashes: { [seed % 3]: 2 },
      network: { loss: 0.3, duplication: 0.5, heals: 100 },
      until: 300,
    });
    expect((await manyRuns(30, options, [missing, notOnce])).violations).toEqual([]);
  });

  test('the_same_seed_gives_the_same_run', async () => {
    const once = () => broadcastRun({ ...crashing(4, 1)(3), seed: 3, stack });
    expect((await once()).records).toEqual((await once()).records);
  });
});

test('reliable_broadcast_stands_any_number_of_crashes', async () => {
  const options = (seed: number) => ({ ...crashing(4, 3)(seed), stack: reliable });
  expect((await manyRuns(100, options, [missing, notOnce])).violations).toEqual([]);
});

test('without_relaying_there_is_no_agreement', async () => {
  const options = (seed: number) => ({ ...crashing(4, 1)(seed), stack: bestEffort });
  expect((await manyRuns(50, options, [missing])).violations.length).toBeGreaterThan(0);
});

test('only_the_uniform_one_keeps_messages_delivered_by_a_crashed_process', async () => {
  // Two crash at once and lose all copies under way: messages that only they have are lost.
  const options = (stack: typeof reliable) => (seed: number) => ({
    n: 5,
    stack,
    crashes: { [seed % 5]: 2, [(seed + 2) % 5]: 2 },
    network: { lossWithSender: 1 },
  });
  expect((await manyRuns(100, options(reliable), [uniformlyMissing])).violations.length).toBeGreaterThan(0);
  expect((await manyRuns(100, options(uniform), [uniformlyMissing])).violations).toEqual([]);
});

test('the_uniform_one_blocks_without_a_majority_and_stays_right', async () => {
  const options = (seed: number) => ({ ...crashing(4, 2)(seed), stack: uniform });
  const { violations } = await manyRuns(50, options, [missing]);
  expect(violations.length).toBeGreaterThan(0);
  expect((await manyRuns(50, options, [notOnce])).violations).toEqual([]);
});

/** Broadcasts that guarantee an order of dependent messages. */
import { describe, expect, test } from '@jest/globals';
import { broadcastRun, manyRuns, missing, notCausal, notFifo, notOnce, TOP } from '../../test/broadcast-run.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { CausalBroadcast } from './causal-broadcast.js';
import { FifoBroadcast } from './fifo-broadcast.js';
import { ReliableBroadcast } from './reliable-broadcast.js';
import { wire } from './wire.js';

const rbcast = (process: NekoProcess, id = 'rbcast'): Sender =>
  wire(new ReliableBroadcast(process), id, process.network());
const fifo = (process: NekoProcess): Sender => wire(new FifoBroadcast(process), TOP, rbcast(process));
const causal = (process: NekoProcess): Sender => wire(new CausalBroadcast(process), TOP, rbcast(process));

const crashing = (seed: number) => ({
  n: 4,
  crashes: { [seed % 4]: 1 + (seed % 5) / 2 },
  network: { duplication: 0.3, lossWithSender: 0.7 },
});

describe.each([
  ['FIFO broadcast', fifo, [notFifo, notOnce]],
  ['causal broadcast', causal, [notCausal, notFifo, notOnce]],
])('%s', (_name, stack, order) => {
  test('messages_are_delivered_in_order', async () => {
    const options = (seed: number) => ({ n: 1 + (seed % 5), stack, network: { duplication: 0.5 } });
    const { violations, deliveries } = await manyRuns(80, options, [...order, missing]);
    expect(violations).toEqual([]);
    expect(deliveries).toBeGreaterThan(500);
  });

  test('also_when_a_process_crashes', async () => {
    const { violations } = await manyRuns(80, (seed) => ({ ...crashing(seed), stack }), [...order, missing]);
    expect(violations).toEqual([]);
  });

  test('the_same_seed_gives_the_same_run', async () => {
    const once = () => broadcastRun({ n: 4, seed: 3, stack });
    expect((await once()).records).toEqual((await once()).records);
  });
});

test('the_network_does_break_these_orders', async () => {
  const plain = (process: NekoProcess): Sender => rbcast(process, TOP);
  expect((await manyRuns(20, () => ({ n: 3, stack: plain }), [notFifo])).violations.length).toBeGreaterThan(0);
  expect((await manyRuns(20, () => ({ n: 3, stack: fifo }), [notCausal])).violations.length).toBeGreaterThan(0);
});

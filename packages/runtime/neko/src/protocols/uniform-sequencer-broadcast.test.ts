import { expect, test } from '@jest/globals';
import { broadcastRun, deliveredTooEarly, manyRuns, TOP, uniformlyMissing } from '../../test/broadcast-run.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { SequencerBroadcast, UniformSequencerBroadcast } from './sequencer-broadcast.js';
import { wire } from './wire.js';

const uniform = (process: NekoProcess): Sender => wire(new UniformSequencerBroadcast(process), TOP, process.network());
const other = (process: NekoProcess): Sender => wire(new SequencerBroadcast(process), TOP, process.network());

test('uniform_means_that_all_have_a_message_that_any_process_has_delivered', async () => {
  const early = (stack: typeof other) =>
    manyRuns(30, (seed) => ({ n: 4, stack, crashes: { [seed % 4]: 3 }, network: { lossWithSender: 0.5 } }), [
      deliveredTooEarly,
    ]).then(({ violations }) => violations);
  expect(await early(uniform)).toEqual([]);
  expect((await early(other)).length).toBeGreaterThan(0);
});

test('a_crash_of_the_other_sequencer_may_lose_messages_that_only_it_delivered', async () => {
  const options = (seed: number) => ({
    n: 3,
    stack: other,
    crashes: { 0: 1 + seed / 10 },
    network: { lossWithSender: 1 },
  });
  expect((await manyRuns(30, options, [uniformlyMissing])).violations.length).toBeGreaterThan(0);
});

test('a_sequencer_that_is_no_process_is_refused', async () => {
  const stack = (process: NekoProcess): Sender =>
    wire(new SequencerBroadcast(process, { sequencer: 3 }), TOP, process.network());
  await expect(broadcastRun({ n: 3, seed: 1, stack })).rejects.toThrow(
    'p0, SequencerBroadcast: sequencer: expected an id from 0 to 2, got 3',
  );
});

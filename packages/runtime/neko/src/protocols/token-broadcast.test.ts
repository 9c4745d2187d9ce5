import { expect, test } from '@jest/globals';
import { broadcastRun, deliveredTooEarly, manyRuns, TOP } from '../../test/broadcast-run.js';
import type { Sender } from '../message.js';
import type { NekoProcess } from '../process.js';
import { TokenBroadcast } from './token-broadcast.js';
import { wire } from './wire.js';

const stackOf =
  (isUniform: boolean) =>
  (process: NekoProcess): Sender =>
    wire(new TokenBroadcast(process, { isUniform }), TOP, process.network());

test('a_token_that_has_been_seen_does_not_change_and_is_not_shared', async () => {
  const run = await broadcastRun({ n: 4, seed: 5, stack: stackOf(true) });
  const tokens = run.records.flatMap((record) =>
    record.type === 'send' && record.messageType === 'PBUTOKENMSG' ? [(record.content as { token: object }).token] : [],
  );
  expect(tokens.length).toBeGreaterThan(20);
  expect(new Set(tokens).size).toBe(tokens.length);
  expect(tokens.every((token) => Object.isFrozen(token) && Object.values(token).every(Object.isFrozen))).toBe(true);
  // Acknowledgements only grow from one token to the next, so a shared token would show the last ones everywhere.
  const sums = tokens.map((token) => (token as { received: number[] }).received.reduce((sum, count) => sum + count, 0));
  expect(sums).toEqual([...sums].sort((a, b) => a - b));
  expect(sums[0]).toBe(0);
});

test('uniform_means_that_all_have_a_message_that_any_process_has_delivered', async () => {
  const early = (isUniform: boolean) =>
    manyRuns(30, () => ({ n: 4, stack: stackOf(isUniform) }), [deliveredTooEarly]).then(({ violations }) => violations);
  expect(await early(true)).toEqual([]);
  expect((await early(false)).length).toBeGreaterThan(0);
});

test('a_resting_token_costs_nothing_and_moves_on_request', async () => {
  const { records, deliveries } = await broadcastRun({ n: 3, seed: 2, stack: stackOf(false), broadcasts: 1 });
  const types = records.flatMap((record) => (record.type === 'send' ? [record.messageType] : []));
  expect(types).toContain('TOKEN_REQUEST');
  const passes = types.filter((type) => type === 'PBNUTOKENMSG').length;
  // Each message carries the token once; in between the token travels at most once around the ring.
  expect(passes).toBeLessThanOrEqual(deliveries[0]!.length * 4);
});

/** Runs the example: all places are visited, though the leader of Raft crashes. */
import { expect, test } from '@jest/globals';
import { checkers } from 'kineko/lab';
import { runConfig } from 'kineko/testing';

test('all places are visited although the leader crashes, and all copies agree', async () => {
  const { records } = await runConfig(new URL('tasks.config', import.meta.url));
  const logged = records.filter((record) => record.type === 'log' && record.text === 'all places have been visited');
  expect(logged).toHaveLength(4);
  const leaders = records.flatMap((record) =>
    record.type === 'protocolEvent' && record.event === 'elect' ? [(record.value as { leader: number }).leader] : [],
  );
  expect(new Set(leaders).size).toBeGreaterThan(1);
  expect(leaders[0]).toBe(1);
  const finished = records.filter((record) => record.type === 'motionEnd' && record.status === 'finished').length;
  expect(finished).toBeGreaterThanOrEqual(12);
  const [log, election] = [checkers.replicatedLog, checkers.leaderElection].map((make) =>
    make({ protocol: 'raft' }).check(records as never, 5, false),
  );
  expect([log!.verdict, election!.verdict]).toEqual(['holds', 'holds']);
});

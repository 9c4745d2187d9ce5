import { expect, test } from '@jest/globals';
import { fickleOracle, recoveryRun } from '../../test/recovery-run.js';
import { totalOrder } from '../checkers/delivery-orders.js';
import { uniformAgreement } from '../checkers/reliable-broadcast.js';
import type { NekoMessage } from '../message.js';
import type { NekoProcess } from '../process.js';
import { StableConsensusBroadcast } from './stable-consensus-broadcast.js';
import { StablePaxos } from './stable-paxos.js';
import { wire } from './wire.js';

const N = 3;

/** Each process broadcasts its number of deliveries every three seconds. */
async function outcomeOf(seed: number, Class: typeof StableConsensusBroadcast = StableConsensusBroadcast) {
  const received: string[][] = [];
  const { records } = await recoveryRun({
    n: N,
    seed,
    initializer: (process: NekoProcess) => {
      const paxos = new StablePaxos(process, { pause: 0.5 });
      paxos.setOracle(fickleOracle(process));
      wire(paxos, 'consensus', process.network());
      const broadcast = new Class(process);
      broadcast.setConsensus(paxos);
      // A process that has lost its memory starts with an empty list.
      const mine: string[] = (received[process.id] = []);
      wire(broadcast, 'abcast', process.network(), {
        deliver: ({ from, content }: NekoMessage) => void mine.push(`${String(content)} of p${from}`),
      });
      for (let at = Math.ceil(process.now / 3); at < 10; at++) {
        process
          .timer(() => broadcast.send({ to: process.all, protocol: 'application', type: 'TEXT', content: at }))
          .schedule(3 * at - process.now);
      }
    },
  });
  const results = [totalOrder({ protocol: 'abcast', uniform: true }), uniformAgreement({ protocol: 'abcast' })];
  const broadcasts = records.filter((record) => record.type === 'protocolEvent' && record.event === 'broadcast').length;
  return { received, broadcasts, results: results.map((checker) => checker.check(records, N)) };
}

test('processes that lose their memory deliver everything in one order, from the first message on', async () => {
  for (let seed = 1; seed <= 10; seed++) {
    const { received, broadcasts, results } = await outcomeOf(seed);
    expect(results.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
    expect(received[0]).toHaveLength(broadcasts);
    for (const other of received) expect(other).toEqual(received[0]);
  }
});

test('a process that forgets how many messages it has broadcast is caught', async () => {
  class Forgetful extends StableConsensusBroadcast {
    protected override started(): void {
      super.started();
      this.broadcasts = 0;
    }
  }
  const { results } = await outcomeOf(1, Forgetful);
  expect(results.map(({ verdict }) => verdict)).toContain('violated');
});

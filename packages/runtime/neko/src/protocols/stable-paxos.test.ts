import { describe, expect, test } from '@jest/globals';
import { fickleOracle, recoveryRun } from '../../test/recovery-run.js';
import { eventsOf, fieldOf } from '../checkers/checker.js';
import { consensus } from '../checkers/consensus.js';
import { monotonicRounds } from '../checkers/monotonic-rounds.js';
import type { NekoProcess } from '../process.js';
import { StablePaxos } from './stable-paxos.js';
import { wire } from './wire.js';

const of = { protocol: 'consensus' };
const INSTANCES = 12;

/** All processes that are up propose in each instance. */
async function outcomeOf(seed: number, Class: typeof StablePaxos = StablePaxos) {
  const decided = new Map<number, Set<number>>();
  const { records } = await recoveryRun({
    n: 3 + 2 * (seed % 2),
    seed,
    initializer: (process: NekoProcess) => {
      const paxos = new Class(process, { pause: 0.5 });
      paxos.setOracle(fickleOracle(process));
      wire(paxos, 'consensus', process.network());
      const mine = new Set(paxos.restored.keys());
      decided.set(process.id, mine);
      paxos.onDecide((instance) => mine.add(instance));
      for (let k = Math.ceil(process.now / 3); k < INSTANCES; k++)
        process.timer(() => paxos.propose(k, `p${process.id}`)).schedule(3 * k - process.now);
    },
  });
  const results = [consensus(of), monotonicRounds(of)].map((checker) => checker.check(records, decided.size));
  const proposed = new Set(
    eventsOf(records, 'consensus').flatMap((each) => (each.event === 'propose' ? [fieldOf(each, 'instance')] : [])),
  );
  return { proposed, decided, results };
}

describe('processes that lose their memory', () => {
  test('agree, decide once and keep their promises, and all of them decide in the end', async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { proposed, decided, results } = await outcomeOf(seed);
      expect(results.map(({ verdict }) => verdict)).toEqual(['holds', 'holds']);
      for (const instances of decided.values()) expect(instances).toEqual(proposed);
    }
  });

  test.each([
    [
      'write nothing',
      class extends StablePaxos {
        protected override persist() {}
      },
    ],
    [
      'write without a sync',
      class extends StablePaxos {
        protected override persist(
          instance: number,
          { value, promised, accepted }: { value: unknown; promised: number; accepted: unknown },
        ) {
          this.process.stable.write(`${this.id} acceptor ${instance}`, { value, promised, accepted });
        }
      },
    ],
    [
      'forget decisions',
      class extends StablePaxos {
        protected override keep() {}
      },
    ],
  ])('and that %s are caught', async (_name, Class) => {
    let violations = 0;
    for (let seed = 1; seed <= 20 && violations === 0; seed++) {
      const { results } = await outcomeOf(seed, Class);
      violations += results.flatMap((each) => each.violations).length;
    }
    expect(violations).toBeGreaterThan(0);
  });
});

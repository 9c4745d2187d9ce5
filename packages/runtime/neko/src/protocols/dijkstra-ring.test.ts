import { describe, expect, test } from '@jest/globals';
import { smallSystem } from '../../test/small-system.js';
import { tokenRing } from '../checkers/token-ring.js';
import { FifoChannel } from '../networks/sim/fifo.js';
import { RandomChannel } from '../networks/sim/random.js';
import { DijkstraRing, type DijkstraRingOptions } from './dijkstra-ring.js';
import { wire } from './wire.js';

async function outcomeOf(n: number, seed: number, options: DijkstraRingOptions = {}, Class = DijkstraRing) {
  const rings: DijkstraRing[] = [];
  const { system, records } = smallSystem(
    n,
    (process) => void (rings[process.id] = wire(new Class(process, options), 'ring', process.network())),
    (host) => new FifoChannel(host, new RandomChannel(host)),
    seed,
  );
  return {
    system,
    records,
    rings,
    check: (deadline: number) => tokenRing({ protocol: 'ring', deadline }).check(records, n),
  };
}

describe('the ring', () => {
  test('converges from arbitrary states', async () => {
    for (let seed = 1; seed <= 40; seed++) {
      const n = 2 + (seed % 6);
      const { system, check } = await outcomeOf(n, seed);
      await system.run({ until: 400 });
      expect(check(200)).toMatchObject({ verdict: 'holds', violations: [] });
    }
  });

  test('converges again after its memory was changed', async () => {
    const { system, check, rings } = await outcomeOf(5, 1);
    await system.run({ until: 200 });
    rings[1]!.setState(7);
    rings[3]!.setState(9);
    await system.run({ until: 600 });
    expect(check(400)).toMatchObject({ verdict: 'holds', violations: [] });
    expect(check(100)).toMatchObject({ verdict: 'violated' });
  });

  test('without a different process stops, which is found', async () => {
    class Equal extends DijkstraRing {
      protected override isPrivileged(before: number): boolean {
        return before !== this.state;
      }
    }
    const { system, check } = await outcomeOf(4, 1, {}, Equal);
    await system.run({ until: 400 });
    expect(check(200).verdict).toBe('violated');
  });

  test('with too few states does not always converge', async () => {
    const verdicts = new Set<string>();
    for (let seed = 1; seed <= 30; seed++) {
      const { system, check } = await outcomeOf(6, seed, { states: 2 });
      await system.run({ until: 300 });
      verdicts.add(check(200).verdict);
    }
    expect(verdicts).toContain('violated');
  });
});

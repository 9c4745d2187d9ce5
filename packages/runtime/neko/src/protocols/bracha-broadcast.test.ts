import { describe, expect, test } from '@jest/globals';
import { smallSystem } from '../../test/small-system.js';
import { byzantineBroadcast } from '../checkers/byzantine-broadcast.js';
import type { Lie } from '../faults/byzantine.js';
import { Faults } from '../faults/faults.js';
import type { Fault } from '../faults/schedule.js';
import { RandomChannel } from '../networks/sim/random.js';
import type { NekoProcess } from '../process.js';
import type { Layer } from '../layer.js';
import { BrachaBroadcast } from './bracha-broadcast.js';
import { ReliableBroadcast } from './reliable-broadcast.js';
import { wire } from './wire.js';

/** The last f of n processes are Byzantine; all broadcast. */
async function verdictOf(n: number, behaviour: string, seed: number, make: (process: NekoProcess) => Layer<never>) {
  const f = Math.ceil(n / 3 - 0.5) || 1;
  const faults: Fault[] = Array.from({ length: f }, (_, i) => ({
    kind: 'byzantine',
    at: 0,
    process: n - 1 - i,
    behaviour,
  }));
  const lies = new Map<string, Lie>([
    ['noise', (_message, _to, random) => (random.uniform() < 0.5 ? undefined : random.integer(0, 9))],
  ]);
  let applied: Faults | undefined;
  const { system, records } = smallSystem(
    n,
    (process) => {
      const layer = wire(make(process), 'broadcast', process.network(), { deliver() {} });
      const send = (text: string): void => layer.send({ to: process.all, protocol: 'a', type: 'TEXT', content: text });
      process.timer(() => send(`of p${process.id}`)).schedule(process.id);
    },
    (host) => (applied = new Faults(host, faults, lies)).around(new RandomChannel(host)),
    seed,
  );
  applied!.attach(system.processes);
  await system.run({ until: 1000 });
  return byzantineBroadcast({ protocol: 'broadcast' }).check(records, n);
}

const bracha = (faulty: number) => (process: NekoProcess) => new BrachaBroadcast(process, { faulty });
const BEHAVIOURS = ['omit', 'change', 'equivocate', 'noise'];

describe.each(BEHAVIOURS)('Byzantine processes that %s', (behaviour) => {
  test('break nothing if n = 3f + 1', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      expect(await verdictOf(4, behaviour, seed, bracha(1))).toMatchObject({ verdict: 'holds', violations: [] });
      expect(await verdictOf(7, behaviour, seed, bracha(2))).toMatchObject({ verdict: 'holds', violations: [] });
    }
  });

  test('prevent deliveries if n = 3f', async () => {
    expect(await verdictOf(3, behaviour, 1, bracha(1))).toMatchObject({ verdict: 'violated' });
    expect(await verdictOf(6, behaviour, 1, bracha(2))).toMatchObject({ verdict: 'violated' });
  });
});

test('no reliable broadcast for crashes withstands equivocation', async () => {
  const { violations } = await verdictOf(4, 'equivocate', 1, (process) => {
    class Noting extends ReliableBroadcast {
      protected override noteMessage(
        event: string,
        { origin, number, inner }: Parameters<ReliableBroadcast['broadcast']>[0],
      ) {
        this.note(event, { message: `${origin};${number}`, content: inner.content });
      }
    }
    return new Noting(process);
  });
  expect(violations[0]!.text).toMatch(/p\d delivered "of p3\??" as 3;0 at t = .*, but p\d delivered "of p3\??"/);
});

describe('a quorum of half of the processes', () => {
  class Small extends BrachaBroadcast {
    protected override get quorum(): number {
      return 2;
    }
  }

  test('lets correct processes deliver different contents', async () => {
    let texts: string[] = [];
    for (let seed = 1; seed <= 30 && texts.length === 0; seed++) {
      const { violations } = await verdictOf(4, 'equivocate', seed, (process) => new Small(process));
      texts = violations.map(({ text }) => text);
    }
    expect(texts.length).toBeGreaterThan(0);
  });
});

test('an unknown behaviour is refused', async () => {
  await expect(verdictOf(4, 'tell', 1, bracha(1))).rejects.toThrow(
    'faults[0].behaviour: expected omit, change, equivocate or a function, got "tell"',
  );
});

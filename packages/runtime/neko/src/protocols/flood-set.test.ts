import { describe, expect, test } from '@jest/globals';
import { smallSystem } from '../../test/small-system.js';
import { consensus } from '../checkers/consensus.js';
import { Faults } from '../faults/faults.js';
import type { Fault } from '../faults/schedule.js';
import { BasicChannel } from '../networks/sim/basic.js';
import { FloodSet } from './flood-set.js';
import { wire } from './wire.js';

const loss = (at: number, until: number, from: number, to: readonly number[]): Fault => ({
  kind: 'loss',
  at,
  until,
  links: { from: [from], to: [...to] },
  probability: 1,
});

async function outcomeOf(faulty: number, faults: readonly Fault[], lambda = 1) {
  let applied: Faults | undefined;
  const { system, records } = smallSystem(
    4,
    (process) => void wire(new FloodSet(process, { faulty, length: 2 }), 'flood-set', process.network()),
    (host) => (applied = new Faults(host, faults)).around(new BasicChannel(host, { lambda })),
  );
  applied!.attach(system.processes);
  await system.run({ until: 100 });
  const decisions = records.flatMap((record) =>
    record.type === 'decide' ? [`p${record.process} ${JSON.stringify(record.value)} ${record.time}`] : [],
  );
  const late = records.filter((record) => record.type === 'protocolEvent' && record.event === 'late').length;
  return { decisions, late, verdict: consensus({ protocol: 'flood-set' }).check(records, 4).verdict };
}

/** Process 0 reaches only process 1 in the first round, and crashes. */
const CHAIN: readonly Fault[] = [loss(0, 1, 0, [2, 3]), { kind: 'crash', at: 1, process: 0 }];

describe('consensus in rounds', () => {
  test('decides the smallest value after f + 1 rounds', async () => {
    const { decisions, late, verdict } = await outcomeOf(2, []);
    expect([decisions, late, verdict]).toEqual([['p0 "p0" 6', 'p1 "p0" 6', 'p2 "p0" 6', 'p3 "p0" 6'], 0, 'holds']);
  });

  test('tolerates f crashes in f + 1 rounds, not in f', async () => {
    expect(await outcomeOf(1, CHAIN)).toMatchObject({
      decisions: ['p1 "p0" 4', 'p2 "p0" 4', 'p3 "p0" 4'],
      verdict: 'holds',
    });
    expect(await outcomeOf(0, CHAIN)).toMatchObject({
      decisions: ['p1 "p0" 2', 'p2 "p1" 2', 'p3 "p1" 2'],
      verdict: 'violated',
    });
  });

  test('does not tolerate omissions', async () => {
    const omissions = [loss(0, 2, 0, [1, 2, 3]), loss(2, 4, 0, [2, 3])];
    expect((await outcomeOf(1, omissions)).verdict).toBe('violated');
  });

  test('records messages that take longer than a round', async () => {
    const { late, verdict } = await outcomeOf(1, [], 2.5);
    expect(late).toBeGreaterThan(0);
    expect(verdict).toBe('violated');
  });

  test('notices a clock that drifts by a round', async () => {
    const { late } = await outcomeOf(3, [{ kind: 'drift', at: 0, process: 1, rate: 2 }]);
    expect(late).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from '@jest/globals';
import { outagesOf, recoveryRun } from '../../test/recovery-run.js';
import { leaderElection } from '../checkers/leader.js';
import { replicatedLog } from '../checkers/replicated-log.js';
import type { Fault } from '../faults/schedule.js';
import type { NekoProcess } from '../process.js';
import { Raft, type RaftOptions } from './raft.js';
import { wire } from './wire.js';

const of = { protocol: 'raft' };
const OPTIONS: RaftOptions = { electionTimeout: 3, heartbeat: 1, snapshotAfter: 5 };

interface Outcome {
  readonly lists: readonly string[][];
  readonly verdicts: readonly string[];
  readonly texts: readonly string[];
  readonly rafts: readonly Raft[];
}

/** Each process submits a command every three seconds while it is up; the state is the list of all commands. */
async function outcomeOf(seed: number, faults?: readonly Fault[], Class: typeof Raft = Raft, n = 3): Promise<Outcome> {
  const lists: string[][] = [];
  const rafts: Raft[] = [];
  const { records } = await recoveryRun({
    n,
    seed,
    until: 120,
    ...(faults !== undefined && { faults }),
    initializer: (process: NekoProcess) => {
      const raft = (rafts[process.id] = new Class(process, OPTIONS));
      lists[process.id] = [];
      raft.setSnapshotter({
        take: () => [...lists[process.id]!],
        restore: (state) => void (lists[process.id] = [...((state ?? []) as string[])]),
      });
      raft.onApply((command, origin) => void lists[process.id]!.push(`${String(command)} of p${origin}`));
      wire(raft, 'raft', process.network());
      for (let k = Math.ceil(process.now / 3); k < 12; k++)
        process.timer(() => raft.submit(k)).schedule(3 * k - process.now);
    },
  });
  const results = [leaderElection(of), replicatedLog(of)].map((checker) => checker.check(records, n));
  return {
    lists,
    rafts,
    verdicts: results.map(({ verdict }) => verdict),
    texts: results.flatMap(({ violations }) => violations.map(({ text }) => text)),
  };
}

describe('Raft', () => {
  test('applies the same commands everywhere, and keeps its log short', async () => {
    for (let seed = 1; seed <= 5; seed++) {
      const { lists, rafts, texts, verdicts } = await outcomeOf(seed, [], Raft, 3 + seed);
      expect([texts, verdicts]).toEqual([[], ['holds', 'holds']]);
      expect(lists[0]).toHaveLength(12 * lists.length);
      for (const list of lists) expect(list).toEqual(lists[0]);
      for (const raft of rafts) expect(raft.logLength).toBeLessThan(10);
    }
  });

  test('survives the crash of its leaders, one after the other', async () => {
    const faults: Fault[] = [
      { kind: 'crash', at: 10, process: 0 },
      { kind: 'crash', at: 25, process: 1 },
    ];
    const { lists, texts, verdicts } = await outcomeOf(2, faults, Raft, 5);
    expect([texts, verdicts]).toEqual([[], ['holds', 'holds']]);
    for (const id of [3, 4]) expect(lists[id]).toEqual(lists[2]);
  });

  test('survives the loss of the memory of all processes', async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { lists, texts, verdicts } = await outcomeOf(seed);
      expect([seed, texts, verdicts]).toEqual([seed, [], ['holds', 'holds']]);
      for (const list of lists) expect(list).toEqual(lists[0]);
      expect(lists[0]!.length).toBeGreaterThan(10);
    }
  });

  test('brings a process that was away up to date by a snapshot', async () => {
    const away: Fault[] = [
      { kind: 'crash', at: 1, process: 2, memory: 'lost' },
      { kind: 'recover', at: 60, process: 2 },
    ];
    const { lists, texts, verdicts } = await outcomeOf(1, away);
    expect([texts, verdicts]).toEqual([[], ['holds', 'holds']]);
    expect(lists[2]).toEqual(lists[0]);
  });

  test.each([
    [
      'forgets its votes',
      class extends Raft {
        protected override persistVote() {}
      },
    ],
    [
      'votes for any log',
      class extends Raft {
        protected override isUpToDate() {
          return true;
        }
      },
    ],
  ])('that %s is caught', async (_name, Class) => {
    let texts: readonly string[] = [];
    for (let seed = 1; seed <= 40 && texts.length === 0; seed++)
      ({ texts } = await outcomeOf(seed, outagesOf(3, seed), Class));
    expect(texts.length).toBeGreaterThan(0);
  });

  test('rejects invalid options', async () => {
    await expect(
      recoveryRun({ n: 1, seed: 1, initializer: (process) => void new Raft(process, { heartbeat: 0 }) }),
    ).rejects.toThrow('p0, Raft: heartbeat: expected a number of seconds above 0, got 0');
  });
});

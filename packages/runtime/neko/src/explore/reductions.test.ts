import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import { checkerOf } from '../checkers/checker.js';
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { wire } from '../protocols/wire.js';
import { explore, type ExploreOptions } from './explore.js';

const STATES = 3;
const TYPES = ['A', 'B', 'C'] as const;
type Type = (typeof TYPES)[number];

/** The reaction to a message in a state: a message of a later type, so that every run ends. */
interface Reaction {
  readonly state: number;
  readonly to: readonly number[];
  readonly note: boolean;
}
type Table = readonly (readonly Reaction[])[];

/** A protocol whose reactions are drawn at random. */
class Drawn extends Protocol<Record<Type, number>> {
  private state = 0;
  protected readonly handlers = {
    A: (lie: number) => this.react(0, lie),
    B: (lie: number) => this.react(1, lie),
    C: (lie: number) => this.react(2, lie),
  };

  constructor(
    process: NekoProcess,
    private readonly table: Table,
  ) {
    super(process);
  }

  begin(to: readonly number[]): void {
    this.sendTo(to, 'A', 0);
  }

  private react(type: number, lie: number): void {
    const { state, to, note } = this.table[(this.state + lie) % STATES]![type]!;
    this.state = state;
    const next = TYPES[type + 1];
    if (next !== undefined && to.length > 0) this.sendTo(to, next, 0);
    if (note) this.note('reached', { state });
  }
}

function drawn(seed: number, n: number): ExploreOptions<Drawn> {
  const random = new Random(seed).stream('tables');
  const some = (): number[] => Array.from({ length: n }, (_, id) => id).filter(() => random.uniform() < 0.4);
  const table = (): Table =>
    Array.from({ length: STATES }, () =>
      TYPES.map(() => ({ state: random.integer(0, STATES - 1), to: some(), note: random.uniform() < 0.4 })),
    );
  // Half of the systems are symmetric but for their destinations.
  const first = table();
  const tables = Array.from({ length: n }, () => (seed % 2 === 0 ? first : table()));
  return {
    n,
    wire: (process) => wire(new Drawn(process, tables[process.id]!), 'drawn', process.network()),
    actions: [0].map((process) => ({
      process,
      name: 'begin',
      run: (protocol) => protocol.begin(successors(process, n)),
    })),
    checkers: [],
  };
}

function successors(process: number, n: number): number[] {
  return [(process + 1) % n, (process + 2) % n];
}

/** The events of each process in all final states. */
async function endingsOf(options: ExploreOptions<Drawn>): Promise<{ ends: string[]; states: number } | undefined> {
  const ends = new Set<string>();
  const checker = checkerOf('ends', ({ records, n, isComplete }) => {
    if (!isComplete) return;
    const own = Array.from({ length: n }, (_, id) => records.filter(({ process }) => process === id));
    ends.add(JSON.stringify(own.map((list) => list.map((record) => ({ ...record, time: 0 })))));
  });
  const report = await explore({ ...options, checkers: [checker], maxStates: 3000 });
  if (report.isEnded) return undefined;
  expect(report.isExhaustive).toBe(true);
  return { ends: [...ends].sort(), states: report.states };
}

test('reductions lose no ending of random protocols', async () => {
  let reduced = 0;
  for (let seed = 0; seed < 40; seed++) {
    const options = {
      ...drawn(seed, 3),
      ...(seed % 6 === 1 && { maxCrashes: 1, mayCrash: [0] }),
      ...(seed % 6 === 2 && { links: 'fifo' as const }),
      ...(seed % 6 === 3 && { maxLosses: 1 }),
      ...(seed % 6 === 4 && { maxCrashes: 1, mayCrash: [1], recovery: true }),
      ...(seed % 6 === 5 && { byzantine: [0] }),
    };
    const plain = await endingsOf({ ...options, reduceOrders: false });
    // Some systems are too large for a test.
    if (plain === undefined) continue;
    const less = await endingsOf(options);
    expect([seed, less?.ends]).toEqual([seed, plain.ends]);
    if (less!.states < plain.states) reduced++;
  }
  expect(reduced).toBeGreaterThan(8);
});

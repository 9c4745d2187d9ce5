import type { Soak, SoakCounts } from '@kineko/tools/soak/soak';
import { checkers } from '../test/library.js';
import { type Kind, KINDS, runInOneProcess, runSimulated, type StackRun } from '../test/real-stack-runs.js';
import { type RealStack, stacks } from '../test/real-stacks.js';

/**
 * The same stacks on a simulated network and over sockets, all processes in this OS process. Over sockets a seed
 * decides what happens to the k-th copy of each link, not a whole run: repeating a failure may take several tries.
 */
export const soaks: Soak[] = stacks.flatMap((stack) =>
  KINDS.map((kind) => ({
    name: `real: ${stack.name}, ${kind}`,
    seeds: 100,
    run: async (seed: number) => countsOf(await run(stack, kind, seed)),
  })),
);

function run(stack: RealStack, kind: Kind, seed: number): Promise<StackRun> {
  return kind === 'simulated' ? runSimulated(stack, seed) : runInOneProcess(stack, seed, kind);
}

function countsOf({ results, records, faults, seconds }: StackRun): SoakCounts {
  const broken = results.filter(({ verdict }) => verdict === 'violated');
  if (broken.length > 0) throw new Error(checkers.describeResults(broken));
  const crashes = records.filter(({ type }) => type === 'crash').length;
  const premises = results.map(({ name, premises: count }) => [`premises of ${name}`, count] as const);
  return {
    sums: { 'network faults': faults, crashes, records: records.length, ...Object.fromEntries(premises) },
    most: { seconds },
  };
}

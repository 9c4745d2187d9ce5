/**
 * The same stacks on a simulated network and between three OS processes, with the same checkers for all. The proxies
 * drop, double and delay datagrams, and break connections, by a seeded schedule; `npm run soak` has 100 of them for
 * each.
 */
import { afterAll, describe, expect, test } from '@jest/globals';
import { checkers } from './library.js';
import { killSlaveProcesses, reuseSlaveProcesses } from './real-processes.js';
import { inTime, N, runInOneProcess, runReal, runSimulated, type StackRun } from './real-stack-runs.js';
import { lamportWithoutFifo, stacks } from './real-stacks.js';

const SEED = 1;
const MUTANT_SEEDS = 20;

afterAll(() => killSlaveProcesses());

/** The violations and unknown verdicts. Zero premises are not a pass. */
function objections({ results }: StackRun, mayBeUnknown: readonly string[] = []): string {
  return checkers.describeResults(
    results.filter(
      ({ name, verdict }) => verdict === 'violated' || (verdict === 'unknown' && !mayBeUnknown.includes(name)),
    ),
  );
}

describe.each(stacks.map((stack) => [stack.name, stack] as const))('%s', (_name, stack) => {
  test('simulated', async () => {
    const run = await runSimulated(stack, SEED);
    expect(objections(run)).toBe('');
    expect(run.faults).toBeGreaterThan(0);
  });

  test.each(['tcp', 'udp'] as const)('over %s', async (kind) => {
    const run = await inTime(async (aftermath) => {
      const slaves = await reuseSlaveProcesses(N - 1);
      const addresses = slaves.map(({ address }) => address);
      const result = await runReal(stack, SEED, kind, addresses, aftermath);
      expect(await Promise.all(slaves.map(({ ended }) => ended))).toEqual([0, 0]);
      return result;
    });
    // How much a process delivers before it crashes depends on the host.
    expect(objections(run, ['uniform agreement'])).toBe('');
    expect(run.faults).toBeGreaterThan(0);
  });
});

test('the checkers find in a real run an order that breaks without a FIFO link', async () => {
  let verdict: string | undefined;
  // One datagram must overtake another, which happens in nearly every run.
  for (let seed = 1; verdict !== 'violated' && seed <= MUTANT_SEEDS; seed++) {
    const { results } = await runInOneProcess(lamportWithoutFifo, seed, 'udp');
    verdict = results.find(({ name }) => name === 'uniform total order')!.verdict;
  }
  expect(verdict).toBe('violated');
});

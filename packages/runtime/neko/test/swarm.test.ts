import { describe, expect, test } from '@jest/globals';
import { checkers } from './library.js';
import { planOf, runPlan, runSwarm } from './swarm.js';
import { mutants } from './swarm-mutants.js';
import { subjects } from './swarm-subjects.js';

/** A few of each, and more until every premise has occurred; `npm run soak` runs many. */
const SEEDS = 8;
const MAX_SEEDS = 40;
/** Enough for the rarest bug. */
const MUTANT_SEEDS = 40;
describe('under a swarm of faults', () => {
  test.each(subjects.map((subject) => [subject.name, subject] as const))('%s', async (_name, subject) => {
    let merged: checkers.CheckResult[] = [];
    const isTested = (): boolean => merged.every(({ verdict }) => verdict === 'holds');
    for (let seed = 1; seed <= SEEDS || (!isTested() && seed <= MAX_SEEDS); seed++)
      merged = checkers.mergeResults([...merged, ...(await runSwarm(subject, seed)).results]);
    // Zero is not a pass: over these seeds every property has been tested.
    expect(checkers.describeResults(merged.filter(({ verdict }) => verdict !== 'holds'))).toBe('');
  });
});

/** Seeds that failed once in long runs. */
const FOUND: readonly (readonly [subject: string, seed: number, what: string])[] = [
  [
    'ring heartbeat detector',
    706,
    'a second copy of an old request to be left alone came after a new one to be watched',
  ],
  ['Raft with lost memories', 66, 'a leader that was deposed, and had the only complete log, never campaigned again'],
  [
    'Raft with lost memories',
    332,
    'a process submitted a command again that was in its snapshot already, and never the next',
  ],
  ['stable consensus broadcast with lost memories', 32, 'the copy of a message to its own sender was lost'],
  ['stable consensus broadcast with lost memories', 10, 'a process alone repeated its decisions to no process'],
];

test.each(FOUND)('%s, seed %i: %s', async (name, seed) => {
  const { results } = await runSwarm(
    subjects.find((subject) => subject.name === name)!,
    seed,
  );
  expect(results.map(({ verdict }) => verdict)).not.toContain('violated');
});

describe('the swarm finds bugs', () => {
  test.each(mutants.map((mutant) => [mutant.name, mutant] as const))('%s', async (_name, mutant) => {
    let found: string | undefined;
    for (let seed = 1; seed <= MUTANT_SEEDS && found === undefined; seed++) {
      const { results } = await runPlan(mutant, planOf(mutant, seed));
      if (results[0]!.verdict === 'violated') found = results[0]!.violations[0]!.text;
      expect(results.at(-1)).toMatchObject({ name: 'network', violations: [] });
    }
    expect(found).toBeDefined();
  });
});

test('a failure reports how to repeat it', async () => {
  const mutant = mutants[0]!;
  const fails = async (): Promise<string> => {
    for (let seed = 1; ; seed++) {
      const problem = await runSwarm(mutant, seed).then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (problem !== undefined) return problem;
    }
  };
  const problem = await fails();
  expect(problem).toMatch(/^reliable broadcast: violated \(premises: \d+\)\n {2}p\d/);
  expect(problem).toMatch(/\nrepeat it with: npm run soak -- --filter 'swarm: a broadcast .*' --seeds (\d+)\.\.\1\n/);
  expect(problem).toContain('{"kind":"crash",');
});

test('a seed is a run: the same records again', async () => {
  const subject = subjects.find(({ name }) => name === 'causal broadcast')!;
  const [one, two] = [await runSwarm(subject, 5), await runSwarm(subject, 5)];
  expect(two.records).toEqual(one.records);
  expect(JSON.parse(JSON.stringify(one.plan))).toEqual(one.plan);
});

import { describe, expect, test } from '@jest/globals';
import { load } from './mutant-library.js';
import { searchFor } from './mutant-search.js';
import { protocolMutants } from './mutants.js';

const original = load();
const rows = protocolMutants.map((mutant) => [mutant.name, mutant] as const);

describe('a schedule that exposes', () => {
  test.each(rows)('%s', async (_name, mutant) => {
    const { stage, n = 3, schedule, property } = mutant;
    const mutated = load(mutant);
    const played = await mutated.schedules.playSchedule(mutated.stages.stages[stage], n, schedule);
    // Written for the mutant: every step is possible there.
    expect(played.skipped).toEqual([]);
    expect(played.results.filter(({ verdict }) => verdict === 'violated').map(({ name }) => name)).toContain(property);
    const unharmed = await original.schedules.playSchedule(original.stages.stages[stage], n, schedule);
    expect(
      original.library.checkers.describeResults(unharmed.results.filter(({ violations }) => violations.length > 0)),
    ).toBe('');
  });
});

describe('the swarm catches', () => {
  test.each(protocolMutants.filter(({ isRare }) => isRare !== true).map((mutant) => [mutant.name, mutant] as const))(
    '%s',
    async (_name, mutant) => {
      expect(await searchFor(mutant)).toMatchObject({ seed: expect.any(Number) });
    },
  );
});

test('nine of ten mutants are searched for in every test run', () => {
  expect(protocolMutants.length).toBeGreaterThanOrEqual(40);
  expect(protocolMutants.filter(({ isRare }) => isRare === true).length).toBeLessThanOrEqual(
    protocolMutants.length / 10,
  );
});

test('names and replacements are different', () => {
  expect(new Set(protocolMutants.map(({ name }) => name)).size).toBe(protocolMutants.length);
  expect(new Set(protocolMutants.map(({ file, text, by }) => JSON.stringify([file, text, by]))).size).toBe(
    protocolMutants.length,
  );
});

test('a replacement whose text does not occur once is refused', () => {
  const replacement = { file: 'paxos.ts', text: 'no such text', by: '' };
  expect(() => load(replacement)).toThrow('paxos.ts: expected the text once, got 0 times: no such text');
  expect(() => load({ ...replacement, text: 'ballot' })).toThrow(/^paxos\.ts: expected the text once, got \d\d+ times/);
});

test('a step that is not possible is reported, and an unknown one refused', async () => {
  const stage = original.stages.stages['reliable broadcast'];
  const { skipped } = await original.schedules.playSchedule(stage, 3, [
    'p0>p1 RBCAST_MESSAGE',
    'p0 acts 0',
    'recover p0',
  ]);
  expect(skipped).toEqual(['p0>p1 RBCAST_MESSAGE', 'recover p0']);
  await expect(original.schedules.playSchedule(stage, 3, ['p0 sings'])).rejects.toThrow('unknown step: p0 sings');
});

test('a loop without an end is reported', async () => {
  const text = 'while (this.beyond.delete(this.firstUnseen)) this.firstUnseen++;';
  const caught = await searchFor({
    name: 'a loop without an end',
    file: 'queues.ts',
    text,
    by: 'while (number >= 0) this.beyond.add(number);',
    stage: 'reliable broadcast',
    schedule: [],
    property: 'reliable broadcast',
  });
  expect(caught?.text).toContain('iterations of loops: one of them does not end');
});

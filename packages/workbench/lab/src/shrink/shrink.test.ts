import { expect, test } from '@jest/globals';
import type { Judgement } from '../judging.js';
import { search } from '../search/search.js';
import { type Case, type Found, type Knobs, type Reduction, withSettings } from './knobs.js';
import { shrink, withoutParts } from './shrink.js';

const judgement = {} as Judgement;
const found = (of: Case, score = 0, isViolated = true): Found => ({
  case: of,
  judgement,
  verdict: { verdict: isViolated ? 'violated' : 'holds', premises: 1, score },
});
const itemsOf = ({ settings }: Case): string[] => (settings.get('items') ?? '').split('').filter((item) => item !== '');

/** Takes letters away. */
const letters: Reduction = {
  what: 'letters',
  *candidates({ case: of }) {
    for (const fewer of withoutParts(itemsOf(of))) yield withSettings(of, [['items', fewer.join('')]]);
  },
};

test('shrinks a case as far as the property allows, and tries nothing twice', async () => {
  const tried: string[] = [];
  const attempt = async (smaller: Case): Promise<Found | undefined> => {
    const text = itemsOf(smaller).join('');
    tried.push(text);
    return text.includes('k') && text.includes('x') ? found(smaller) : undefined;
  };
  const first = found({ settings: new Map([['items', 'abcdefghijklmnopqrstuvwxyz']]), seed: 1 });
  const { found: small, runs, steps, isComplete } = await shrink(first, [letters], { attempt });
  expect(itemsOf(small.case)).toEqual(['k', 'x']);
  expect(new Set(tried).size).toBe(tried.length);
  expect(runs).toBe(tried.length);
  expect([steps.get('letters')! > 3, isComplete]).toEqual([true, true]);
  const limited = await shrink(first, [letters], { attempt, maxRuns: 3 });
  expect([limited.runs, limited.isComplete]).toEqual([3, false]);
});

test('a guided search follows the score, and is repeatable', async () => {
  const knobs: Knobs = {
    reductions: [],
    mutate: ({ case: { settings, seed } }, random) => ({ settings, seed: seed + random.integer(-3, 3) }),
    scatter: ({ case: { settings } }, random) => ({ settings, seed: random.integer(0, 1_000_000) }),
    ending: '',
    save: () => '',
  };
  const attempt = async (candidate: Case): Promise<Found> =>
    found(candidate, Math.abs(candidate.seed - 40), candidate.seed === 40);
  const first = found({ settings: new Map(), seed: 0 }, 40, false);
  const guided = await search(first, { kind: 'guided', knobs, attempt, maxRuns: 2000, seed: 5 });
  expect(guided.found?.case.seed).toBe(40);
  expect(await search(first, { kind: 'guided', knobs, attempt, maxRuns: 2000, seed: 5 })).toEqual(guided);
  const swarm = await search(first, { kind: 'swarm', knobs, attempt, maxRuns: 200, seed: 5 });
  expect(swarm).toMatchObject({ found: undefined, runs: 200, best: expect.any(Number) });
});

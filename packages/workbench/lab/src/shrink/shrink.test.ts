import { expect, test } from '@jest/globals';
import { Random } from '@kineko/kernel';
import type { Fault } from '@kineko/neko';
import type { Judgement } from '../judging.js';
import { search } from '../search/search.js';
import { randomFaults, withinLimits } from '../search/random-faults.js';
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

test('random faults are valid, and leave a majority of processes', () => {
  const random = new Random(3).stream('faults');
  const faults = Array.from({ length: 200 }, () => randomFaults('crashes', { n: 5, horizon: 10 }, random)).flat();
  expect(withinLimits([], faults, 5)).toHaveLength(2);
  expect(withinLimits([], randomFaults('pauses', { n: 1, horizon: 10 }, random), 1)).toHaveLength(2);
  for (let i = 0; i < 100; i++) {
    const [spike] = randomFaults('delays', { n: 3, horizon: 10 }, random);
    const [[a, b]] = (spike as unknown as { links: { pairs: [[number, number]] } }).links.pairs;
    expect([a !== b, a < 3 && b < 3]).toEqual([true, true]);
  }
  expect(randomFaults('delays', { n: 1, horizon: 10 }, random)).toEqual([]);
});

test('random crashes are added to those of the scenario, which stay', () => {
  const crash = (process: number, at: number): Fault => ({ kind: 'crash', at, process });
  const recovery: Fault = { kind: 'recover', at: 2, process: 0 };
  const most = [crash(0, 1), crash(1, 1), crash(2, 1)];
  expect(withinLimits(most, [crash(3, 1)], 4)).toEqual(most);
  // A process that recovered can crash again, forever.
  expect(withinLimits([crash(0, 1), recovery, crash(0, 3)], [crash(1, 1)], 4)).toHaveLength(3);
  expect(withinLimits([crash(0, 1), recovery], [crash(1, 1)], 4)).toHaveLength(3);
});

test('random faults are over early enough, copies that they delay included', () => {
  const random = new Random(3).stream('faults');
  for (let i = 0; i < 300; i++) {
    const kind = (['delays', 'losses', 'pauses', 'crashes'] as const)[i % 4]!;
    for (const fault of randomFaults(kind, { n: 3, horizon: 10, calmFrom: 6 }, random)) {
      const end = 'until' in fault && fault.until !== undefined ? fault.until : fault.at;
      // Times are rounded to four digits.
      expect(end + (fault.kind === 'spike' ? fault.delay : 0)).toBeLessThan(6.002);
    }
  }
});

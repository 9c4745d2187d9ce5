import { expect, test } from '@jest/globals';
import type { Alternative, Target } from './comparison.js';
import { resultsOf, targetsMarkdown, targetsText } from './targets.js';

const setUp = () => () => 1;
const alternatives = (target: Target): [Alternative, Alternative] => [
  { name: 'reference', setUp },
  { name: 'ours', setUp, target },
];
const rates = (ratio: number, perSecond = 1000) => [
  { alternative: 'reference', perSecond: 1000, ratio: 1, rounds: [] },
  { alternative: 'ours', perSecond, ratio, rounds: [] },
];
const verdictOf = (target: Target, ratio: number, perSecond?: number) =>
  resultsOf({ name: 'hold', n: 10, alternatives: alternatives(target) }, rates(ratio, perSecond))[0]!.verdict;

test.each([
  [0.8, 'missed'],
  [0.9, 'reached'],
  [1.2, 'aim reached'],
])('a speed of %d is compared with the least ratio: %s', (ratio, verdict) => {
  expect(verdictOf({ compares: 'speed', must: 0.9, aim: 1.2 }, ratio)).toBe(verdict);
});

test.each([
  [0.5, 'missed'],
  [0.8, 'reached'],
  [1, 'aim reached'],
])('the cost at a speed of %d is compared with the largest ratio: %s', (ratio, verdict) => {
  expect(verdictOf({ compares: 'cost', must: 1.25, aim: 1 }, ratio)).toBe(verdict);
});

test.each([
  [1.2, 'missed'],
  [0.5, 'reached'],
])('a figure of %d times the first one is compared with the largest growth: %s', (ratio, verdict) => {
  expect(verdictOf({ compares: 'growth', must: 0.5 }, ratio)).toBe(verdict);
});

test('a derived figure is the median of its values in the rounds', () => {
  const target = { compares: 'at least', must: 2 } as const;
  const of = (values: readonly number[]): number => values[1]! / values[0]!;
  const results = resultsOf(
    { name: 'hold', n: 10, alternatives: [{ name: 'one', setUp }], derived: [{ figure: 'growth', n: 7, target, of }] },
    [
      { alternative: 'one', perSecond: 1, ratio: 1, rounds: [1, 2, 1] },
      { alternative: 'other', perSecond: 1, ratio: 1, rounds: [3, 2, 9] },
    ],
  );
  expect(results).toEqual([{ figure: 'growth', n: 7, measured: 3, unit: '×', target, verdict: 'reached' }]);
});

test('a figure is compared with its bound, and an aim may be missing', () => {
  expect(verdictOf({ compares: 'at most', must: 300 }, 7, 301)).toBe('missed');
  expect(verdictOf({ compares: 'at most', must: 300 }, 7, 300)).toBe('reached');
  expect(verdictOf({ compares: 'at least', must: 45, aim: 60 }, 7, 59)).toBe('reached');
});

test('the table names the figure, the bounds and the verdict', () => {
  const target: Target = { figure: 'cost of a | trace', compares: 'cost', must: 1.15, aim: 1.08 };
  const results = resultsOf({ name: 'hold', n: 1000, alternatives: alternatives(target) }, rates(0.9));
  expect(targetsText(results)).toBe(
    [
      'figure                 n  measured    must     aim  verdict',
      'cost of a | trace  1,000    1.11 ×  ≤ 1.15  ≤ 1.08  reached',
    ].join('\n'),
  );
  expect(targetsMarkdown(results).split('\n').at(-1)).toBe(
    '| cost of a \\| trace | 1,000 | 1.11 ×   | ≤ 1.15 | ≤ 1.08 | reached |',
  );
});

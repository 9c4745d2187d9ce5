import { describe, expect, test } from '@jest/globals';
import { describeProblem, type Problem } from '@kineko/formats/problem';
import { TWO_ROBOT_ALGORITHMS, tableNamed } from './algorithms.js';
import { schedulerNamed, SCHEDULERS } from './schedulers.js';
import { type Lights, tableOf, type TableRules } from './table.js';

function problemsOf(rules: TableRules, lights: Lights = 'full', palette = ['black', 'white']): string[] {
  const problems: Problem[] = [];
  const text = { name: 'x', lights, palette, rules };
  tableOf(text, problems);
  return problems.map(describeProblem);
}

test('every built-in table is total and has no rule without effect', () => {
  for (const { rules, lights, palette } of TWO_ROBOT_ALGORITHMS)
    expect(problemsOf(rules, lights, [...palette])).toEqual([]);
});

describe('a table is refused', () => {
  test.each<[string, TableRules, string]>([
    ['without a rule for a case', { 'black any': 'stay', 'white black': 'half' }, "got none for 'white white'"],
    ['without a rule for one place', { 'any any apart': 'half' }, "got none for 'black black same'"],
    ['with an unknown colour in a case', { 'blak any': 'stay' }, "unknown colour 'blak'; did you mean 'black'?"],
    ['with an unknown new colour', { 'any any': 'half gray' }, "unknown colour 'gray'; expected black or white"],
    ['with one colour instead of two', { black: 'stay' }, 'expected the own colour and the colour of the other robot'],
    ['with an unknown move', { 'any any': 'jump' }, 'expected stay, half or other, and a new colour or none'],
    ['with a rule that never applies', { 'any any': 'stay', 'black any': 'half' }, 'that no rule above covers'],
  ])('%s', (_what, rules, message) => {
    expect(problemsOf(rules)).toEqual([expect.stringContaining(message)]);
  });
});

test('the first rule that matches decides', () => {
  const { decide } = tableNamed('OPTIMAL', Error);
  expect(decide(1, 1, true)).toEqual({ move: 'stay', light: undefined });
  expect(decide(1, 1, false)).toEqual({ move: 'half', light: 0 });
});

test('algorithms and schedulers are found by name and by label', () => {
  expect(tableNamed('3EXT_NONQSS', Error).name).toBe('3ExtNonQss');
  expect(tableNamed('vig2cols', Error).label).toBe('VIG_2COLS');
  expect(() => tableNamed('VIG_2COL', (text) => new Error(text))).toThrow(
    "unknown algorithm 'VIG_2COL'; did you mean 'VIG_2COLS'?",
  );
  expect(schedulerNamed('ASYNC_LC_ATOMIC', Error).name).toBe('async-lc-atomic');
  expect(() => schedulerNamed('sync', (text) => new Error(text))).toThrow('did you mean');
});

test('each scheduler has the five events of a cycle in their order', () => {
  for (const { steps } of SCHEDULERS) expect(steps.flat()).toEqual(['L', 'CB', 'CE', 'MB', 'ME']);
});

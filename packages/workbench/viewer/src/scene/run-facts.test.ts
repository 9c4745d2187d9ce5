import { expect, test } from '@jest/globals';
import { factsOf } from './run-facts.js';

test('the facts of a run are those of the first front end that knows it', () => {
  const [one, other] = [1, 2].map((id) => ({ robots: new Map([[id, 'Bot']]), objects: new Map() }));
  expect(factsOf({}, [() => undefined, () => one, () => other])).toBe(one);
});

test('the classes of a configured run are its algorithms, common ones and those of single robots', () => {
  const config = { 'process.num': '3', 'robot.algorithm': './gathering.ts', 'robot.1.algorithm': 'Idle' };
  expect([...factsOf({ config }, [])!.robots]).toEqual([
    [0, './gathering.ts'],
    [1, 'Idle'],
    [2, './gathering.ts'],
  ]);
});

test.each([[{}], [{ config: {} }], [{ config: 'no' }], [{ config: { 'process.num': '1e99', algorithm: 'A' } }]])(
  '%j states no facts',
  (info) => {
    expect(factsOf(info, [])).toBeUndefined();
  },
);

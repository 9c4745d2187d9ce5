import { expect, test } from '@jest/globals';
import { descriptionOf } from './run-description.js';

test('the description of a run comes from the first front end that knows it', () => {
  const [one, other] = [1, 2].map((id) => ({ robots: new Map([[id, 'Bot']]), objects: new Map() }));
  expect(descriptionOf({}, [() => undefined, () => one, () => other])).toEqual({ ...one, title: undefined });
});

test('the classes of a configured run are its algorithms, common ones and those of single robots', () => {
  const config = { 'process.num': '3', 'robot.algorithm': './gathering.ts', 'robot.1.algorithm': 'Idle' };
  expect([...descriptionOf({ config }, [])!.robots]).toEqual([
    [0, './gathering.ts'],
    [1, 'Idle'],
    [2, './gathering.ts'],
  ]);
});

test.each([[{}], [{ config: {} }], [{ config: 'no' }], [{ config: { 'process.num': '1e99', algorithm: 'A' } }]])(
  '%j has no description',
  (info) => {
    expect(descriptionOf(info, [])).toBeUndefined();
  },
);

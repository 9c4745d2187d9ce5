import { expect, test } from '@jest/globals';
import { classesOf } from './classes.js';

test('the classes of a DEECo log are those of its header, by place', () => {
  const { robots, objects } = classesOf({ deeco: { width: 4, height: 3, robots: ['a.Bot', 7], objects: ['a.Lamp'] } })!;
  expect([[...robots], [...objects]]).toEqual([[[0, 'a.Bot']], [[0, 'a.Lamp']]]);
});

test('the classes of a run are its algorithms, of all robots and of some', () => {
  const config = { 'process.num': '3', 'robot.algorithm': './gathering.ts', 'robot.1.algorithm': 'Idle' };
  expect([...classesOf({ config })!.robots]).toEqual([
    [0, './gathering.ts'],
    [1, 'Idle'],
    [2, './gathering.ts'],
  ]);
});

test.each([[{}], [{ config: {} }], [{ config: 'no' }], [{ config: { 'process.num': '1e99', algorithm: 'A' } }]])(
  'nothing is known of %j',
  (info) => {
    expect(classesOf(info)).toBeUndefined();
  },
);

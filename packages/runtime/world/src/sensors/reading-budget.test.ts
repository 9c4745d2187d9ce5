import { expect, test } from '@jest/globals';
import { BYTES_PER_ENTRY, ReadingBudget } from './reading-budget.js';

const budget = (entries: number) => new ReadingBudget(entries * BYTES_PER_ENTRY);
const list = (length: number) => Array.from({ length }, () => ({ x: 0, y: 0 }));

test('refuses the readings of one instant that do not fit, with the number that fits', () => {
  const readings = budget(1000);
  for (let robot = 0; robot < 3; robot++) readings.add(list(300), 5, robot, 'gps');
  expect(() => readings.add(list(300), 5, 3, 'gps')).toThrow(
    "robot 3, sensor 'gps' at t = 5: expected at most 1000 entries in the lists of all robots at one instant " +
      '(0.000080 GB of memory), got 1200; 3 lists of 300 entries fit: use fewer robots or a smaller range, or ask for ' +
      'positions without an error, which robots share',
  );
});

test('counts each instant from 0', () => {
  const readings = budget(1000);
  expect(() => {
    for (let time = 0; time < 5; time++) readings.add(list(900), time, 0, 'gps');
  }).not.toThrow();
});

test('shared lists and single readings do not count', () => {
  const readings = budget(10);
  const shared = Object.freeze(list(900));
  expect(() => {
    for (let robot = 0; robot < 100; robot++) {
      readings.add(shared, 0, robot, 'gps');
      readings.add(4, 0, robot, 'sonar');
    }
  }).not.toThrow();
});

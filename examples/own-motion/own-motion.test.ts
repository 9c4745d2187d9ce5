import { expect, jest, test } from '@jest/globals';
import { figureEight } from './figure-eight.js';

test('one drives its eight to the end, the other touches the pillar on its second circle', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  const plan =
    'start of left circle at 0.000, finish of left circle at 12.566, start of right circle at 12.566, finish of right circle at 25.133';
  expect(lines.slice(0, 2)).toEqual([`robot 1 plans: ${plan}`, `robot 2 plans: ${plan}`]);
  // The pillar lies on the rim of the second circle, half a turn on: centres are one metre apart at the contact.
  const time = 4 * Math.PI + 2 * (Math.PI - 2 * Math.asin(1 / 4));
  expect(lines[2]).toContain('robot 2: collided at t = ');
  expect(Number(/t = ([\d.]+)/.exec(lines[2]!)![1])).toBeCloseTo(time, 3);
  expect(lines[3]).toMatch(/^robot 1: finished at t = 25\.133, \(-?0\.000, -?0\.000\)$/);
});

test('rejects invalid requests', () => {
  const plan = () => figureEight.plan({ kind: 'figureEight', radius: 0, speed: 1 }, { x: 0, y: 0, heading: 0 }, 0);
  expect(plan).toThrow('an eight of radius 0 at speed 1: both must be greater than 0');
});

import { expect, jest, test } from '@jest/globals';

test('the sensor interrupts the motion at the first reading above the limit', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  // All three are within 10 m from x = 30 - √84 = 20.83 on: detected at t = 10.5.
  expect(log.mock.calls.map(([line]) => String(line))).toEqual([
    'robot 1: replaced by crowding at x = 21',
    't = 10.5: 3 % of the ground is taken',
  ]);
  log.mockRestore();
});

import { expect, jest, test } from '@jest/globals';

test('the robots touch at the solved time', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  expect(log.mock.calls).toEqual([['robot 1 collided with robot 2 at t = 2.7559830641437078, x = 8.267949192431123']]);
  log.mockRestore();
});

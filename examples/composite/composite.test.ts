import { expect, jest, test } from '@jest/globals';

test('all processes execute the commands of the two leaders in the same sequence', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  const first = ['begin of p0', 'order 1 of p0'];
  const all = [...first, 'order 2 of p0', 'begin of p1', ...[3, 4, 5, 6].map((order) => `order ${order} of p1`)];
  expect(lines).toEqual([
    't = 1.1: p0 leads term 0',
    't = 40.0: p0 crashes',
    't = 56.1: p1 leads term 1',
    'stopped by: empty',
    `p0: ${first.join(', ')}`,
    ...[1, 2, 3, 4].map((id) => `p${id}: ${all.join(', ')}`),
  ]);
});

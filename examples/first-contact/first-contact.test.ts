import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, jest, test } from '@jest/globals';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

test('the README shows this very program', () => {
  expect(read('../../README.md')).toContain(`\`\`\`ts\n${read('main.ts')}\`\`\``);
});

test('the robots touch at the solved instant', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  expect(log.mock.calls).toEqual([['robot 1 collided with robot 2 at t = 2.7559830641437078, x = 8.267949192431123']]);
  log.mockRestore();
});

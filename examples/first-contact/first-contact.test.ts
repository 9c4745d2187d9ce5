import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, jest, test } from '@jest/globals';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8');

test('the README shows this very program', () => {
  expect(read('../../README.md')).toContain(`\`\`\`ts\n${read('main.ts')}\`\`\``);
});

test('the referee sees the touch at its solved instant', async () => {
  const log = jest.spyOn(console, 'log').mockImplementation(() => {});
  await import('./main.js');
  expect(log.mock.calls).toEqual([['they touch at t = 2.7559830641437078, now it is 2.7559830641437078']]);
  log.mockRestore();
});

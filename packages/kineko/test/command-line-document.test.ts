import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { COMMANDS } from '../src/commands.js';
import { commandLinePage } from './command-line-document.js';

const REFERENCE = fileURLToPath(new URL('../../../docs/reference/command-line.md', import.meta.url));
const GUIDE = fileURLToPath(new URL('../../../docs/command-line.md', import.meta.url));

test('docs/reference/command-line.md has every command and flag; KINEKO_WRITE=1 npm run jest -- command-line-document rewrites it', async () => {
  const page = await commandLinePage();
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(REFERENCE, page);
  expect(readFileSync(REFERENCE, 'utf8')).toBe(page);
});

test('docs/command-line.md has a word on every command', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const names = COMMANDS.map(({ usage }) => usage.replace(/ .*/, ''));
  expect(names.filter((name) => !guide.includes(`\`kineko ${name}`))).toEqual([]);
});

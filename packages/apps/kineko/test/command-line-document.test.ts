import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { COMMANDS } from '../src/commands.js';
import { commandLinePage } from './command-line-document.js';

const REFERENCE = `${REPOSITORY}docs/reference/command-line.md`;
const GUIDE = `${REPOSITORY}docs/command-line.md`;

test('docs/reference/command-line.md has every command and flag; KINEKO_WRITE=1 npm run jest -- command-line-document rewrites it', async () => {
  const page = await commandLinePage();
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(REFERENCE, page);
  expect(readFileSync(REFERENCE, 'utf8')).toBe(page);
});

test('docs/command-line.md mentions every command', () => {
  const guide = readFileSync(GUIDE, 'utf8');
  const names = COMMANDS.map(({ usage }) => usage.replace(/ .*/, ''));
  expect(names.filter((name) => !guide.includes(`\`kineko ${name}`))).toEqual([]);
});

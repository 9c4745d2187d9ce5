import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { readFileSync, writeFileSync } from 'node:fs';
import { recogniseSyntax } from '../src/format/reading/syntax.js';
import { upToDate } from './config-document.js';
import { problemsOf, readFiles } from './config-files.js';

const FILE = `${REPOSITORY}docs/config.md`;

const document = (): string => readFileSync(FILE, 'utf8');

test('docs/config.md is up to date with the tables; KINEKO_WRITE=1 npm run jest -- config-document rewrites it', () => {
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, upToDate(document()));
  expect(document()).toBe(upToDate(document()));
});

const EXAMPLES = [...document().matchAll(/```(properties|yaml|json)\n([\s\S]*?)```/g)].map(([, syntax, text]) => ({
  syntax: syntax!,
  text: text!,
}));

test.each(EXAMPLES)('its example $# in $syntax is right', async ({ syntax, text }) => {
  const files = { 'maze.yaml': '[]', 'base.config': '', 'faults.yaml': '[]' };
  const config = await readFiles({ [`example.${syntax}`]: text, ...files });
  expect(recogniseSyntax(text, '')).toBe(syntax);
  expect(problemsOf(config, { strict: true })).toEqual([]);
});

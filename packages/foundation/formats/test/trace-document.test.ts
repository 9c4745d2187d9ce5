import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { readFileSync, writeFileSync } from 'node:fs';
import { upToDate } from './trace-document.js';

const FILE = `${REPOSITORY}docs/trace.md`;

const document = (): string => readFileSync(FILE, 'utf8');

test('docs/trace.md says what the tables say; KINEKO_WRITE=1 npm run jest -- trace-document rewrites it', () => {
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, upToDate(document()));
  expect(document()).toBe(upToDate(document()));
});

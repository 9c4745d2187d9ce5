import { expect, test } from '@jest/globals';
import { REPOSITORY } from '@kineko/tools/shared/workspaces';
import { readFileSync, writeFileSync } from 'node:fs';
import { upToDate } from './neko-log-document.js';

const FILE = `${REPOSITORY}docs/neko-log.md`;

const document = (): string => readFileSync(FILE, 'utf8');

test('docs/neko-log.md says what the tables say; KINEKO_WRITE=1 npm run jest -- neko-log-document rewrites it', () => {
  if (process.env['KINEKO_WRITE'] === '1') writeFileSync(FILE, upToDate(document()));
  expect(document()).toBe(upToDate(document()));
});

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';

test('every suite that is started early exists', () => {
  const listed = readFileSync(join(REPOSITORY, 'tools/jest/sequencer.js'), 'utf8').matchAll(/'(.*\.test\.ts)'/g);
  const paths = Array.from(listed, ([, path]) => path!);
  expect(paths.length).toBeGreaterThan(10);
  expect(paths.filter((path) => !existsSync(join(REPOSITORY, path)))).toEqual([]);
});

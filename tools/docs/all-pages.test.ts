/** Checks of all pages together. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { countOf } from './count.js';
import { linkProblems } from './links.js';
import { pagesOf } from './pages.js';
import { REPOSITORY } from '../shared/workspaces.js';
import { compileProblems } from './typescript.js';

/** Maximum number of blocks that no test can run: they need a cluster, other programs, or this test itself. */
const MAX_NOT_RUN = 16;

const pages = pagesOf(REPOSITORY);
const count = countOf(pages);

test('every block of every page is run, or says why it is not', () => {
  expect(count.problems).toEqual([]);
});

test(`of ${count.run + count.notRun.length} blocks ${count.run} are run, and at most ${MAX_NOT_RUN} are not`, () => {
  expect(count.notRun.length).toBeLessThanOrEqual(MAX_NOT_RUN);
  expect(count.run).toBeGreaterThan(10 * count.notRun.length);
});

test('every link between pages leads somewhere', () => {
  expect(linkProblems(pages, REPOSITORY)).toEqual([]);
});

test('the TypeScript of all pages compiles', () => {
  const into = mkdtempSync(join(realpathSync(tmpdir()), 'kineko-docs-types-'));
  try {
    expect(compileProblems(pages, REPOSITORY, into)).toBe('');
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
});

/** Tests pages by running them. */
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { REPOSITORY } from '../shared/workspaces.js';
import { type Page, pagesOf } from './pages.js';
import { Program } from './program.js';
import { roleOf } from './roles.js';
import { runPage } from './run-page.js';

/** Time limit of one command, for commands that hang. */
const TIME_LIMIT_MS = 600_000;
export function testPages(isMeant: (page: Page) => boolean): void {
  const pages = pagesOf(REPOSITORY).filter(isMeant);
  const program = new Program(join(REPOSITORY, 'tools', 'dist', 'docs', 'program-host.js'), TIME_LIMIT_MS);
  afterAll(() => program.close());
  const isRun = (page: Page): boolean =>
    page.blocks.some((block) => !['prose', 'not-run'].includes(roleOf(block).kind));

  for (const page of pages.filter(isRun)) {
    test(`what ${page.path} says is so; npm run docs:check -- ${page.path}`, async () => {
      const running = runPage(page, { repository: REPOSITORY, program, timeLimitMs: TIME_LIMIT_MS });
      await expect(running).resolves.toBeUndefined();
    });
  }
}

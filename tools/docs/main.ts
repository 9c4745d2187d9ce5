/** The command `npm run docs:check -- [pages…]`: runs pages (default: all) and reports differences. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { REPOSITORY as repository } from '../shared/workspaces.js';
import { countOf } from './count.js';
import { pagesOf } from './pages.js';
import { Program } from './program.js';
import { runPage } from './run-page.js';
import { compileProblems } from './typescript.js';

const TIME_LIMIT_MS = 30_000;

const asked = process.argv.slice(2);
const pages = pagesOf(repository).filter(
  ({ path }) => asked.length === 0 || asked.some((name) => path === name || path.startsWith(`${name}/`)),
);

const program = new Program(fileURLToPath(new URL('program-host.js', import.meta.url)), TIME_LIMIT_MS);
const problems: string[] = [...countOf(pages).problems];
for (const page of pages) {
  try {
    await runPage(page, { repository, program, timeLimitMs: TIME_LIMIT_MS });
  } catch (error) {
    problems.push((error as Error).message);
  }
}
program.close();

const into = mkdtempSync(join(realpathSync(tmpdir()), 'kineko-docs-types-'));
const types = compileProblems(pages, repository, into);
rmSync(into, { recursive: true, force: true });
if (types !== '') problems.push(types);

const { run, notRun } = countOf(pages);
for (const problem of problems) console.log(`${problem}\n`);
console.log(`${pages.length} pages: ${run} blocks run, ${notRun.length} not run`);
for (const block of notRun) console.log(`  ${block}`);
process.exitCode = problems.length > 0 ? 1 : 0;

/** Counts the blocks of pages that are run, and lists those that are not, with the reason. */
import type { Page } from './pages.js';
import { roleOf } from './roles.js';

export interface Count {
  /** Number of commands, files, fragments and outputs. */
  readonly run: number;
  /** `docs/lab.md:96: a cluster`. */
  readonly notRun: readonly string[];
  /** Blocks with neither a kind nor a reason why they are not run. */
  readonly problems: readonly string[];
}

export function countOf(pages: readonly Page[]): Count {
  let run = 0;
  const notRun: string[] = [];
  const problems: string[] = [];
  for (const { path, blocks } of pages) {
    for (const block of blocks) {
      const role = roleOf(block);
      const place = `${path}:${block.line}`;
      if (role.kind === 'not-run') notRun.push(`${place}: ${role.reason}`);
      else if (role.kind === 'problem') problems.push(`${place}: ${role.why}`);
      else if (role.kind !== 'prose') run++;
    }
  }
  return { run, notRun, problems };
}

/** The guard of authors' code for programs: places are those of files. */
import { relative } from 'node:path';
import { AuthorGuard } from '../author-guard.js';
import { authorFrame } from './author-frame.js';

export interface GuardOptions {
  /** What paths are shown relative to. */
  readonly cwd: string;
  readonly warn: (text: string, kind: number) => void;
  readonly strict?: boolean | undefined;
}

export function authorGuard({ cwd, warn, strict }: GuardOptions): AuthorGuard {
  return new AuthorGuard({
    placeOf: (stack) => {
      const frame = authorFrame({ stack });
      return frame && `${relative(cwd, frame.file)}:${frame.line}:${frame.column}`;
    },
    report: warn,
    strict,
  });
}

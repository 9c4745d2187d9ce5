/** The guard of authors' code with places in files. */
import { relative } from 'node:path';
import { AuthorGuard } from '../author-guard.js';
import { authorFrame } from './author-frame.js';

export interface GuardOptions {
  /** Folder to which shown paths are relative. */
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

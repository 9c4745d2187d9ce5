/** What a page and the worker that reads for it say to each other. A worker reads one log; for another there is another. */
import type { SceneChunk } from '../scene/chunk.js';
import type { SceneOptions } from '../scene/digest.js';
import type { LogReader } from './log-kind.js';
import type { LogLine } from './owned-lines.js';

export type ToReader =
  /** `options`: what the log does not tell of its robots. */
  | { readonly type: 'open'; readonly name: string; readonly from: Origin; readonly options?: SceneOptions }
  /** Of a live run. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** Something that is said of these bytes: it comes back when they have been read. */
  | { readonly type: 'note'; readonly text: string }
  /** A chunk has been taken in: so that few are on their way, however slow the page is. */
  | { readonly type: 'taken' }
  /** For lines around a time; the answer has the same number. */
  | {
      readonly type: 'lines';
      readonly question: number;
      readonly owner: number;
      readonly time: number;
      readonly count: number;
    };

export type Origin =
  | { readonly kind: 'blob'; readonly blob: Blob }
  | { readonly kind: 'url'; readonly url: string; readonly token: string }
  | { readonly kind: 'live' };

export type FromReader =
  /** `progress`: from 0 to 1. */
  | { readonly type: 'chunk'; readonly chunk: SceneChunk; readonly progress: number }
  /** All has been read; with what is wrong with it, for people. */
  | { readonly type: 'done'; readonly findings: string; readonly kind: LogReader['kind'] }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string }
  | ({ readonly type: 'lines'; readonly question: number } & LinesAround);

export interface LinesAround {
  /** In the order of time. */
  readonly lines: readonly LogLine[];
  /** Whether there are none before the first of them, and, as far as has been read, after the last. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Messages between a page and the worker that reads a log for it. A worker reads one log. */
import type { SceneChunk } from '../scene/chunk.js';
import type { SceneOptions } from '../scene/digest.js';
import type { LineFilter } from './line-filter.js';
import type { LogReader } from './log-kind.js';
import type { LogLine } from './owned-lines.js';

export type ToReader =
  /** `options`: facts about robots that the log lacks. */
  | { readonly type: 'open'; readonly name: string; readonly from: Origin; readonly options?: SceneOptions }
  /** Bytes of a live run. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array }
  /** A note on the bytes sent so far; it is sent back when they have been read. */
  | { readonly type: 'note'; readonly text: string }
  /** A chunk has been taken, which limits the chunks in transit to a slow page. */
  | { readonly type: 'taken' }
  /** Requests lines around a time; the answer has the same `question`. */
  | {
      readonly type: 'lines';
      readonly question: number;
      readonly filter: LineFilter;
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
  /** The whole log has been read; `findings` are its problems, human-readable. */
  | { readonly type: 'done'; readonly findings: string; readonly kind: LogReader['kind'] }
  | { readonly type: 'note'; readonly text: string }
  | { readonly type: 'failed'; readonly message: string }
  | ({ readonly type: 'lines'; readonly question: number } & LinesAround);

export interface LinesAround {
  /** In order of time. */
  readonly lines: readonly LogLine[];
  /** Whether there are no lines before the first one, and none after the last one in what has been read. */
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

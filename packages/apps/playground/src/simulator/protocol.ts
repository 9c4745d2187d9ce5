/** What the page and the worker in which a run happens say to each other: plain data. */
import type { Problem } from '@kineko/formats/problem';
import type { LogLevel, RunSummary } from '@kineko/run';
import type { CompiledModule } from '../programs/compile.js';

/** All that a run needs. */
export interface Job {
  readonly config: { readonly name: string; readonly text: string };
  /** The files beside it, as bytes. */
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Those among them that are programs. */
  readonly modules: readonly CompiledModule[];
  /** In place of the configuration's. */
  readonly seed: number | undefined;
  /** If nobody gives one. */
  readonly drawnSeed: number;
}

/** What is kept and shown of a run that has no end of its own, or a very late one. */
export interface RunLimits {
  /** Bytes of records that the viewer gets; all of them are hashed. */
  readonly kept: number;
  readonly events: number;
  /** Lines that programs say. */
  readonly lines: number;
}

export const RUN_LIMITS: RunLimits = { kept: 64 << 20, events: 100_000_000, lines: 2000 };

/** What a program says, or the playground about it. */
export interface Line {
  readonly level: LogLevel;
  readonly text: string;
}

export interface RunResult {
  readonly scenario: string;
  readonly seed: number;
  readonly summary: RunSummary;
  readonly metrics: readonly (readonly [name: string, value: number])[];
  readonly hash: string;
  readonly wallSeconds: number;
  /** How many bytes of records were too many to be kept. */
  readonly bytesLeftOut: number;
  /** Where the playground cut it off, if it did: after so many events. */
  readonly cutOffAfter: number | undefined;
}

export type FromSimulator =
  /** What is wrong; it runs only if there is no error among it. Marks are for the files that problems are about. */
  | { readonly type: 'problems'; readonly problems: readonly Problem[]; readonly marks: readonly Problem[] }
  | { readonly type: 'begun'; readonly scenario: string; readonly seed: number }
  /** The next bytes of the trace, its header first. */
  | { readonly type: 'records'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'progress'; readonly now: number; readonly events: number; readonly timeLimit: number }
  | { readonly type: 'lines'; readonly lines: readonly Line[]; readonly leftOut: number }
  | { readonly type: 'ended'; readonly result: RunResult }
  | { readonly type: 'failed'; readonly problem: Problem }
  /** Of the simulator: it is large, and rarely needed. */
  | { readonly type: 'ask'; readonly part: string };

/** The answer to `ask`. */
export interface ToSimulator {
  readonly part: string;
  /** Of a module. */
  readonly text: string;
}

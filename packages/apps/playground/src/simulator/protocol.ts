/** Messages between the page and the worker that runs the simulation. */
import type { Problem } from '@kineko/formats/problem';
import type { LogLevel, RunSummary } from '@kineko/run';
import type { CompiledModule } from '../programs/compile.js';
import type { ProjectSetting } from '../project/project.js';

export interface Job {
  readonly config: { readonly name: string; readonly text: string };
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** The compiled programs among the files. */
  readonly modules: readonly CompiledModule[];
  readonly settings: readonly ProjectSetting[];
  /** Overrides that of the configuration. */
  readonly seed: number | undefined;
  /** Used if no seed is given. */
  readonly drawnSeed: number;
}

/** Limits of what the page keeps of a long run. */
export interface PageLimits {
  /** Bytes of records that the viewer gets; all of them are hashed. */
  readonly kept: number;
  readonly events: number;
  /** Lines of program output. */
  readonly lines: number;
}

export const PAGE_LIMITS: PageLimits = { kept: 64 << 20, events: 100_000_000, lines: 2000 };

/** A line of program output, or a warning about the program. */
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
  /** Bytes of records beyond the limit. */
  readonly bytesLeftOut: number;
  /** Number of events at which the playground ended the run, if it did. */
  readonly cutOffAfter: number | undefined;
}

export interface AuditReport {
  readonly isClean: boolean;
  readonly lines: readonly string[];
}

export type FromSimulator =
  /** The run starts only without errors. Marks are shown in the files. */
  | { readonly type: 'problems'; readonly problems: readonly Problem[]; readonly marks: readonly Problem[] }
  | { readonly type: 'audit'; readonly report: AuditReport }
  | { readonly type: 'begun'; readonly scenario: string; readonly seed: number }
  /** The next bytes of the trace, starting with its header. */
  | { readonly type: 'records'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'progress'; readonly now: number; readonly events: number; readonly timeLimit: number }
  | { readonly type: 'lines'; readonly lines: readonly Line[]; readonly leftOut: number }
  | { readonly type: 'ended'; readonly result: RunResult }
  | { readonly type: 'failed'; readonly problem: Problem }
  /** Requests a part of the simulator that is large and rarely needed. */
  | { readonly type: 'load'; readonly part: string };

/** The answer to `load`. */
export interface ToSimulator {
  readonly part: string;
  /** Code of a module. */
  readonly text: string;
}

import type { Run } from '@kineko/run';

/** What a command sees of the program it runs in, so that it can be tried without one. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** Watches over authors' code, from another thread. */
export interface CodeWatch {
  /** From now on it is there when authors' code is loaded. */
  arm(): Promise<void>;
  /** The run whose code is watched from now on, and how to write what it has put on record. */
  watch(run: Run, flush?: () => void): void;
}

export interface Surroundings {
  /** Results only: what scripts read. */
  readonly stdout: Output;
  /** Everything else: progress, diagnostics, what went wrong. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What relative paths are relative to. */
  readonly cwd: string;
  /** Aborted when the user wants an end: Ctrl-C, or a polite kill. */
  readonly signal: AbortSignal;
  /** Without it, nobody notices code that does not return. */
  readonly watchdog?: CodeWatch | undefined;
}

/** What the program says to whoever started it; see the design for the meaning of each. */
export const EXIT = { ok: 0, failed: 1, usage: 2, violated: 3, limit: 4, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

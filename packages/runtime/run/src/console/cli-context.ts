/** The program as a command sees it, so that a test can run a command without one. */
import type { Run } from '../scenario.js';

export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface CliContext {
  /** Results only: what scripts read. */
  readonly stdout: Output;
  /** Everything else: progress, diagnostics, errors. */
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder to which relative paths are relative. */
  readonly cwd: string;
  /** Aborted when the user ends the program: Ctrl-C, or SIGTERM. */
  readonly signal: AbortSignal;
  /** Without it, author code that never returns goes unnoticed. */
  readonly watchdog?: CodeWatch | undefined;
}

/** Watches author code from another thread. */
export interface CodeWatch {
  /** Arranges for the watchdog to start when author code is loaded. */
  arm(): Promise<void>;
  /** Sets the run to watch. @param flush Writes the records that the run has buffered. */
  watch(run: Run, flush?: () => void): void;
}

export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  violated: 3,
  limit: 4,
  interrupted: 130,
  /** As shells report a program that SIGPIPE has ended. */
  brokenPipe: 141,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Invalid use of a command: the message names the argument and what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Resolves when the user ends the program. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

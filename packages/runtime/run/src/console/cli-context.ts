/** What a command is given of the program that it runs in. */
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
  /** What relative paths are relative to. */
  readonly cwd: string;
  /** Aborted when the user ends the program: Ctrl-C, or SIGTERM. */
  readonly signal: AbortSignal;
}

/** Exit codes of the program. */
export const EXIT = { ok: 0, failed: 1, usage: 2, violated: 3, limit: 4, interrupted: 130 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

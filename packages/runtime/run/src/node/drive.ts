/** Runs to the end, with progress reports and an abort signal. */
import type { Run, RunSummary, StoppedBy } from '../scenario.js';

export interface RunProgress {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  /** Part of the time limit that has passed, from 0 to 1; undefined without a limit. */
  readonly fraction: number | undefined;
}

export interface DriveOptions {
  /** Called a few times per second, and at the end. */
  readonly onProgress?: ((progress: RunProgress) => void) | undefined;
  /** Ends the run when aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Simulated seconds. Default: the end of the run. */
  readonly until?: number | undefined;
}

/** The summary of a run that has ended, or has been driven to the requested time. */
export type FinalSummary = RunSummary & { readonly stoppedBy: StoppedBy };

const PROGRESS_MS = 250;

export async function driveRun(run: Run, options: DriveOptions = {}): Promise<FinalSummary> {
  const { onProgress, signal, until } = options;
  const end = Math.min(until ?? Infinity, run.timeLimit);
  let failure: { readonly error: unknown } | undefined;
  const report = (): void => {
    try {
      onProgress?.({ now: run.now, events: run.events, fraction: fractionOf(run.now, end) });
    } catch (error) {
      // This runs in a timer, where nothing else would catch the error.
      failure ??= { error };
      run.stop();
    }
  };
  const stop = (): void => run.stop();
  const timer = onProgress && setInterval(report, PROGRESS_MS);
  signal?.addEventListener('abort', stop);
  try {
    // Stopping a run before it starts has no effect.
    if (signal?.aborted !== true) await run.advance(until === undefined ? {} : { until });
    if (failure === undefined) report();
  } finally {
    clearInterval(timer);
    signal?.removeEventListener('abort', stop);
  }
  if (failure !== undefined) throw failure.error;
  const summary = run.summary();
  const isCutOff = signal?.aborted === true || until === undefined;
  return { ...summary, stoppedBy: summary.stoppedBy ?? (isCutOff ? 'interrupted' : 'time') };
}

function fractionOf(now: number, end: number): number | undefined {
  if (end === Infinity) return undefined;
  return end <= 0 ? 1 : Math.min(1, now / end);
}

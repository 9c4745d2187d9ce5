/** Runs something to its end, for those who watch it from outside. */
import type { Run, RunSummary, StoppedBy } from '../scenario.js';

export interface Progress {
  /** Simulated seconds. */
  readonly now: number;
  readonly events: number;
  /** Of the time it may take, from 0 to 1; undefined if nobody knows how long it takes. */
  readonly fraction: number | undefined;
}

export interface DriveOptions {
  /** Called a few times a second, and at the end. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the run when it is aborted. */
  readonly signal?: AbortSignal | undefined;
  /** Simulated seconds; by default it goes on until it is over. */
  readonly until?: number | undefined;
}

/** The summary of a run that is over, or was driven as far as was asked. */
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
      // Nobody else would catch it here.
      failure ??= { error };
      run.stop();
    }
  };
  const stop = (): void => run.stop();
  const timer = onProgress && setInterval(report, PROGRESS_MS);
  signal?.addEventListener('abort', stop);
  try {
    // To stop what has not begun has no effect.
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

/**
 * Reports of progress: each process has a number that only grows, and reports it to the processes that depend on it. A report
 * is a stable fact and includes all earlier ones, so a receiver keeps the largest number of each sender.
 *
 * Guarantee: a receiver never knows more than the sender has reported, whatever the network loses, duplicates, delays or
 * reorders (safety). Between two processes that do not crash permanently, the last report arrives (liveness): it is repeated
 * until it is acknowledged.
 * Assumes: a network that lets through some of infinitely many attempts.
 *
 * Wiring: `wire(new ProgressReports(process, { retry: 1, onProgress }), 'progress', network)`.
 */
import type { NekoProcess } from '../process.js';
import { Protocol } from '../protocol.js';
import { checkOption } from './options.js';

type ProgressReportsContents = { DONE: number; ACK: number };

export interface ProgressReportsOptions {
  /** Seconds between two attempts, above 0. */
  readonly retry: number;
  /** Called when a process is known to have got further. */
  readonly onProgress: (from: number, count: number) => void;
  /** Called before reports are repeated. */
  readonly onRetry?: () => void;
}

export class ProgressReports extends Protocol<ProgressReportsContents> {
  /** Reports that are not acknowledged yet, by receiver. */
  private readonly open = new Map<number, number>();
  private readonly known = new Map<number, number>();
  private readonly timer = this.process.timer(() => this.repeat(), 'repeated reports');

  protected readonly handlers = {
    DONE: (count: number, from: number) => {
      // Earlier reports too: the acknowledgement may have been lost.
      this.sendTo([from], 'ACK', count);
      if (count <= this.knownOf(from)) return;
      this.known.set(from, count);
      this.options.onProgress(from, count);
    },
    ACK: (count: number, from: number) => {
      if (count < (this.open.get(from) ?? Infinity)) return;
      this.open.delete(from);
      if (this.open.size === 0) this.timer.cancel();
    },
  };

  constructor(
    process: NekoProcess,
    private readonly options: ProgressReportsOptions,
  ) {
    super(process);
    const { retry } = options;
    checkOption(this, 'retry', 'a number of seconds above 0', retry, retry > 0 && retry < Infinity);
  }

  /** The largest number that a process has reported to this one; 0 if there was none. */
  knownOf(process: number): number {
    return this.known.get(process) ?? 0;
  }

  /** Reports a number to a process; it must not be less than the last one. */
  report(count: number, to: number): void {
    this.open.set(to, count);
    this.sendTo([to], 'DONE', count);
    if (!this.timer.isScheduled) this.timer.schedule(this.options.retry);
  }

  private repeat(): void {
    this.options.onRetry?.();
    for (const [to, count] of this.open) this.sendTo([to], 'DONE', count);
    this.timer.schedule(this.options.retry);
  }
}

/**
 * Watches author code from another thread. An endless loop keeps the program from handling anything, signals included. The
 * thread detects that, makes this one report its stack, and ends the program on a signal.
 */
import { closeSync, writeSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { Run } from '@kineko/run';
import { authorFrame } from '@kineko/run/node';
import { EXIT } from '@kineko/run/console';
import { BEAT, EVENTS, HOOK, type Hook, SIGNALS, type WatchdogData } from './shared.js';

const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../bundle/watchdog-worker.js' : './watchdog-worker.js',
  import.meta.url,
);

/** Interval at which this thread shows that it is not blocked. */
const BEAT_MS = 250;

export interface WatchdogOptions {
  /** Seconds without an event after which the code is reported. */
  readonly stallSeconds: number;
  /** Base of shown paths. */
  readonly cwd: string;
}

export class Watchdog implements Hook {
  private readonly shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  private run: Run | undefined;
  private flush: () => void = () => {};
  private isStarted = false;

  constructor(private readonly options: WatchdogOptions) {}

  /** Must be called before author code is loaded. */
  start(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    (globalThis as Record<symbol, unknown>)[Symbol.for(HOOK)] = this;
    const workerData: WatchdogData = {
      memory: this.shared.buffer,
      stallMs: this.options.stallSeconds * 1000,
    };
    const worker = new Worker(WORKER, { workerData, execArgv: [] });
    worker.unref();
    // The program also works without a watchdog.
    worker.on('error', () => {});
    const beat = (): void => {
      Atomics.add(this.shared, BEAT, 1);
      Atomics.store(this.shared, EVENTS, this.events);
    };
    setInterval(beat, BEAT_MS).unref();
  }

  watch(run: Run, flush: () => void = () => {}): void {
    this.run = run;
    this.flush = flush;
  }

  /** Records that a signal was handled, so that the thread does not handle it too. */
  signalled(): void {
    Atomics.add(this.shared, SIGNALS, 1);
  }

  // Called by the thread in the middle of any code that is running here.

  get events(): number {
    return (this.run?.events ?? 0) | 0;
  }

  report(): boolean {
    const frame = authorFrame(new Error('where the code is'));
    // Our own code takes long, for example to place a million robots.
    if (frame === undefined) return false;
    const who = this.run?.busyWith ?? 'an author’s file';
    const at = this.run === undefined ? '' : ` at t = ${Number(this.run.now.toFixed(3))} s`;
    const place = `${relative(this.options.cwd, frame.file)}:${frame.line}:${frame.column}`;
    writeSync(
      process.stderr.fd,
      `\nkineko: ${who} has not returned for ${this.options.stallSeconds} s${at}; an endless loop? Ctrl-C ends the program\n  at ${place}\n`,
    );
    return true;
  }

  stop(): void {
    this.run?.stop();
  }

  end(): void {
    try {
      this.flush();
      writeSync(process.stderr.fd, '\nkineko: interrupted; the output so far is kept\n');
      // Node would print a message about the connected debugger.
      closeSync(process.stderr.fd);
    } finally {
      (process as unknown as { reallyExit(code: number): never }).reallyExit(EXIT.interrupted);
    }
  }
}

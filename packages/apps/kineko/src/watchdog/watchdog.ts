/**
 * Watches over authors' code from a thread of its own. Code that loops without end keeps the program from serving anything, signals
 * included; the thread finds that out, has this one look at its own stack, and ends the program when it is told to.
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

/** So often this thread shows that it serves what comes. */
const BEAT_MS = 250;
/** So long what was handed to other threads may take to be written. */
const WRITING_MS = 100;

export interface WatchdogOptions {
  /** After so many seconds without an event it is reported. */
  readonly stallSeconds: number;
  /** What paths are shown relative to. */
  readonly cwd: string;
}

export class Watchdog implements Hook {
  private readonly shared = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  private run: Run | undefined;
  private flush: () => void = () => {};
  private isStarted = false;

  constructor(private readonly options: WatchdogOptions) {}

  /** Before authors' code is loaded: later may be too late. */
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
    // Without it the program does what it did without.
    worker.on('error', () => {});
    const beat = (): void => {
      Atomics.add(this.shared, BEAT, 1);
      Atomics.store(this.shared, EVENTS, this.events);
    };
    setInterval(beat, BEAT_MS).unref();
  }

  /** The run whose code is watched from now on, and how to write what it has put on record. */
  watch(run: Run, flush: () => void = () => {}): void {
    this.run = run;
    this.flush = flush;
  }

  /** A signal has been served: the thread need not do it. */
  signalled(): void {
    Atomics.add(this.shared, SIGNALS, 1);
  }

  // For the thread, which calls these in the middle of whatever is being run here.

  get events(): number {
    return (this.run?.events ?? 0) | 0;
  }

  report(): boolean {
    const frame = authorFrame(new Error('where the code is'));
    // Something of our own takes long: to place a million robots, to draw a picture.
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
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WRITING_MS);
      writeSync(process.stderr.fd, '\nkineko: interrupted; what was written so far is kept\n');
      // The host has something to say of the thread that is connected to it.
      closeSync(process.stderr.fd);
    } finally {
      (process as unknown as { reallyExit(code: number): never }).reallyExit(EXIT.interrupted);
    }
  }
}

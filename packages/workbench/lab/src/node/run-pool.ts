/**
 * Threads that run scenarios, one run at a time each. A run that exceeds its limit of wall time is cut off by ending its
 * thread, even if its code never returns; the pool starts another thread in its place.
 */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { Piscina } from 'piscina';
import { LimitError, type OnProgress, type RunLimits } from '../limits.js';

/** A run that a thread is at work on. */
export interface RunUnderWay<Order> {
  readonly order: Order;
  /** Wall-clock seconds. */
  readonly seconds: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly events: number;
}

/** Numbers that a thread shares with the pool: whether it has begun, the simulated time, the events. */
enum Meter {
  HasBegun,
  Time,
  Events,
  Length,
}

interface Task<Order> {
  readonly order: Order;
  readonly meter: SharedArrayBuffer;
}

interface Active<Order> {
  readonly order: Order;
  readonly meter: Float64Array;
  readonly cutOff: AbortController;
  readonly wallSeconds: number;
  runMs: number;
}

/** Milliseconds between two looks at the runs under way. */
const LOOK_MS = 200;
/** A gap between two looks counts as no more: while the whole program or machine is suspended, its threads do not run. */
const MAX_GAP_MS = 1000;

/** What threads of the lab share. */
export interface LabWorkerData {
  /** One bit for each kind of warning about authors' code that some thread has printed. */
  readonly reported: SharedArrayBuffer;
}

export class RunPool<Order extends { readonly limits?: RunLimits | undefined }, Result> {
  private readonly pool: Piscina<Task<Order>, Result>;
  private readonly active = new Set<Active<Order>>();
  private timer: NodeJS.Timeout | undefined;
  private lookedMs = 0;

  /**
   * @param task Name of the function that the program's file for threads exports.
   * @param megabytes What a thread may keep.
   */
  constructor(
    workerFile: URL,
    private readonly task: string,
    readonly jobs: number = availableParallelism(),
    megabytes?: number,
  ) {
    this.pool = new Piscina({
      filename: workerFile.href,
      minThreads: 1,
      maxThreads: jobs,
      idleTimeout: 10_000,
      execArgv: [],
      ...(megabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
      workerData: { reported: new SharedArrayBuffer(4) } satisfies LabWorkerData,
    });
  }

  /** Rejects with a `LimitError` if the run takes too long. */
  async run(order: Order, signal?: AbortSignal): Promise<Result> {
    const buffer = new SharedArrayBuffer(Meter.Length * Float64Array.BYTES_PER_ELEMENT);
    const wallSeconds = order.limits?.wallSeconds ?? Infinity;
    const cutOff = new AbortController();
    const active = { order, meter: new Float64Array(buffer), cutOff, wallSeconds, runMs: 0 };
    const stop = (): void => cutOff.abort(signal!.reason);
    // Every run that waits listens to it.
    if (signal !== undefined) setMaxListeners(0, signal);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    this.begin(active);
    try {
      return await this.pool.run({ order, meter: buffer }, { name: this.task, signal: cutOff.signal });
    } catch (error) {
      const { reason } = cutOff.signal as { readonly reason: unknown };
      throw reason instanceof LimitError ? reason : error;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.end(active);
    }
  }

  /** The runs that threads are at work on, the longest first. */
  underWay(): RunUnderWay<Order>[] {
    return [...this.active]
      .filter(({ meter }) => meter[Meter.HasBegun] === 1)
      .sort((a, b) => b.runMs - a.runMs)
      .map(({ order, meter, runMs }) => ({
        order,
        seconds: runMs / 1000,
        time: meter[Meter.Time]!,
        events: meter[Meter.Events]!,
      }));
  }

  async close(): Promise<void> {
    await this.pool.destroy();
  }

  private begin(active: Active<Order>): void {
    this.active.add(active);
    if (this.timer !== undefined) return;
    this.lookedMs = performance.now();
    this.timer = setInterval(() => this.look(), LOOK_MS);
  }

  private end(active: Active<Order>): void {
    this.active.delete(active);
    if (this.active.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    const nowMs = performance.now();
    const gapMs = Math.min(nowMs - this.lookedMs, MAX_GAP_MS);
    this.lookedMs = nowMs;
    for (const active of this.active) {
      const { meter, wallSeconds, cutOff } = active;
      if (meter[Meter.HasBegun] !== 1) continue;
      active.runMs += gapMs;
      if (active.runMs <= wallSeconds * 1000) continue;
      const [time, events] = [meter[Meter.Time]!, meter[Meter.Events]!];
      cutOff.abort(new LimitError({ limit: 'wall time', most: wallSeconds, time, events }));
    }
  }
}

/** Wraps a function of a thread so that the pool sees how far its run is. */
export function metered<Order, Result>(
  work: (order: Order, onProgress: OnProgress) => Promise<Result>,
): (task: { readonly order: Order; readonly meter: SharedArrayBuffer }) => Promise<Result> {
  return ({ order, meter: buffer }) => {
    const meter = new Float64Array(buffer);
    meter[Meter.HasBegun] = 1;
    return work(order, (time, events) => {
      meter[Meter.Time] = time;
      meter[Meter.Events] = events;
    });
  };
}

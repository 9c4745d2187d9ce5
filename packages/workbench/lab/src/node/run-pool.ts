/**
 * Threads that run scenarios, one run at a time each. A run that exceeds its wall-time limit is cut off by ending its thread, even
 * if its code never returns; the pool starts another thread.
 */
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import { LimitError, type OnProgress, type RunLimits } from '../limits.js';

export interface RunUnderWay<Request> {
  readonly request: Request;
  /** Wall-clock seconds. */
  readonly seconds: number;
  /** Simulated seconds. */
  readonly time: number;
  readonly events: number;
}

/** Indexes of the numbers that a thread shares with the pool. */
enum Meter {
  HasBegun,
  Time,
  Events,
  Length,
}

interface Task<Request> {
  readonly request: Request;
  readonly meter: SharedArrayBuffer;
}

interface Active<Request> {
  readonly request: Request;
  readonly meter: Float64Array;
  readonly cutOff: AbortController;
  readonly wallSeconds: number;
  runMs: number;
}

/** Interval at which active runs are checked. */
const POLL_MS = 200;
/** Longer gaps between two checks count as this much: threads do not run while the machine is suspended. */
const MAX_GAP_MS = 1000;

export interface LabWorkerData {
  /** One bit per kind of warning about author code that some thread has printed. */
  readonly reported: SharedArrayBuffer;
}

export class RunPool<Request extends { readonly limits?: RunLimits | undefined }, Result> {
  /** Made for the first run, since its first thread takes a third of a second to load. */
  private pool: Piscina<Task<Request>, Result> | undefined;
  private readonly active = new Set<Active<Request>>();
  private timer: NodeJS.Timeout | undefined;
  private polledMs = 0;

  /**
   * @param task Name of the exported function of the worker file.
   * @param megabytes Memory limit of a thread.
   */
  constructor(
    private readonly workerFile: URL,
    private readonly task: string,
    readonly jobs: number = availableParallelism(),
    private readonly megabytes?: number,
  ) {}

  /** Rejects with a `LimitError` if the run exceeds its wall-time limit. */
  async run(request: Request, signal?: AbortSignal): Promise<Result> {
    const buffer = new SharedArrayBuffer(Meter.Length * Float64Array.BYTES_PER_ELEMENT);
    const wallSeconds = request.limits?.wallSeconds ?? Infinity;
    const cutOff = new AbortController();
    const active = { request, meter: new Float64Array(buffer), cutOff, wallSeconds, runMs: 0 };
    const stop = (): void => cutOff.abort(signal!.reason);
    // Every pending run adds a listener.
    if (signal !== undefined) setMaxListeners(0, signal);
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop);
    this.begin(active);
    try {
      this.pool ??= this.start();
      return await this.pool.run({ request, meter: buffer }, { name: this.task, signal: cutOff.signal });
    } catch (error) {
      const { reason } = cutOff.signal as { readonly reason: unknown };
      throw reason instanceof LimitError ? reason : error;
    } finally {
      signal?.removeEventListener('abort', stop);
      this.end(active);
    }
  }

  /** The active runs, the longest first. */
  underWay(): RunUnderWay<Request>[] {
    return [...this.active]
      .filter(({ meter }) => meter[Meter.HasBegun] === 1)
      .sort((a, b) => b.runMs - a.runMs)
      .map(({ request, meter, runMs }) => ({
        request,
        seconds: runMs / 1000,
        time: meter[Meter.Time]!,
        events: meter[Meter.Events]!,
      }));
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
  }

  private start(): Piscina<Task<Request>, Result> {
    const { workerFile, jobs, megabytes } = this;
    // When all cores are busy with runs, V8's helpers would only take turns with them. Applies to the whole process, for good.
    if (jobs >= availableParallelism()) setFlagsFromString('--no-parallel-scavenge');
    return new Piscina({
      filename: workerFile.href,
      minThreads: 1,
      maxThreads: jobs,
      idleTimeout: 10_000,
      execArgv: [],
      ...(megabytes !== undefined && { resourceLimits: { maxOldGenerationSizeMb: megabytes } }),
      workerData: { reported: new SharedArrayBuffer(4) } satisfies LabWorkerData,
    });
  }

  private begin(active: Active<Request>): void {
    this.active.add(active);
    if (this.timer !== undefined) return;
    this.polledMs = performance.now();
    this.timer = setInterval(() => this.poll(), POLL_MS);
  }

  private end(active: Active<Request>): void {
    this.active.delete(active);
    if (this.active.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private poll(): void {
    const nowMs = performance.now();
    const gapMs = Math.min(nowMs - this.polledMs, MAX_GAP_MS);
    this.polledMs = nowMs;
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

/** Wraps a function of a thread so that the pool sees the progress of its run. */
export function metered<Request>(
  work: (request: Request, onProgress: OnProgress) => Promise<unknown>,
): (task: never) => Promise<unknown> {
  return ({ request, meter: buffer }: Task<Request>) => {
    const meter = new Float64Array(buffer);
    meter[Meter.HasBegun] = 1;
    return work(request, (time, events) => {
      meter[Meter.Time] = time;
      meter[Meter.Events] = events;
    });
  };
}

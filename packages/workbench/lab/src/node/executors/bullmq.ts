/**
 * Workers on any number of machines, through Redis (BullMQ). The job of a cell has the cell's id, so that several sweeps queue it
 * only once. Jobs that are missing after Redis lost its data are queued again.
 */
import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CellResult } from '../../cell.js';
import type { CellRequest } from '../../requests.js';
import type { FileSet } from '../scenario-files.js';
import type { Executor, Listener } from './executor.js';
import { filesKey, packed, type Parcel, parcelOf, queueName } from './parcel.js';
import { patientConnection, type QueueLibraries, queueLibraries } from './redis.js';

export interface BullmqOptions {
  readonly url: string;
  readonly version: string;
  readonly files: FileSet;
  /** Reports that Redis is away or back, or that there are no workers. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Milliseconds without events after which the jobs are polled. Default: 2,000. */
  readonly pollMs?: number | undefined;
}

type CellJob = Job<Parcel, CellResult>;

const CHUNK = 200;
/** Maximum time for closing the connections. */
const CLOSING_MS = 2000;
/** How long Redis keeps files and results. */
const WEEK_SECONDS = 7 * 24 * 3600;
/** Error of a worker that did not find the files, which are then sent again. */
export const FILES_ARE_GONE = 'the files of this request are no longer in Redis';

export class BullmqExecutor implements Executor {
  private readonly connection: Redis;
  private readonly eventsConnection: Redis;
  private readonly queue: Queue<Parcel, CellResult>;
  private readonly events: QueueEvents;
  private isAway = false;
  private isClosing = false;

  static async open(options: BullmqOptions): Promise<BullmqExecutor> {
    return new BullmqExecutor(options, await queueLibraries());
  }

  private constructor(
    private readonly options: BullmqOptions,
    libraries: QueueLibraries,
  ) {
    const name = queueName(options.version);
    this.connection = patientConnection(libraries, options.url);
    this.queue = new libraries.Queue(name, {
      connection: this.connection,
      defaultJobOptions: { removeOnComplete: { age: WEEK_SECONDS }, removeOnFail: { age: WEEK_SECONDS } },
    });
    this.eventsConnection = patientConnection(libraries, options.url);
    this.events = new libraries.QueueEvents(name, {
      connection: this.eventsConnection,
      blockingTimeout: CLOSING_MS / 2,
    });
    // Without listeners their errors would end the process; the connection reports the same.
    this.queue.on('error', () => {});
    this.events.on('error', () => {});
    this.connection.on('close', () => this.away());
    this.connection.on('ready', () => this.back());
  }

  async run(requests: readonly CellRequest[], listener: Listener, signal: AbortSignal): Promise<void> {
    const pending = new Map(requests.map((request) => [request.id, request]));
    let failure: { readonly error: unknown } | undefined;
    let hasNews = false;
    const settle = (id: string, notify: () => void): void => {
      if (!pending.delete(id)) return;
      hasNews = true;
      try {
        notify();
      } catch (error) {
        // The listener failed, which ends the sweep.
        failure ??= { error };
      }
    };
    this.events.on('completed', ({ jobId, returnvalue }) => {
      const result = (typeof returnvalue === 'string' ? JSON.parse(returnvalue) : returnvalue) as CellResult;
      settle(jobId, () => listener.result(result));
    });
    this.events.on('failed', ({ jobId, failedReason }) => {
      if (failedReason !== FILES_ARE_GONE) settle(jobId, () => listener.failed(jobId, failedReason));
    });
    const disconnect = (): void => this.disconnect();
    signal.addEventListener('abort', disconnect);
    try {
      await this.poll(pending, listener, settle, true);
      await this.requireWorkers();
      while (pending.size > 0 && !signal.aborted && failure === undefined) {
        hasNews = false;
        await waitFor(this.options.pollMs ?? 2000, signal, () => pending.size === 0 || failure !== undefined);
        if (!hasNews && !signal.aborted) await this.poll(pending, listener, settle, false);
      }
    } catch (error) {
      // Requests that were pending at the abort fail.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', disconnect);
    }
    if (failure !== undefined) throw failure.error;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const closing = Promise.allSettled([this.events.close(), this.queue.close()]);
    // A Redis that is away does not answer.
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())]);
    this.disconnect();
    this.eventsConnection.disconnect();
  }

  private disconnect(): void {
    this.isClosing = true;
    this.connection.disconnect();
  }

  /** Polls all jobs; queues those that are missing or failed in an earlier attempt. */
  private async poll(
    pending: ReadonlyMap<string, CellRequest>,
    listener: Listener,
    settle: (id: string, notify: () => void) => void,
    isFirst: boolean,
  ): Promise<void> {
    await this.sendFiles();
    const all = [...pending];
    for (let at = 0; at < all.length; at += CHUNK) {
      const chunk = all.slice(at, at + CHUNK);
      const jobs = await Promise.all(chunk.map(([id]) => this.queue.getJob(id) as Promise<CellJob | undefined>));
      const missing: CellRequest[] = [];
      for (const [i, [id, request]] of chunk.entries()) {
        const job = jobs[i];
        if (job === undefined) missing.push(request);
        else if (job.finishedOn !== undefined) {
          const { failedReason } = job;
          if (!failedReason) settle(id, () => listener.result(job.returnvalue));
          else if (!isFirst && failedReason !== FILES_ARE_GONE) settle(id, () => listener.failed(id, failedReason));
          else {
            await job.remove();
            missing.push(request);
          }
        }
      }
      if (missing.length === 0) continue;
      await this.queue.addBulk(
        missing.map((request) => ({
          name: 'cell',
          data: parcelOf(request, this.options.files),
          opts: { jobId: request.id },
        })),
      );
    }
  }

  private async sendFiles(): Promise<void> {
    const { files } = this.options;
    await this.connection.set(filesKey(files.hash), packed(files), 'EX', WEEK_SECONDS);
  }

  private async requireWorkers(): Promise<void> {
    if ((await this.queue.getWorkersCount()) > 0) return;
    this.options.onNotice?.('no workers yet: start some with kineko worker --queue …; the cells wait for them');
  }

  private away(): void {
    if (this.isAway || this.isClosing) return;
    this.isAway = true;
    this.options.onNotice?.('Redis does not answer; waiting for it (nothing is lost)');
  }

  private back(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.options.onNotice?.('Redis is back');
  }
}

/** Waits for a time, an abort, or until `isOver`. */
function waitFor(ms: number, signal: AbortSignal, isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(polling);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const polling = setInterval(() => {
      if (isOver()) end();
    }, 20);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

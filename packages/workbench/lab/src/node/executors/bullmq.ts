/**
 * Workers on any number of machines, by way of Redis (BullMQ). A cell's job has the id of the cell, so that it is queued once,
 * whoever asks for it; what is missing after a Redis that lost its memory is queued again.
 */
import type { Job, Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import type { CellResult } from '../../cell.js';
import type { CellOrder } from '../../orders.js';
import type { FileSet } from '../scenario-files.js';
import type { Executor, Listener } from './executor.js';
import { filesKey, packed, type Parcel, parcelOf, queueName } from './parcel.js';
import { patientConnection, type QueueLibraries, queueLibraries } from './queue-libraries.js';

export interface BullmqOptions {
  readonly url: string;
  readonly version: string;
  readonly files: FileSet;
  /** Redis is away, or back; there are no workers. */
  readonly onNotice?: ((text: string) => void) | undefined;
  /** Milliseconds without news after which it is looked what became of the cells. Default: 2,000. */
  readonly lookMs?: number | undefined;
}

type CellJob = Job<Parcel, CellResult>;

const CHUNK = 200;
/** Milliseconds: a goodbye takes at most as long. */
const CLOSING_MS = 2000;
/** Results stay for those who come back for them. */
const WEEK_SECONDS = 7 * 24 * 3600;
/** Failed for want of files, which is nobody's fault: see `worker.ts`. */
export const FILES_ARE_GONE = 'the files of this order are not in Redis any more';

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
    // Without listeners their errors would end the process; that of the connection tells enough.
    this.queue.on('error', () => {});
    this.events.on('error', () => {});
    this.connection.on('close', () => this.away());
    this.connection.on('ready', () => this.back());
  }

  async run(orders: readonly CellOrder[], listener: Listener, signal: AbortSignal): Promise<void> {
    const pending = new Map(orders.map((order) => [order.id, order]));
    let failure: { readonly error: unknown } | undefined;
    let hasNews = false;
    const settle = (id: string, tell: () => void): void => {
      if (!pending.delete(id)) return;
      hasNews = true;
      try {
        tell();
      } catch (error) {
        // Whoever listens cannot go on.
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
    const stopAsking = (): void => this.disconnect();
    signal.addEventListener('abort', stopAsking);
    try {
      await this.look(pending, listener, settle, true);
      await this.requireWorkers();
      while (pending.size > 0 && !signal.aborted && failure === undefined) {
        hasNews = false;
        await waiting(this.options.lookMs ?? 2000, signal, () => pending.size === 0 || failure !== undefined);
        if (!hasNews && !signal.aborted) await this.look(pending, listener, settle, false);
      }
    } catch (error) {
      // Whoever waits for an answer when it is to end gets none.
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', stopAsking);
    }
    if (failure !== undefined) throw failure.error;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const closing = Promise.allSettled([this.events.close(), this.queue.close()]);
    // A Redis that is away does not say goodbye.
    await Promise.race([closing, new Promise((resolve) => setTimeout(resolve, CLOSING_MS).unref())]);
    this.disconnect();
    this.eventsConnection.disconnect();
  }

  private disconnect(): void {
    this.isClosing = true;
    this.connection.disconnect();
  }

  /** What became of each; those that nobody knows, and those that failed in an earlier attempt, are queued. */
  private async look(
    pending: ReadonlyMap<string, CellOrder>,
    listener: Listener,
    settle: (id: string, tell: () => void) => void,
    isFirst: boolean,
  ): Promise<void> {
    await this.sendFiles();
    const all = [...pending];
    for (let at = 0; at < all.length; at += CHUNK) {
      const chunk = all.slice(at, at + CHUNK);
      const jobs = await Promise.all(chunk.map(([id]) => this.queue.getJob(id) as Promise<CellJob | undefined>));
      const missing: CellOrder[] = [];
      for (const [i, [id, order]] of chunk.entries()) {
        const job = jobs[i];
        if (job === undefined) missing.push(order);
        else if (job.finishedOn !== undefined) {
          const { failedReason } = job;
          if (!failedReason) settle(id, () => listener.result(job.returnvalue));
          else if (!isFirst && failedReason !== FILES_ARE_GONE) settle(id, () => listener.failed(id, failedReason));
          else {
            await job.remove();
            missing.push(order);
          }
        }
      }
      if (missing.length === 0) continue;
      await this.queue.addBulk(
        missing.map((order) => ({
          name: 'cell',
          data: parcelOf(order, this.options.files),
          opts: { jobId: order.id },
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
    this.options.onNotice?.('no worker is there yet: start some with kineko worker --queue …; the cells wait for them');
  }

  private away(): void {
    if (this.isAway || this.isClosing) return;
    this.isAway = true;
    this.options.onNotice?.('Redis does not answer: waiting for it to come back; nothing is lost');
  }

  private back(): void {
    if (!this.isAway) return;
    this.isAway = false;
    this.options.onNotice?.('Redis is back');
  }
}

/** So many milliseconds, or until something is the case. */
function waiting(ms: number, signal: AbortSignal, isOver: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      clearInterval(asking);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    const asking = setInterval(() => {
      if (isOver()) end();
    }, 20);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}

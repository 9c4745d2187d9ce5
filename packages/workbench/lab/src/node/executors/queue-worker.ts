/** A worker: takes cells from a queue in Redis and runs them in threads of this machine, until it is told to end. */
import { availableParallelism } from 'node:os';
import type { Job } from 'bullmq';
import { messageOf } from '@kineko/kernel';
import type { CellResult } from '../../cell.js';
import type { CellOrder } from '../../orders.js';
import { FILES_ARE_GONE } from './bullmq.js';
import { RunPool } from '../run-pool.js';
import { filesKey, orderIn, type Parcel, queueName, unpack, unpackedFolder } from './parcel.js';
import { patientConnection, queueLibraries } from './queue-libraries.js';
import { requireRedis } from './redis.js';

export interface QueueWorkerOptions {
  readonly url: string;
  readonly version: string;
  readonly workerFile: URL;
  readonly jobs?: number | undefined;
  /** Seconds after which a cell of a worker that is dead goes to another. Default: 15. */
  readonly leaseSeconds?: number | undefined;
  readonly signal: AbortSignal;
  readonly onStart?: ((jobs: number) => void) | undefined;
  readonly onCell?: ((id: string, failure?: string) => void) | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** Resolves when it was told to end and its cells are done; how many there were. */
export async function serveQueue(options: QueueWorkerOptions): Promise<number> {
  const { url, version, signal, jobs = availableParallelism(), leaseSeconds = 15 } = options;
  await requireRedis(url);
  const libraries = await queueLibraries();
  const pool = new RunPool<CellOrder, CellResult>(options.workerFile, 'measure', jobs);
  const connection = patientConnection(libraries, url);
  const folderOf = async (hash: string): Promise<string> => {
    const folder = unpackedFolder(hash);
    if (folder !== undefined) return folder;
    const text = await connection.get(filesKey(hash));
    if (text === null) throw new Error(FILES_ARE_GONE);
    return unpack(hash, text);
  };
  let done = 0;
  const worker = new libraries.Worker<Parcel, CellResult>(
    queueName(version),
    async ({ data }: Job<Parcel, CellResult>) => {
      try {
        const result = await pool.run(orderIn(await folderOf(data.files), data));
        done++;
        options.onCell?.(data.order.id);
        return result;
      } catch (error) {
        options.onCell?.(data.order.id, messageOf(error));
        throw new Error(messageOf(error), { cause: error });
      }
    },
    {
      connection: patientConnection(libraries, url),
      // One at hand for each that is under way: no thread waits for Redis between two cells.
      concurrency: 2 * jobs,
      lockDuration: leaseSeconds * 1000,
      stalledInterval: (leaseSeconds * 1000) / 2,
      // A cell may have bad luck with many workers: it is never given up for that.
      maxStalledCount: 1_000_000,
    },
  );
  let isAway = false;
  worker.on('error', () => {
    if (!isAway) options.onNotice?.('Redis does not answer: waiting for it to come back');
    isAway = true;
  });
  worker.on('active', () => {
    if (isAway) options.onNotice?.('Redis is back');
    isAway = false;
  });
  options.onStart?.(jobs);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Cells that are under way are finished first.
  await worker.close();
  await pool.close();
  connection.disconnect();
  return done;
}

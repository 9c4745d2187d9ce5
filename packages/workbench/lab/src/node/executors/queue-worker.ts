/** Runs cells of a Redis queue in threads of this machine, until it is aborted. */
import { availableParallelism } from 'node:os';
import type { Job } from 'bullmq';
import { messageOf } from '@kineko/kernel';
import type { CellResult } from '../../cell.js';
import type { CellRequest } from '../../requests.js';
import { FILES_ARE_GONE } from './bullmq.js';
import { RunPool } from '../run-pool.js';
import { filesKey, requestIn, type Parcel, queueName, unpack, unpackedFolder } from './parcel.js';
import { patientConnection, queueLibraries, requireRedis, shownUrl } from './redis.js';

export interface QueueWorkerOptions {
  readonly url: string;
  readonly version: string;
  readonly workerFile: URL;
  readonly jobs?: number | undefined;
  /** Seconds after which the cell of a dead worker is given to another. Default: 15. */
  readonly leaseSeconds?: number | undefined;
  readonly signal: AbortSignal;
  /** @param address Without its password. */
  readonly onStart?: ((jobs: number, address: string) => void) | undefined;
  readonly onCell?: ((id: string, failure?: string) => void) | undefined;
  readonly onNotice?: ((text: string) => void) | undefined;
}

/** Resolves after an abort, when its cells are done, with their number. */
export async function serveQueue(options: QueueWorkerOptions): Promise<number> {
  const { url, version, signal, jobs = availableParallelism(), leaseSeconds = 15 } = options;
  await requireRedis(url);
  const libraries = await queueLibraries();
  const pool = new RunPool<CellRequest, CellResult>(options.workerFile, 'measure', jobs);
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
        const result = await pool.run(requestIn(await folderOf(data.files), data));
        done++;
        options.onCell?.(data.request.id);
        return result;
      } catch (error) {
        options.onCell?.(data.request.id, messageOf(error));
        throw new Error(messageOf(error), { cause: error });
      }
    },
    {
      connection: patientConnection(libraries, url),
      // Twice the number of threads, so that no thread waits for Redis between two cells.
      concurrency: 2 * jobs,
      lockDuration: leaseSeconds * 1000,
      stalledInterval: (leaseSeconds * 1000) / 2,
      // A cell is never given up because its workers died.
      maxStalledCount: 1_000_000,
    },
  );
  let isAway = false;
  worker.on('error', () => {
    if (!isAway) options.onNotice?.('Redis does not answer; waiting for it');
    isAway = true;
  });
  worker.on('active', () => {
    if (isAway) options.onNotice?.('Redis is back');
    isAway = false;
  });
  options.onStart?.(jobs, shownUrl(url));
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  // Finishes active cells first.
  await worker.close();
  await pool.close();
  connection.disconnect();
  return done;
}

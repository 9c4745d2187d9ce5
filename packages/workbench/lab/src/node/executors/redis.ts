/** BullMQ and ioredis, which users of a queue install themselves: their dependencies compile native code. */
import { inputError } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import type * as bullmq from 'bullmq';
import type { Redis } from 'ioredis';

export interface QueueLibraries {
  readonly Queue: typeof bullmq.Queue;
  readonly QueueEvents: typeof bullmq.QueueEvents;
  readonly Worker: typeof bullmq.Worker;
  readonly Redis: typeof Redis;
}

async function importAll(): Promise<QueueLibraries> {
  const [{ Queue, QueueEvents, Worker }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  return { Queue, QueueEvents, Worker, Redis };
}

/** Throws an `InputError` with the install command if they are missing. */
export async function queueLibraries(importing: () => Promise<QueueLibraries> = importAll): Promise<QueueLibraries> {
  try {
    return await importing();
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === undefined) throw error;
    const text = `the queue needs bullmq and ioredis, but ${missing} is not installed: npm install bullmq ioredis`;
    throw inputError(text);
  }
}

/** The package that an import did not find; undefined if one of the two lacks a dependency. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined;
  return /Cannot find package '(bullmq|ioredis)'/.exec(error.message)?.[1];
}

/** Interval of attempts to reach a Redis that is away. */
const RETRY_MS = 500;

/** A connection that waits for a Redis that is away; pending requests are answered when it is back. */
export function patientConnection(libraries: QueueLibraries, url: string): Redis {
  const connection = new libraries.Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS });
  // Callers report errors; without a listener they would end the process.
  connection.on('error', () => {});
  return connection;
}

/** Timeout of the first connection, in milliseconds. */
const FIRST_TRY_MS = 5000;

/** The address without its password. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//…@');
}

/** Throws an `InputError` if there is no Redis at that address, or if the libraries are missing. */
export async function requireRedis(url: string): Promise<void> {
  if (!/^rediss?:\/\//.test(url)) throw inputError('expected an address such as redis://host:6379', shownUrl(url));
  const { Redis } = await queueLibraries();
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: FIRST_TRY_MS });
  let reason = '';
  probe.on('error', (error) => (reason ||= error.message));
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    throw inputError(
      `no Redis: ${reason || messageOf(error)}; start redis-server, or use another address`,
      shownUrl(url),
    );
  } finally {
    probe.disconnect();
  }
}

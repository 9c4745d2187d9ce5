/**
 * BullMQ and ioredis, which those install who have a queue: nothing else of the lab needs them, and what they bring along
 * compiles when it is installed.
 */
import { InputError } from '@kineko/formats/problem';
import type * as bullmq from 'bullmq';
import type { Redis } from 'ioredis';

export interface QueueLibraries {
  readonly Queue: typeof bullmq.Queue;
  readonly QueueEvents: typeof bullmq.QueueEvents;
  readonly Worker: typeof bullmq.Worker;
  readonly Redis: typeof Redis;
}

/** The only place that imports them. */
async function importAll(): Promise<QueueLibraries> {
  const [{ Queue, QueueEvents, Worker }, { Redis }] = await Promise.all([import('bullmq'), import('ioredis')]);
  return { Queue, QueueEvents, Worker, Redis };
}

/** Throws an `InputError` that says how to install them if they are not there. */
export async function queueLibraries(importing: () => Promise<QueueLibraries> = importAll): Promise<QueueLibraries> {
  try {
    return await importing();
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === undefined) throw error;
    const text = `the queue needs bullmq and ioredis, and ${missing} is not installed: npm install bullmq ioredis`;
    throw new InputError([{ severity: 'error', text }]);
  }
}

/** Which of the two an import did not find; what one of them misses itself is another matter. */
function missingPackage(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) return undefined;
  return /Cannot find package '(bullmq|ioredis)'/.exec(error.message)?.[1];
}

/** Milliseconds between two tries to reach a Redis that is away. */
const RETRY_MS = 500;

/** For commands that may wait, however long it is away: what is asked meanwhile is answered when it is back. */
export function patientConnection(libraries: QueueLibraries, url: string): Redis {
  const connection = new libraries.Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS });
  // Told by those who use it; without a listener it would end the process.
  connection.on('error', () => {});
  return connection;
}

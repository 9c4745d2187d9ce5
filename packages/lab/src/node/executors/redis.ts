/** Connections to Redis that outlive it: what is asked while it is away is answered when it is back. */
import { InputError } from '@kineko/formats/problem';
import { Redis } from 'ioredis';

/** Milliseconds between two tries to reach it. */
const RETRY_MS = 500;
/** Milliseconds after which a Redis that was never there is given up. */
const FIRST_TRY_MS = 5000;

/** Without the password that may be in it. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//…@');
}

/** For commands that may wait, however long it is away. */
export function patientConnection(url: string): Redis {
  const connection = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => RETRY_MS });
  // Told by those who use it; without a listener it would end the process.
  connection.on('error', () => {});
  return connection;
}

/** Throws an `InputError` if there is none at that address. */
export async function requireRedis(url: string): Promise<void> {
  const refuse = (why: string): never => {
    const text = `there is no Redis: ${why}; start one (redis-server), or name another`;
    throw new InputError([{ severity: 'error', place: { file: shownUrl(url) }, text }]);
  };
  if (!/^rediss?:\/\//.test(url)) refuse('an address begins with redis:// or rediss://');
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: FIRST_TRY_MS });
  let reason = '';
  probe.on('error', (error) => (reason ||= error.message));
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    refuse(reason || (error instanceof Error ? error.message : String(error)));
  } finally {
    probe.disconnect();
  }
}

/** The Redis of a queue. */
import { inputError } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { queueLibraries } from './queue-libraries.js';

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

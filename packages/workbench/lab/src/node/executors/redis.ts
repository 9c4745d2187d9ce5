/** Whether there is a Redis at an address. */
import { InputError } from '@kineko/formats/problem';
import { messageOf } from '@kineko/kernel';
import { queueLibraries } from './queue-libraries.js';

/** Milliseconds after which a Redis that was never there is given up. */
const FIRST_TRY_MS = 5000;

/** Without the password that may be in it. */
export function shownUrl(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//…@');
}

/** Throws an `InputError` if there is none at that address, or nothing that could ask it. */
export async function requireRedis(url: string): Promise<void> {
  const refuse = (why: string): never => {
    const text = `there is no Redis: ${why}; start one (redis-server), or name another`;
    throw new InputError([{ severity: 'error', place: { file: shownUrl(url) }, text }]);
  };
  if (!/^rediss?:\/\//.test(url)) refuse('an address begins with redis:// or rediss://');
  const { Redis } = await queueLibraries();
  const probe = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: FIRST_TRY_MS });
  let reason = '';
  probe.on('error', (error) => (reason ||= error.message));
  try {
    await probe.connect();
    await probe.ping();
  } catch (error) {
    refuse(reason || messageOf(error));
  } finally {
    probe.disconnect();
  }
}

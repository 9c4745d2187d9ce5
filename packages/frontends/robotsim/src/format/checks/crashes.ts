/** Checks that crashes and recoveries alternate. */
import { perName } from '@kineko/run/settings';
import type { Check, ConfigView } from '../config-view.js';

const START = 'process.crash.start';
const STOP = 'process.crash.stop';

export const checkCrashes: Check = (config, say) => {
  const own = new Set<number>();
  let hasOwnStart = false;
  for (const { general, number = 0 } of config.known()) {
    if (general === START || general === STOP) own.add(number);
    if (general === START) hasOwnStart = true;
  }
  const ofAll = { start: config.get(START), stop: config.get(STOP) };
  // Recoveries for all processes may belong to crashes of single ones.
  if (config.has(START) || !hasOwnStart) checkPair(say, [START, STOP], ofAll.start, ofAll.stop);
  for (const i of [...own].sort((a, b) => a - b)) {
    const keys = [keyOf(config, START, i), keyOf(config, STOP, i)] as const;
    checkPair(say, keys, config.of(i, START), config.of(i, STOP));
  }
};

function keyOf(config: ConfigView, key: string, i: number): string {
  return config.has(perName(key, i)) ? perName(key, i) : key;
}

function checkPair(
  say: Parameters<Check>[1],
  [startKey, stopKey]: readonly [string, string],
  start: readonly number[] = [],
  stop: readonly number[] = [],
): void {
  if (stop.length > start.length) {
    const found = start.length === 0 ? `there is no ${startKey}` : `${startKey} has only ${start.length}`;
    return say('error', stopKey, `${stopKey} has ${stop.length} times, but ${found}: each recovery follows a crash`);
  }
  for (let i = 0; i < start.length; i++) {
    const before = i === 0 ? -1 : (stop[i - 1] ?? Infinity);
    const [crash, recovery] = [start[i]!, stop[i]];
    if (crash <= before) {
      const what = before === Infinity ? 'a recovery before the next crash' : `a time after the recovery at ${before}`;
      return say('error', startKey, `${startKey}: expected ${what}, got a crash at ${crash}`);
    }
    if (recovery !== undefined && recovery <= crash) {
      return say('error', stopKey, `${stopKey}: expected a time after the crash at ${crash}, got ${recovery}`);
    }
  }
}

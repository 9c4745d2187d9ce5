/** Crashes and recoveries take turns. */
import { perName } from '@kineko/run/settings';
import type { Check, ConfigView } from '../view.js';

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
  // Recoveries for all may belong to crashes of some.
  if (config.has(START) || !hasOwnStart) checkPair(config, say, [START, STOP], ofAll.start, ofAll.stop);
  for (const i of [...own].sort((a, b) => a - b)) {
    const keys = [keyOf(config, START, i), keyOf(config, STOP, i)] as const;
    checkPair(config, say, keys, config.of(i, START), config.of(i, STOP));
  }
};

function keyOf(config: ConfigView, key: string, i: number): string {
  return config.has(perName(key, i)) ? perName(key, i) : key;
}

function checkPair(
  config: ConfigView,
  say: Parameters<Check>[1],
  [startKey, stopKey]: readonly [string, string],
  start: readonly number[] = [],
  stop: readonly number[] = [],
): void {
  if (stop.length > start.length) {
    const found = start.length === 0 ? `there is no ${startKey}` : `${startKey} has only ${start.length}`;
    say(
      'error',
      config.placeOf(stopKey),
      `${stopKey} has ${stop.length} times, but ${found}: each recovery follows a crash`,
    );
    return;
  }
  for (let i = 0; i < start.length; i++) {
    const before = i === 0 ? -1 : (stop[i - 1] ?? Infinity);
    if (start[i]! <= before) {
      const why = before === Infinity ? 'it has not recovered before' : `it recovers at ${before} only`;
      say(
        'error',
        config.placeOf(startKey),
        `${startKey} has a crash at ${start[i]}: ${why}; times ascend, and crashes and recoveries take turns`,
      );
      return;
    }
    const end = stop[i];
    if (end !== undefined && end <= start[i]!) {
      say(
        'error',
        config.placeOf(stopKey),
        `${stopKey} has a recovery at ${end}: a time after the crash at ${start[i]} is right`,
      );
      return;
    }
  }
}

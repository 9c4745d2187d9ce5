import { duration } from '@kineko/run/console';
import type { RunUnderWay } from '../node/run-pool.js';

/** The longest active run, if it takes longer than `minSeconds`: `seed 7 at t = 10.2 s after 12 s`. */
export function describeLongest<Request>(
  [longest]: readonly RunUnderWay<Request>[],
  minSeconds: number,
  nameOf: (request: Request) => string,
): string[] {
  if (longest === undefined || longest.seconds < minSeconds) return [];
  const { request, time, seconds } = longest;
  return [`${nameOf(request)} at t = ${Number(time.toPrecision(6))} s after ${duration(seconds)}`];
}

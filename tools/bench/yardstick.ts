import TinyQueue from 'tinyqueue';
import type { Alternative, Work } from './comparison.js';
import { delays } from './delays.js';

/** Events that one call runs. */
const EVENTS = 20_000;

interface Entry {
  readonly time: number;
  readonly run: () => void;
}

/**
 * A plain event queue as the reference for comparisons without a better alternative: n events are pending, each event
 * schedules its successor, and only time decides the order.
 */
export function yardstick(pending = 10_000): Alternative {
  return {
    name: `bare tinyqueue + closures, ${pending.toLocaleString('en')} pending`,
    setUp: () => bareTinyQueue(pending),
  };
}

function bareTinyQueue(pending: number): Work {
  const queue = new TinyQueue<Entry>([], (a, b) => a.time - b.time);
  const delay = delays();
  let now = 0;
  const hold = (id: number): void => {
    queue.push({ time: now + delay(id), run: () => hold(id) });
  };
  for (let id = 0; id < pending; id++) hold(id);
  return () => {
    for (let i = 0; i < EVENTS; i++) {
      const { time, run } = queue.pop()!;
      now = time;
      run();
    }
    return EVENTS;
  };
}

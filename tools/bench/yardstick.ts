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
 * The bare queue that the project's figures are measured by, wherever there is no better alternative: n events are
 * pending, and each one that runs schedules its successor, with nothing but time in the order.
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

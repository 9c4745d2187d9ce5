import TinyQueue from 'tinyqueue';
import { delays } from '../../kernel/bench/delays.js';
import type { Alternative, Work } from '../../../tools/bench/comparison.js';

/** Events that one call runs. */
const EVENTS = 20_000;
/** As the project's figures have it. */
const PENDING = 10_000;

interface Entry {
  readonly time: number;
  readonly run: () => void;
}

/**
 * The bare queue that the project's figures are measured by: each event that runs schedules its successor, with nothing
 * but time in the order. The prototype's 1.7 million deliveries are 1.2 times its rate.
 */
export const yardstick: Alternative = { name: 'bare tinyqueue + closures, 10,000 pending', setUp: holdModel };

function holdModel(): Work {
  const queue = new TinyQueue<Entry>([], (a, b) => a.time - b.time);
  const delay = delays();
  let now = 0;
  const hold = (id: number): void => {
    queue.push({ time: now + delay(id), run: () => hold(id) });
  };
  for (let id = 0; id < PENDING; id++) hold(id);
  return () => {
    for (let i = 0; i < EVENTS; i++) {
      const { time, run } = queue.pop()!;
      now = time;
      run();
    }
    return EVENTS;
  };
}

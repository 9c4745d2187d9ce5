import type { WallClock } from '@kineko/kernel/pacing';

/** The time of servers: the wall clock, and in tests whatever the test sets. */
export interface Clock extends WallClock {
  /** Calls back repeatedly; returns a function that ends that. */
  every(ms: number, action: () => void): () => void;
}

/** Nobody is kept alive by it: whoever is served has a connection that does that. */
export const wallClock: Clock = {
  now: () => performance.now(),
  every: (ms, action) => {
    const timer = setInterval(action, ms).unref();
    return () => clearInterval(timer);
  },
  after: (ms, action) => {
    const timer = setTimeout(action, ms).unref();
    return () => clearTimeout(timer);
  },
};

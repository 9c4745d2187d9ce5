import type { WallClock } from '@kineko/kernel/pacing';

/** The clock of a server; tests use a fake one. */
export interface Clock extends WallClock {
  /** Calls back repeatedly; returns a function that stops it. */
  every(ms: number, action: () => void): () => void;
}

/** Its timers do not keep the process alive; open connections do. */
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

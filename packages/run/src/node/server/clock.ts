/** The time of servers: that of the wall, and in tests whatever the test says. */
export interface Clock {
  /** Milliseconds since some fixed moment. */
  now(): number;
  /** Does something again and again; returns how to end that. */
  every(ms: number, action: () => void): () => void;
  /** Does something once; returns how to take that back. */
  after(ms: number, action: () => void): () => void;
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

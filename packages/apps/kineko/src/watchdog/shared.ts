/** What the watchdog's two threads agree on. */

/** The name of the symbol under which the main thread can be called. */
export const HOOK = 'kineko.watchdog';

/** What the watchdog's thread calls in the main thread. */
export interface Hook {
  /** Number of events so far. */
  readonly events: number;
  /** Says who does not return, and where; false if no code of an author is being run. */
  report(): boolean;
  /** Ends the run after the event that is under way. */
  stop(): void;
  /** Ends the program at once, with what there is. */
  end(): void;
}

export interface WatchdogData {
  readonly memory: SharedArrayBuffer;
  readonly stallMs: number;
}

// Places in the shared memory.
/** Counts up as long as the main thread serves what comes. */
export const BEAT = 0;
/** Number of signals that the main thread has served. */
export const SIGNALS = 1;
/** Number of events at the last beat. */
export const EVENTS = 2;

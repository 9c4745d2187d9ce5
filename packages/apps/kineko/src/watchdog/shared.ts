/** Shared by the two threads of the watchdog. */

/** Name of the global symbol of the main thread's hook. */
export const HOOK = 'kineko.watchdog';

/** Called by the watchdog's thread in the main thread. */
export interface Hook {
  readonly events: number;
  /** Prints which author code does not return, and where; false if no author code is running. */
  report(): boolean;
  /** Ends the run after the current event. */
  stop(): void;
  /** Flushes the results and ends the program at once. */
  end(): void;
}

export interface WatchdogData {
  readonly memory: SharedArrayBuffer;
  readonly stallMs: number;
}

// Indexes of the shared memory.
/** Counts up while the main thread handles its event loop. */
export const BEAT = 0;
/** Number of signals that the main thread has handled. */
export const SIGNALS = 1;
/** Number of events at the last beat. */
export const EVENTS = 2;

import type { Recording } from '../recording.js';

/** Half the maximum age of a record that a kill can lose (ms), as long as the simulator lets timers run. */
const CHECKPOINT_MS = 500;

/**
 * Passes on the records of a recording every half second, for readers of its files and in case the process is killed: what is passed
 * on at one time is stored at the next, so the simulator need not wait for it. Returns a function that ends this.
 */
export function keepFlushing(recording: Recording): () => void {
  const timer = setInterval(() => {
    try {
      recording.checkpoint();
    } catch {
      // The recording throws the error again at the next record, where the run can handle it.
      clearInterval(timer);
    }
  }, CHECKPOINT_MS);
  // The timer must not keep the program alive.
  timer.unref();
  return () => clearInterval(timer);
}

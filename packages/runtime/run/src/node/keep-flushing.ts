import type { Recording } from '../recording.js';

/** Maximum age of a record that a kill can lose (ms), as long as the simulator lets timers run. */
const FLUSH_MS = 1000;

/**
 * Flushes a recording every second, for readers of its files and in case the process is killed; returns a function that ends
 * this.
 */
export function keepFlushing(recording: Recording): () => void {
  const timer = setInterval(() => {
    try {
      recording.flush();
    } catch {
      // The recording throws the error again at the next record, where the run can handle it.
      clearInterval(timer);
    }
  }, FLUSH_MS);
  // The timer must not keep the program alive.
  timer.unref();
  return () => clearInterval(timer);
}

import type { Recording } from '../recording.js';

/** So long do records wait at most for others of their chunk, as long as the simulator leaves time for it (ms). */
const FLUSH_MS = 1000;

/** Hands on what a recording has collected, every second, so that who looks at its files sees it; returns how to end that. */
export function keepFlushing(recording: Recording): () => void {
  const timer = setInterval(() => {
    try {
      recording.flush();
    } catch {
      // It is known to the recording, and thrown where the run can see it: at the next record.
      clearInterval(timer);
    }
  }, FLUSH_MS);
  // Not a reason to stay alive.
  timer.unref();
  return () => clearInterval(timer);
}

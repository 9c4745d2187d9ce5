import type { Handle } from './event-queue.js';
import type { SimEvent } from './order.js';

/** What events, timers and tasks see of the simulator: the time, and a way to be called later. */
export interface Agenda {
  /** Simulated seconds. */
  readonly now: number;
  /** Has an event run at a time that is not past. */
  schedule(at: number, event: SimEvent): Handle;
  /** Takes a pending event back. */
  cancel(handle: Handle): void;
}

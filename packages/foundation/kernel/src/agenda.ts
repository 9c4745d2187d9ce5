import type { Handle } from './event-queue.js';
import type { SimEvent } from './order.js';

/** The part of the simulator that events, timers and tasks use. */
export interface Agenda {
  /** Simulated seconds. */
  readonly now: number;
  /** Schedules an event at a time that is not past. */
  schedule(at: number, event: SimEvent): Handle;
  /** Cancels a pending event. */
  cancel(handle: Handle): void;
}

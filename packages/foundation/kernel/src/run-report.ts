import type { Waiting } from './waiting.js';

export type StoppedBy = 'empty' | 'time' | 'events' | 'stopped';

export interface RunReport {
  readonly stoppedBy: StoppedBy;
  /** Simulated seconds. */
  readonly now: number;
  /** Number of events in this run and earlier ones, without the engine's upkeep. */
  readonly events: number;
  /** The tasks that are blocked forever, and what they wait for; empty unless `stoppedBy` is "empty". */
  readonly waiting: readonly Waiting[];
}

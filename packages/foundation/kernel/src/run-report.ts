import type { Waiting } from './waiting.js';

export type StoppedBy = 'empty' | 'time' | 'events' | 'stopped';

export interface RunReport {
  readonly stoppedBy: StoppedBy;
  /** Simulated seconds. */
  readonly now: number;
  /** Events run so far, in this run and before, without the engine's upkeep. */
  readonly events: number;
  /** Which tasks wait without effect, and for what: empty unless `stoppedBy` is "empty". */
  readonly waiting: readonly Waiting[];
}

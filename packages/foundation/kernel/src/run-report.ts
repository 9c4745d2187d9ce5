import type { Task } from './task.js';

/** A task and what it waits for. */
export interface Waiting {
  readonly task: string;
  readonly for: readonly string[];
  /** Set if the task waits only for a promise: its id, and since when. */
  readonly promise?: { readonly id: number; readonly since: number };
}

export function waitingOf({ id, name, waitsFor, waitsForPromiseSince: since }: Task): Waiting {
  return { task: name, for: waitsFor, ...(since !== undefined && { promise: { id, since } }) };
}

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

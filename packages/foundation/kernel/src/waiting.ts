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

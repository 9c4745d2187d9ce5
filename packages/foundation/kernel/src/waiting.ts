import type { Process } from './process.js';

/** A process, and what it waits for. */
export interface Waiting {
  readonly process: string;
  readonly for: readonly string[];
  /** Of a process that waits for nothing but a promise: who it is, and since when. */
  readonly promise?: { readonly id: number; readonly since: number };
}

export function waitingOf({ id, name, waitsFor, waitsForPromiseSince: since }: Process): Waiting {
  return { process: name, for: waitsFor, ...(since !== undefined && { promise: { id, since } }) };
}

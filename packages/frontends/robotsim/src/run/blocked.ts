/** Messages about algorithms and protocols that are blocked. */
import type { BusyWith, Waiting } from '@kineko/kernel';

/** An algorithm or a protocol awaits a promise, and nothing is left that could settle it. */
export class BlockedError extends Error {
  override readonly name = 'BlockedError';
}

/** Number of blocked processes that are named. */
const MAX_NAMED = 10;

const REMEDY =
  'A promise must be settled by code of the run, such as the handler of a message (a Latch or a Mailbox is simpler); ' +
  'await promises from outside the simulation through this.task.outside(promise).';

/** One line for each task that waits for a promise only. */
export function blockedOnPromise(waiting: readonly Waiting[], hasBodies: boolean): string[] {
  const lines = waiting.flatMap(({ task, promise }) =>
    promise === undefined
      ? []
      : [`${nameOf(task, promise.id, hasBodies)} is blocked on a promise since t = ${shown(promise.since)} s`],
  );
  const more = lines.length - MAX_NAMED;
  return more > 0 ? [...lines.slice(0, MAX_NAMED), `${more} more are blocked on a promise`] : lines;
}

export function blockedError(lines: readonly string[]): BlockedError {
  return new BlockedError(`${lines.join('\n')}\n${REMEDY}`);
}

export function nameOfBusy({ id, what }: BusyWith, hasBodies: boolean): string {
  return nameOf(what, id, hasBodies);
}

/** The kernel knows the algorithm `Never` of robot 0 as `p0 Never`. */
function nameOf(task: string, id: number, hasBodies: boolean): string {
  const prefix = `p${id} `;
  const part = task.startsWith(prefix) ? task.slice(prefix.length) : task;
  return `${hasBodies ? 'robot' : 'process'} ${id} (${part})`;
}

function shown(time: number): number {
  return Number(time.toFixed(3));
}

import { EventError, TaskError } from '@kineko/kernel';

/**
 * A message is frozen when it is sent, because every receiver shares the same object. JavaScript's own words for a change
 * of something frozen tell nothing of messages, so they are explained where they end a run.
 */

/** What V8, SpiderMonkey and JavaScriptCore say when something frozen is to be changed. */
const FROZEN =
  /read[- ]?only|not extensible|cannot (?:delete|define|add|redefine) property|can't (?:delete|define)|unable to delete/i;

const WHY =
  'messages are frozen when they are sent, because every receiver shares the same object; copy the content before you ' +
  'change it, as with structuredClone(content)';

/** The content of a message was to be changed, by its sender or by a receiver. */
export class FrozenMessageError extends TypeError {
  override readonly name = 'FrozenMessageError';

  constructor(cause: TypeError, where: string) {
    super(`${where}${cause.message}: ${WHY}`, { cause });
    // The place that matters is the author's line, not ours.
    const frames = cause.stack?.slice(cause.stack.indexOf('\n    at ')) ?? '';
    this.stack = `${this.name}: ${this.message}${frames}`;
  }
}

/** Whether an error is what a change of something frozen throws, and not explained yet. */
export function isFrozenChange(error: unknown): error is TypeError {
  // An error of author code may come from another realm, such as that of a test.
  const isTypeError = error instanceof Error && error.name === 'TypeError';
  return isTypeError && FROZEN.test(error.message);
}

/** The error itself, or the explanation of a change of a message; `where` names the process and the protocol. */
export function explainFrozen(error: unknown, where = ''): unknown {
  return isFrozenChange(error) ? new FrozenMessageError(error, where) : error;
}

/** The failure of a run as its reader understands it: a change of a frozen message is called by its name. */
export function explainedFailure(failure: unknown): unknown {
  if (failure instanceof TaskError && isFrozenChange(failure.cause)) {
    return new TaskError(failure.task, failure.time, new FrozenMessageError(failure.cause, ''));
  }
  if (failure instanceof EventError && isFrozenChange(failure.cause)) {
    const { event, owner, time, cause } = failure;
    return new EventError(() => event, owner, time, new FrozenMessageError(cause, ''));
  }
  return failure;
}

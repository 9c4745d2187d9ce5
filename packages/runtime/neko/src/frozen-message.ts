/**
 * A message is frozen when it is sent, because all receivers share one object. JavaScript's error for a change of a
 * frozen object does not mention messages, so it is explained where it ends a run. The same goes for other shared data.
 */
import { EventError, TaskError } from '@kineko/kernel';

/** Error messages of V8, SpiderMonkey and JavaScriptCore for a change of a frozen object. */
const FROZEN =
  /read[- ]?only|not extensible|cannot (?:delete|define|add|redefine) property|can't (?:delete|define)|unable to delete/i;

export const FROZEN_MESSAGES =
  'messages are frozen when they are sent, because every receiver shares the same object; copy the content before you ' +
  'change it, as with structuredClone(content)';

/** A task tried to change data that it shares with others. */
class FrozenDataError extends TypeError {
  override readonly name = 'FrozenDataError';

  constructor(cause: TypeError, where: string, why = FROZEN_MESSAGES) {
    super(`${where}${cause.message}: ${why}`, { cause });
    // Show the author's line, not ours.
    const frames = cause.stack?.slice(cause.stack.indexOf('\n    at ')) ?? '';
    this.stack = `${this.name}: ${this.message}${frames}`;
  }
}

/** Whether an error was caused by changing a frozen object, and is not explained yet. */
function isFrozenChange(error: unknown): error is TypeError {
  // Errors of authors' code may come from another realm, such as that of a test.
  const isTypeError = error instanceof Error && error.name === 'TypeError';
  return isTypeError && FROZEN.test(error.message);
}

/** Returns the error, or an explanation if a message was changed; `where` names the process and the protocol. */
export function explainFrozen(error: unknown, where = ''): unknown {
  return isFrozenChange(error) ? new FrozenDataError(error, where) : error;
}

/** Returns the failure of a run, explained if its cause is a change of a message, or of other data that is named. */
export function explainedFailure(failure: unknown, why = FROZEN_MESSAGES): unknown {
  if (failure instanceof TaskError && isFrozenChange(failure.cause)) {
    return new TaskError(failure.task, failure.time, new FrozenDataError(failure.cause, '', why));
  }
  if (failure instanceof EventError && isFrozenChange(failure.cause)) {
    const { event, owner, time, cause } = failure;
    return new EventError(() => event, owner, time, new FrozenDataError(cause, '', why));
  }
  return failure;
}

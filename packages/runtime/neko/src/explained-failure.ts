import { EventError, TaskError } from '@kineko/kernel';
import { FrozenMessageError, isFrozenChange } from './frozen-message.js';

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

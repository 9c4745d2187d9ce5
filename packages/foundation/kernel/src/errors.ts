/** A call that violates the rules of time: an event in the past, a handle used twice, two runs at once. */
export class SchedulingError extends Error {
  override readonly name = 'SchedulingError';
}

/** Too many events at one instant: simulated time does not advance. */
export class LivelockError extends Error {
  override readonly name = 'LivelockError';
}

/** A task threw; `cause` is what was thrown, with its own stack. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    readonly task: string,
    readonly time: number,
    override readonly cause: unknown,
    hint = '',
  ) {
    super(`${task} failed at t = ${time}: ${messageOf(cause)}${hint}`, { cause });
    showPlaceOf(cause, this);
  }
}

/** An event threw; `cause` is what was thrown, with its own stack. */
export class EventError extends Error {
  override readonly name = 'EventError';

  readonly event: string;

  constructor(
    describe: () => string,
    readonly owner: number,
    readonly time: number,
    override readonly cause: unknown,
  ) {
    const event = described(describe);
    super(`"${event}" of owner ${owner} failed at t = ${time}: ${messageOf(cause)}`, { cause });
    this.event = event;
    showPlaceOf(cause, this);
  }
}

/** A task acted out of its turn, so that the run would not repeat. */
export class OutOfTurnError extends Error {
  override readonly name = 'OutOfTurnError';
}

/** The rejection of a wait whose task is interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly reason: unknown) {
    super(`interrupted: ${messageOf(reason)}`);
  }
}

/** An invalid use of a wait: disarmed and awaited again, part of two composites, never awaited. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}

/** The message of a thrown value; errors of other realms are recognized by their message. */
export function messageOf(thrown: unknown): string {
  return described(() => {
    const { message } = (thrown ?? {}) as { readonly message?: unknown };
    return typeof message === 'string' && message !== '' ? message : String(thrown);
  });
}

/** Describing one error must not throw another. */
function described(describe: () => string): string {
  try {
    return describe();
  } catch {
    return '(no description)';
  }
}

/** Show the author's line, not ours. */
function showPlaceOf(cause: unknown, error: Error): void {
  if (cause instanceof Error && cause.stack !== undefined) error.stack = `${error.message}\n${cause.stack}`;
}

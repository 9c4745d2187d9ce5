/** A call that breaks the rules of time: an event in the past, a handle used twice, two runs at once. */
export class SchedulingError extends Error {
  override readonly name = 'SchedulingError';
}

/** Too many events at one instant: simulated time no longer goes on. */
export class LivelockError extends Error {
  override readonly name = 'LivelockError';
}

/** A task threw: says who and when; `cause` is what was thrown, with its own stack. */
export class TaskError extends Error {
  override readonly name = 'TaskError';

  constructor(
    readonly task: string,
    readonly time: number,
    override readonly cause: unknown,
  ) {
    super(`${task} failed at t = ${time}: ${messageOf(cause)}`, { cause });
    showPlaceOf(cause, this);
  }
}

/** An event threw: says which and when; `cause` is what was thrown, with its own stack. */
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

/** A task did something when it was not its turn, so that the run would not repeat. */
export class OutOfTurnError extends Error {
  override readonly name = 'OutOfTurnError';
}

/** What a wait is rejected with when its task is interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly reason: unknown) {
    super(`interrupted: ${messageOf(reason)}`);
  }
}

/** A wait used in a way that cannot work: given up and awaited again, part of two composites, never awaited. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}

/** The message of anything that was thrown; an error of another thread or realm is known by its message. */
export function messageOf(thrown: unknown): string {
  return described(() => {
    const { message } = (thrown ?? {}) as { readonly message?: unknown };
    return typeof message === 'string' && message !== '' ? message : String(thrown);
  });
}

/** What something says of itself; telling of one error must not end in another. */
function described(describe: () => string): string {
  try {
    return describe();
  } catch {
    return 'something that cannot be described';
  }
}

/** The place that matters is the author's line, not ours. */
function showPlaceOf(cause: unknown, error: Error): void {
  if (cause instanceof Error && cause.stack !== undefined) error.stack = `${error.message}\n${cause.stack}`;
}

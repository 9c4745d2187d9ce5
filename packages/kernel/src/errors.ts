/** A call that breaks the rules of time: an event in the past, a handle used twice, two runs at once. */
export class SchedulingError extends Error {
  override readonly name = 'SchedulingError';
}

/** Too many events at one instant: simulated time no longer goes on. */
export class LivelockError extends Error {
  override readonly name = 'LivelockError';
}

/** A process threw: says who and when; `cause` is what was thrown, with its own stack. */
export class ProcessError extends Error {
  override readonly name = 'ProcessError';

  constructor(
    readonly process: string,
    readonly time: number,
    override readonly cause: unknown,
  ) {
    super(`${process} failed at t = ${time}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    // The place that matters is the author's line, not ours.
    if (cause instanceof Error && cause.stack !== undefined) this.stack = `${this.message}\n${cause.stack}`;
  }
}

/** A process did something when it was not its turn, so that the run would not repeat. */
export class OutOfTurnError extends Error {
  override readonly name = 'OutOfTurnError';
}

/** What a wait is rejected with when its process is interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';

  constructor(readonly reason: unknown) {
    super(`interrupted: ${reason instanceof Error ? reason.message : String(reason)}`);
  }
}

/** A wait used in a way that cannot work: given up and awaited again, part of two composites, never awaited. */
export class WaitError extends Error {
  override readonly name = 'WaitError';
}

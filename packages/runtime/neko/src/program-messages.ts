/**
 * Counts the messages that the tasks of a process (algorithms, active protocols) send, from 1. They are the
 * application's input to the protocols below, so a fault schedule can omit some and leave a smaller run of the same
 * protocols.
 */
export class ProgramMessages {
  /** Number of messages so far, omitted ones included. */
  count = 0;
  private omittedFrom = Infinity;
  private exceptions: ReadonlySet<number> = new Set();

  /** Omits all messages from a time on, except those of some numbers. */
  omit(from: number, exceptions: readonly number[]): void {
    this.omittedFrom = from;
    this.exceptions = new Set(exceptions);
  }

  /** Counts a message; returns whether it is sent. */
  next(now: number): boolean {
    const number = ++this.count;
    return now < this.omittedFrom || this.exceptions.has(number);
  }
}

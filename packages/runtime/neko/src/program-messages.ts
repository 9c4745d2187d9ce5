/**
 * Counts the messages that the tasks of a process (algorithms, active protocols) send, from 1. They are the
 * application's input to the protocols below, so a fault schedule can omit some and leave a smaller run of the same
 * protocols.
 */
export class ProgramMessages {
  private readonly senders = new Set<string>();
  private attempted = 0;
  private omittedFrom = Infinity;
  private exceptions: ReadonlySet<number> = new Set();

  /** Number of messages so far, omitted ones included. */
  get count(): number {
    return this.attempted;
  }

  /** Ids of the protocols with a task. */
  get ids(): ReadonlySet<string> {
    return this.senders;
  }

  addProgram(id: string): void {
    this.senders.add(id);
  }

  /** Omits all messages from a time on, except those of some numbers. */
  omit(from: number, exceptions: readonly number[]): void {
    this.omittedFrom = from;
    this.exceptions = new Set(exceptions);
  }

  /** Counts a message; returns whether it is sent. */
  next(now: number): boolean {
    const number = ++this.attempted;
    return now < this.omittedFrom || this.exceptions.has(number);
  }
}

/**
 * The messages that the programs of a process send, counted from 1. They are what an application asks of the protocols
 * below it, so a fault schedule can omit some of them and leave a smaller run of the same protocols.
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

  /** Ids of the protocols that are programs. */
  get ids(): ReadonlySet<string> {
    return this.senders;
  }

  addProgram(id: string): void {
    this.senders.add(id);
  }

  /** From a time on, omits all but the messages of these numbers. */
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

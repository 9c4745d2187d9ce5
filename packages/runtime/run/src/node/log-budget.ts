/** Bytes that the files of a run may have, so that an endless run cannot fill a disk. */
export class LogBudget {
  private hasRunOut = false;
  private readonly listeners: (() => void)[] = [];

  /** @param bytes Of the log and the trace together; a log in a form of its own counts alone. */
  constructor(readonly bytes = Infinity) {}

  /** Whether something was left out because the limit was reached. */
  get isExceeded(): boolean {
    return this.hasRunOut;
  }

  /** Called by a writer that leaves out what would be too much. */
  exceed(): void {
    if (this.hasRunOut) return;
    this.hasRunOut = true;
    for (const listener of this.listeners) listener();
  }

  /** Calls back once, when the limit is reached. */
  onExceeded(listener: () => void): void {
    if (this.hasRunOut) listener();
    else this.listeners.push(listener);
  }
}

/** Limit of the log files of a run, so that an endless run cannot fill a disk. */
export class LogBudget {
  private hasRunOut = false;
  private readonly listeners: (() => void)[] = [];

  /** @param bytes Limit of the log and the trace together; a log in a format of a front end counts alone. */
  constructor(readonly bytes = Infinity) {}

  /** Whether records were omitted because of the limit. */
  get isExceeded(): boolean {
    return this.hasRunOut;
  }

  /** Called by a writer that omits records because of the limit. */
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

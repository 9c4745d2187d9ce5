import { UsageError } from '../console/cli-context.js';

export const NO_LOG_LIMIT = 'none';
export const USUAL_LOG_LIMIT = '10GB';

const UNITS: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['B', 1],
  ['KB', 1e3],
  ['MB', 1e6],
  ['GB', 1e9],
  ['TB', 1e12],
]);

/** Limit of the log files of a run, so that an endless run cannot fill a disk. */
export class LogBudget {
  private hasRunOut = false;
  private readonly listeners: (() => void)[] = [];

  /** @param bytes Limit of the log and the trace together; a log in a format of a front end counts alone. */
  constructor(readonly bytes = Infinity) {}

  /** Reads the value of `--log-limit`: `500MB`, or `none`. */
  static read(text: string = USUAL_LOG_LIMIT): LogBudget {
    if (text === NO_LOG_LIMIT) return new LogBudget();
    const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,15})?) ?([A-Za-z]{0,2})$/.exec(text) ?? [];
    const bytes = Number(digits) * (UNITS.get(unit.toUpperCase()) ?? Number.NaN);
    if (bytes >= 1 && bytes < Infinity) return new LogBudget(bytes);
    throw new UsageError(`--log-limit: expected a size such as 500MB or 2GB, or ${NO_LOG_LIMIT}, got '${text}'`);
  }

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

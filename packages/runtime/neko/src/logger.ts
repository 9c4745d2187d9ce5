import type { RecordOf } from '@kineko/formats/trace';

export type LogLevel = RecordOf<'log'>['level'];

/** Prints authors' log messages during the run; they are recorded as well. */
export type AuthorLog = (
  level: LogLevel,
  text: string,
  who: { readonly process: number; readonly logger: string },
) => void;

export interface LogOwner {
  readonly id: number;
  readonly now: number;
  readonly emit: ((record: RecordOf<'log'>) => void) | undefined;
  readonly authorLog: AuthorLog | undefined;
}

/** For authors: records messages and prints them. */
export class Logger {
  constructor(
    private readonly owner: LogOwner,
    private readonly name: string,
  ) {}

  debug(text: string): void {
    this.say('debug', text);
  }

  info(text: string): void {
    this.say('info', text);
  }

  warn(text: string): void {
    this.say('warn', text);
  }

  error(text: string): void {
    this.say('error', text);
  }

  private say(level: LogLevel, text: string): void {
    const { id: process, now: time, emit, authorLog } = this.owner;
    const { name: logger } = this;
    emit?.({ type: 'log', time, process, logger, level, text: String(text) });
    authorLog?.(level, String(text), { process, logger });
  }
}

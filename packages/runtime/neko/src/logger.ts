import type { RecordOf } from '@kineko/formats/trace';

export type LogLevel = RecordOf<'log'>['level'];

/** Where what authors say goes while it is said; it is put on record besides. */
export type AuthorLog = (
  level: LogLevel,
  text: string,
  who: { readonly process: number; readonly logger: string },
) => void;

/** What a logger needs of the process whose it is. */
export interface LogOwner {
  readonly id: number;
  readonly now: number;
  readonly emit: ((record: RecordOf<'log'>) => void) | undefined;
  readonly authorLog: AuthorLog | undefined;
}

/** For authors: what is said is put on record, and shown to whoever runs the simulation. */
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

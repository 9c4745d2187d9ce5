/** A DEECo log inside of a trace that was made of it, line by line: with it the log comes back to the byte. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { LogFormat, LogKeeper } from '@kineko/run';

const LOGGER = 'deeco-log';

/** Nobody's in particular. */
const NO_PROCESS = -1;

type Emit = Parameters<LogFormat['keeper']>[0];

export class KeptLog implements LogKeeper {
  private readonly emit: Emit;
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private rest = '';

  constructor(emit: Emit) {
    this.emit = emit;
  }

  take(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split(/(?<=\n)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.keep(line);
  }

  /** What comes after the last line end, if anything. */
  end(): void {
    const rest = this.rest + this.decoder.decode();
    if (rest !== '') this.keep(rest);
    this.rest = '';
  }

  private keep(text: string): void {
    this.emit({ type: 'log', process: NO_PROCESS, logger: LOGGER, level: 'debug', text });
  }
}

/** The piece of a log that a record holds; undefined if it holds none. */
export function keptText(record: TraceRecord): string | undefined {
  return record.type === 'log' && record.logger === LOGGER && record.process === NO_PROCESS ? record.text : undefined;
}

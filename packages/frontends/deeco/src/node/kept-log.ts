/** Embeds a DEECo log, line by line, in the trace made from it, so that the log can be restored byte for byte. */
import type { TraceRecord } from '@kineko/formats/trace';
import type { LogFormat } from '@kineko/run';

const LOGGER = 'deeco-log';

/** The lines belong to no process. */
const NO_PROCESS = -1;

type Keeper = LogFormat['keeper'];

export class KeptLog implements ReturnType<Keeper> {
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private rest = '';

  constructor(private readonly emit: Parameters<Keeper>[0]) {}

  take(bytes: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(bytes, { stream: true })).split(/(?<=\n)/);
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.keep(line);
  }

  /** Adds the text after the last line end, if there is any. */
  end(): void {
    const rest = this.rest + this.decoder.decode();
    if (rest !== '') this.keep(rest);
    this.rest = '';
  }

  private keep(text: string): void {
    this.emit({ type: 'log', process: NO_PROCESS, logger: LOGGER, level: 'debug', text });
  }
}

/** The part of a log that a record holds; undefined if it holds none. */
export function keptText(record: TraceRecord): string | undefined {
  return record.type === 'log' && record.logger === LOGGER && record.process === NO_PROCESS ? record.text : undefined;
}

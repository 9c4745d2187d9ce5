/** A DEECo log inside of a trace that was made of it, line by line: with it the log comes back to the byte. */
import type { RecordOf, TraceRecord } from '@kineko/formats/trace';

const LOGGER = 'deeco-log';

/** Nobody's in particular. */
const NO_PROCESS = -1;

export class KeptLog {
  /** Of the record before: lines must not be earlier. */
  time = 0;
  readonly #emit: (record: RecordOf<'log'>) => void;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest = '';

  constructor(emit: (record: RecordOf<'log'>) => void) {
    this.#emit = emit;
  }

  take(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/(?<=\n)/);
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#keep(line);
  }

  /** What comes after the last line end, if anything. */
  end(): void {
    const rest = this.#rest + this.#decoder.decode();
    if (rest !== '') this.#keep(rest);
    this.#rest = '';
  }

  #keep(text: string): void {
    this.#emit({ type: 'log', time: this.time, process: NO_PROCESS, logger: LOGGER, level: 'debug', text });
  }
}

/** The piece of a log that a record holds; undefined if it holds none. */
export function keptText(record: TraceRecord): string | undefined {
  return record.type === 'log' && record.logger === LOGGER && record.process === NO_PROCESS ? record.text : undefined;
}

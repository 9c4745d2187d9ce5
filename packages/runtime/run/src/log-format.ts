/** The log format of a front end, which commands read, analyse and convert as they do Neko logs and traces. */
import type { Problem } from '@kineko/formats/problem';
import type { RecordOf, TraceHeader, TraceRecord } from '@kineko/formats/trace';

export interface LogFormat {
  /** One word, for `kineko convert --to`. */
  readonly name: string;
  /** With its article: `a DEECo log`. */
  readonly title: string;
  /** File name extension without the dot: `txt`. */
  readonly ending: string;
  recognises(head: string): boolean;
  reader(path: string): Promise<LogReader>;
  /** Human-readable list of what the log does not contain. */
  readonly lack: string;
  /** Keeps the text of a log in the records of a trace, so that it can be restored to the byte. */
  keeper(emit: (record: Omit<RecordOf<'log'>, 'time'>) => void): LogKeeper;
  /** Returns the piece of a log that a record keeps; undefined if it keeps none. */
  keptText(record: TraceRecord): string | undefined;
}

/** Reads records from bytes, and skips damaged lines. */
interface LogReader {
  /** Header of a trace, once it has been read. */
  readonly header?: Pick<TraceHeader, 'info'> | undefined;
  feed(bytes: Uint8Array): void;
  close(): void;
  next(): TraceRecord | undefined;
  /** The first damaged lines. */
  readonly problems: readonly Problem[];
  /** The number of damaged lines. */
  readonly damaged: number;
}

interface LogKeeper {
  take(bytes: Uint8Array): void;
  /** Keeps the text after the last line end, if there is any. */
  end(): void;
}

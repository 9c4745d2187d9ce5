/** The records of a run: encoded once, and passed in chunks to the sinks that store, count or show them. */
import { BinaryWriter, type RecordSink, type RecordHandler } from '@kineko/formats/trace';

export type { RecordSink } from '@kineko/formats/trace';

/** Bytes per chunk: large enough that passing it on costs little, small enough to arrive soon. */
const CHUNK = 1 << 16;

/**
 * Takes records one by one and passes them on in chunks. The first failure of a sink ends the recording: the error is
 * thrown at once, at every later record and by `close`, so that it gets through even if an author's code catches it.
 */
export class Recording {
  private readonly writer: BinaryWriter;
  private sinks: readonly RecordSink[] | undefined;
  private bytesHandedOn = 0;
  private firstFailure: Error | undefined;
  private isClosed = false;
  /** Number of records when they ended; the writer counts refused ones, too. */
  private recordsAtEnd: number | undefined;

  /** `name` is for messages. Without sinks, records are kept until `begin`. */
  constructor(sinks: readonly RecordSink[] | undefined, name = 'record') {
    const writer = (this.writer = new BinaryWriter(name, CHUNK, () => this.full()));
    const append: RecordHandler = (record) => {
      this.requireHealth();
      writer.append(record);
    };
    // Frequent records reach the writer directly: calls in between took a few per cent of a run.
    this.emit = Object.assign(append, { frequent: writer });
    if (sinks !== undefined) this.begin(sinks);
  }

  /** Sets the sinks, once. */
  begin(sinks: readonly RecordSink[]): void {
    if (this.sinks !== undefined) throw new Error('this recording already has its sinks');
    this.sinks = [...sinks];
  }

  get records(): number {
    return this.recordsAtEnd ?? this.writer.records;
  }

  get bytes(): number {
    return this.bytesHandedOn + this.writer.length;
  }

  /** The first failure, after which nothing can be recorded. */
  get failure(): Error | undefined {
    return this.firstFailure;
  }

  /** Takes a record, which is encoded before the call returns. */
  readonly emit: RecordHandler;

  /** Passes all records so far to the sinks, which store them when they like. */
  passOn(): void {
    this.requireHealth();
    if (this.sinks !== undefined && this.writer.length > 0) this.handOn();
  }

  /** Passes on all records so far, and blocks until they are stored: a killed process has not lost them. */
  flush(): void {
    this.passOn();
    if (this.sinks !== undefined) this.eachSink((sink) => sink.flush?.());
  }

  /** Passes on all records so far, and makes sure that those of the previous call are stored: no wait if sinks keep up. */
  checkpoint(): void {
    this.passOn();
    if (this.sinks !== undefined) this.eachSink((sink) => sink.checkpoint?.());
  }

  /** Passes on the last records and closes all sinks, also if one of them has failed; then throws the failures. */
  async close(): Promise<void> {
    if (this.isClosed) throw new Error('this recording is already closed');
    if (this.firstFailure === undefined) {
      try {
        if (this.sinks !== undefined && this.writer.length > 0) this.handOn();
      } catch {
        // Stored, and thrown below.
      }
    }
    this.isClosed = true;
    this.endRecords();
    const ends = await Promise.allSettled((this.sinks ?? []).map(async (sink) => sink.close()));
    const failures = new Set(this.firstFailure === undefined ? [] : [this.firstFailure]);
    for (const end of ends) if (end.status === 'rejected') failures.add(asError(end.reason));
    this.firstFailure = combined([...failures]);
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  private requireHealth(): void {
    if (this.firstFailure !== undefined) throw this.firstFailure;
    if (this.isClosed) throw new Error('this recording is closed');
  }

  /** Called by the writer after a record: there are enough of them for a chunk, or no more can be recorded. */
  private full(): void {
    if (this.firstFailure !== undefined || this.isClosed) this.writer.discard();
    this.requireHealth();
    if (this.sinks !== undefined) this.handOn();
  }

  /** From now on, `full` refuses each record. */
  private endRecords(): void {
    this.recordsAtEnd ??= this.writer.records;
    this.writer.fullAt = 0;
  }

  private handOn(): void {
    const chunk = this.writer.lend();
    this.bytesHandedOn += chunk.length;
    this.eachSink((sink) => sink.write(chunk));
  }

  /** Sinks after one that fails are still called, so that their files are complete up to here. */
  private eachSink(action: (sink: RecordSink) => void): void {
    for (const sink of this.sinks!) {
      try {
        action(sink);
      } catch (error) {
        this.firstFailure ??= asError(error);
      }
    }
    if (this.firstFailure === undefined) return;
    this.endRecords();
    throw this.firstFailure;
  }
}

function combined(failures: readonly Error[]): Error | undefined {
  if (failures.length < 2) return failures[0];
  return new AggregateError(failures, [...new Set(failures.map(({ message }) => message))].join('\n'));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

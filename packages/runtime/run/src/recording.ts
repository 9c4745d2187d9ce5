/** The records of a run: made binary once, and handed on in chunks to whoever keeps, counts or shows them. */
import { BinaryWriter, type LentRecords, type RecordSink, type RecordTaker } from '@kineko/formats/trace';

export type { RecordSink } from '@kineko/formats/trace';

/** Large enough that handing it on costs nothing, small enough to be soon there (bytes). */
const CHUNK = 1 << 16;

/**
 * Takes records one by one and hands them on when there are enough of them. The first sink that fails ends it: that
 * error is thrown at once, at every later record, and when it is closed, so that it gets through even where an author's
 * code has caught it.
 */
export class Recording {
  private readonly writer: BinaryWriter;
  /** Undefined until they are known. */
  private sinks: readonly RecordSink[] | undefined;
  /** Those that may fail while they are not asked for anything. */
  private remote: readonly RecordSink[] = [];
  private recordCount = 0;
  private bytesHandedOn = 0;
  private firstFailure: Error | undefined;
  private isClosed = false;

  /** `name` is what messages call it. Without sinks it keeps all that comes until it has some. */
  constructor(sinks: readonly RecordSink[] | undefined, name = 'record') {
    this.writer = new BinaryWriter(name);
    if (sinks !== undefined) this.begin(sinks);
  }

  /** Says where the records go, once. */
  begin(sinks: readonly RecordSink[]): void {
    if (this.sinks !== undefined) throw new Error('this recording has its sinks already');
    this.sinks = [...sinks];
    this.remote = sinks.filter((sink) => sink.failure !== undefined);
  }

  get records(): number {
    return this.recordCount;
  }

  /** Of all records so far. */
  get bytes(): number {
    return this.bytesHandedOn + this.writer.length;
  }

  /** Why nothing more can be recorded. */
  get failure(): Error | undefined {
    return this.firstFailure;
  }

  /** Takes a record, also a lent one: it is bytes before the call is over. */
  readonly emit: RecordTaker = Object.assign(
    (record: Parameters<RecordTaker>[0]): void => {
      this.requireHealth();
      this.writer.append(record);
      this.written();
    },
    { lent: this.lent() },
  );

  /** Hands on whatever there is. */
  flush(): void {
    this.requireHealth();
    if (this.sinks === undefined) return;
    if (this.writer.length > 0) this.handOn();
    this.eachSink((sink) => sink.flush?.());
  }

  /** Hands on the last records and ends all sinks, the healthy ones too if one has failed; then throws what went wrong. */
  async close(): Promise<void> {
    if (this.isClosed) throw new Error('this recording is closed already');
    if (this.firstFailure === undefined) {
      try {
        this.flush();
      } catch {
        // Kept, and thrown below.
      }
    }
    this.isClosed = true;
    const ends = await Promise.allSettled((this.sinks ?? []).map(async (sink) => sink.close()));
    const failures = new Set(this.firstFailure === undefined ? [] : [this.firstFailure]);
    for (const end of ends) if (end.status === 'rejected') failures.add(asError(end.reason));
    this.firstFailure = combined([...failures]);
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  private lent(): LentRecords {
    return {
      leg: (record) => {
        this.requireHealth();
        this.writer.leg(record);
        this.written();
      },
      motionRequest: (record) => {
        this.requireHealth();
        this.writer.motionRequest(record);
        this.written();
      },
      motionEvent: (record) => {
        this.requireHealth();
        this.writer.motionEvent(record);
        this.written();
      },
      motionEnd: (record) => {
        this.requireHealth();
        this.writer.motionEnd(record);
        this.written();
      },
      touch: (record) => {
        this.requireHealth();
        this.writer.touch(record);
        this.written();
      },
      release: (record) => {
        this.requireHealth();
        this.writer.release(record);
        this.written();
      },
    };
  }

  private written(): void {
    this.recordCount++;
    if (this.writer.length >= CHUNK && this.sinks !== undefined) this.handOn();
  }

  private requireHealth(): void {
    if (this.firstFailure !== undefined) throw this.firstFailure;
    if (this.isClosed) throw new Error('this recording is closed: nothing more can be put on record');
    if (this.remote.length > 0) this.requireRemoteHealth();
  }

  private requireRemoteHealth(): void {
    for (const sink of this.remote) {
      const failure = sink.failure!();
      if (failure !== undefined) throw this.fail(failure);
    }
  }

  private handOn(): void {
    const chunk = this.writer.lend();
    this.bytesHandedOn += chunk.length;
    this.eachSink((sink) => sink.write(chunk));
  }

  /** Who comes after one that fails is asked all the same: its file is then whole up to here. */
  private eachSink(action: (sink: RecordSink) => void): void {
    for (const sink of this.sinks!) {
      try {
        action(sink);
      } catch (error) {
        this.fail(asError(error));
      }
    }
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  private fail(error: Error): Error {
    return (this.firstFailure ??= error);
  }
}

function combined(failures: readonly Error[]): Error | undefined {
  if (failures.length < 2) return failures[0];
  return new AggregateError(failures, [...new Set(failures.map(({ message }) => message))].join('\n'));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

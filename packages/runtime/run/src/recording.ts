/** The records of a run: encoded once, and passed in chunks to the sinks that store, count or show them. */
import { BinaryWriter, type FrequentRecords, type RecordSink, type RecordHandler } from '@kineko/formats/trace';

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
  private recordCount = 0;
  private bytesHandedOn = 0;
  private firstFailure: Error | undefined;
  private isClosed = false;

  /** `name` is for messages. Without sinks, records are kept until `begin`. */
  constructor(sinks: readonly RecordSink[] | undefined, name = 'record') {
    this.writer = new BinaryWriter(name);
    if (sinks !== undefined) this.begin(sinks);
  }

  /** Sets the sinks, once. */
  begin(sinks: readonly RecordSink[]): void {
    if (this.sinks !== undefined) throw new Error('this recording already has its sinks');
    this.sinks = [...sinks];
  }

  get records(): number {
    return this.recordCount;
  }

  get bytes(): number {
    return this.bytesHandedOn + this.writer.length;
  }

  /** The first failure, after which nothing can be recorded. */
  get failure(): Error | undefined {
    return this.firstFailure;
  }

  /** Takes a record, which is encoded before the call returns. */
  readonly emit: RecordHandler = Object.assign(
    (record: Parameters<RecordHandler>[0]): void => {
      this.requireHealth();
      this.writer.append(record);
      this.written();
    },
    { frequent: this.frequentRecords() },
  );

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
    const ends = await Promise.allSettled((this.sinks ?? []).map(async (sink) => sink.close()));
    const failures = new Set(this.firstFailure === undefined ? [] : [this.firstFailure]);
    for (const end of ends) if (end.status === 'rejected') failures.add(asError(end.reason));
    this.firstFailure = combined([...failures]);
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }

  private frequentRecords(): FrequentRecords {
    return {
      leg: (time, robot, leg) => {
        this.requireHealth();
        this.writer.leg(time, robot, leg);
        this.written();
      },
      motionRequest: (time, motion, request) => {
        this.requireHealth();
        this.writer.motionRequest(time, motion, request);
        this.written();
      },
      motionEvent: (time, motion, phase, edge, isLast, numbers) => {
        this.requireHealth();
        this.writer.motionEvent(time, motion, phase, edge, isLast, numbers);
        this.written();
      },
      motionEnd: (motion, outcome) => {
        this.requireHealth();
        this.writer.motionEnd(motion, outcome);
        this.written();
      },
      touch: (time, robot, kind, id) => {
        this.requireHealth();
        this.writer.touch(time, robot, kind, id);
        this.written();
      },
      release: (time, robot, kind, id) => {
        this.requireHealth();
        this.writer.release(time, robot, kind, id);
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
    if (this.isClosed) throw new Error('this recording is closed');
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
    if (this.firstFailure !== undefined) throw this.firstFailure;
  }
}

function combined(failures: readonly Error[]): Error | undefined {
  if (failures.length < 2) return failures[0];
  return new AggregateError(failures, [...new Set(failures.map(({ message }) => message))].join('\n'));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown });
}

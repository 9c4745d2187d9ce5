/**
 * A simulation log as the records of a run, so that whatever plays or counts traces does so with it: a cycle is a second, a
 * pixel a metre, y goes up (see `frame.ts`), ids are the places in the lists of the header.
 */
import {
  MAJOR,
  MINOR,
  type RecordReader,
  type TraceEnd,
  type TraceHeader,
  type TraceRecord,
} from '@kineko/formats/trace';
import { bitmapShapes } from './bitmap-shape.js';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type DeecoMove, MoveRecords } from './move-records.js';
import { ObjectTrack } from './object-track.js';
import { DeecoLogReader } from './reader.js';
import type { DeecoLog } from './reading.js';
import { RobotTrack } from './robot-track.js';

/** The status is nobody's in particular. */
const NO_PROCESS = -1;

/** Makes records of cycles, one cycle late: only the next one tells where robots go. */
export class DeecoRecordMaker {
  private readonly header: DeecoLogHeader;
  private readonly robots: readonly RobotTrack[];
  private readonly objects: readonly ObjectTrack[];
  private readonly moves: MoveRecords;
  private status = '';
  /** The number of the last cycle. */
  private last: number | undefined;

  constructor(header: DeecoLogHeader) {
    const { height, robots, objects } = header;
    this.header = header;
    this.robots = robots.map(({ size }, id) => new RobotTrack(id, size, height));
    this.objects = objects.map((_, id) => new ObjectTrack(id, height));
    this.moves = new MoveRecords(height);
  }

  *begin(): Generator<TraceRecord, void> {
    const { width, height, bitmap } = this.header;
    yield { type: 'world', time: 0, area: [0, 0, width, height], walled: true, response: 'stop' };
    if (bitmap === undefined) return;
    for (const shape of bitmapShapes(bitmap)) yield { type: 'obstacle', time: 0, obstacle: 0, name: 'map', shape };
  }

  /** Of the cycle that was taken last, from who knows more of it than a log tells. */
  move(moves: readonly DeecoMove[]): void {
    this.moves.take(moves);
  }

  *take({ cycle, status, robots, objects }: DeecoCycle): Generator<TraceRecord, void> {
    const before = this.last;
    this.last = cycle;
    if (before !== undefined) {
      yield* this.moves.begin(before);
      for (const [id, track] of this.robots.entries()) yield* track.go(robots[id]!, before, cycle);
      yield* this.moves.end(cycle);
    }
    if (status !== this.status) {
      this.status = status;
      yield { type: 'log', time: cycle, process: NO_PROCESS, logger: 'status', level: 'info', text: status };
    }
    for (const [id, track] of this.objects.entries()) yield* track.arrive(objects[id]!, cycle);
    for (const [id, track] of this.robots.entries()) yield* track.arrive(robots[id]!, cycle);
  }

  /** `end` is when the run was over, in the middle of its last cycle: no log tells where that led. */
  *finish(end?: number): Generator<TraceRecord, void> {
    if (this.last === undefined) return;
    yield* this.moves.begin(this.last);
    for (const track of this.robots) yield* track.finish(this.last);
    yield* this.moves.end(Math.max(end ?? this.last, this.last));
  }
}

/** All records of a log: the ground, robots and objects as they come, their ways, tags and the status as they change. */
export function* deecoRecords(log: Pick<DeecoLog, 'header'> & Iterable<DeecoCycle>): Generator<TraceRecord, void> {
  const maker = new DeecoRecordMaker(log.header);
  yield* maker.begin();
  for (const cycle of log) yield* maker.take(cycle);
  yield* maker.finish();
}

/**
 * The same as bytes come. See `RecordReader`; what is thrown is an InputError, if the header does not fit. The information
 * that the header of a trace has is here the size of the field and the classes of robots and objects.
 */
export class DeecoRecordReader implements RecordReader {
  private readonly reader: DeecoLogReader;
  private maker: DeecoRecordMaker | undefined;
  private pending: Iterator<TraceRecord, void> | undefined;
  private isClosed = false;
  private isFinished = false;
  private records = 0;

  /** `file` is what problems call it. */
  constructor(file: string) {
    this.reader = new DeecoLogReader(file);
  }

  get header(): TraceHeader | undefined {
    const { header } = this.reader;
    if (header === undefined) return undefined;
    const { width, height, robots, objects } = header;
    const classes = (components: readonly { readonly className: string }[]): string[] =>
      components.map(({ className }) => className);
    const deeco = { width, height, robots: classes(robots), objects: classes(objects) };
    return { version: { major: MAJOR, minor: MINOR }, info: { deeco } };
  }

  get end(): TraceEnd | undefined {
    const { end } = this.reader;
    if (end === undefined || !this.isFinished) return undefined;
    return { truncated: end.truncated, offset: end.offset, records: this.records, skipped: 0 };
  }

  get problems(): DeecoLogReader['problems'] {
    return this.reader.problems;
  }

  /** How many lines were passed over because they do not fit. */
  get damaged(): number {
    return this.reader.damaged;
  }

  feed(bytes: Uint8Array): void {
    this.reader.feed(bytes);
  }

  close(): void {
    this.isClosed = true;
    this.reader.close();
  }

  next(): TraceRecord | undefined {
    for (;;) {
      const { done, value } = this.pending?.next() ?? { done: true, value: undefined };
      if (done !== true) {
        this.records++;
        return value;
      }
      this.pending = this.more();
      if (this.pending === undefined) return undefined;
    }
  }

  private more(): Iterator<TraceRecord, void> | undefined {
    const { header } = this.reader;
    if (header === undefined || this.isFinished) return undefined;
    if (this.maker === undefined) {
      this.maker = new DeecoRecordMaker(header);
      return this.maker.begin();
    }
    const cycle = this.reader.next();
    if (cycle !== undefined) return this.maker.take(cycle);
    if (!this.isClosed) return undefined;
    this.isFinished = true;
    return this.maker.finish();
  }
}

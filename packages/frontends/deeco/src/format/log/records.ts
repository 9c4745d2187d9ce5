/**
 * A simulation log as the records of a run, so that whatever plays or counts traces does so with it: a cycle is a second, a
 * pixel a metre, y goes up (see `frame.ts`), ids are the places in the lists of the header.
 */
import { MAJOR, MINOR, type RecordReader, type TraceEnd, type TraceHeader, type TraceObject, type TraceRecord } from '@kineko/formats/trace';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type DeecoMove, MoveRecords } from './move-records.js';
import { ObjectTrack, RobotTrack } from './tracks.js';
import { type DeecoLog, DeecoLogReader } from './log-reader.js';
import type { Bitmap } from '@kineko/formats/bitmap';

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

/** A part on record has at most so many runs, unless they are of one row, so that no record becomes too large. */
const MAX_RUNS = 1 << 18;

/**
 * Its lower left corner is the origin, and a pixel is a metre. Rows go from the top; a row is how many pixels are light, how
 * many dark, how many light again. A large bitmap goes in several parts, each with the number of its first row.
 */
export function* bitmapShapes(bitmap: Bitmap): Generator<TraceObject, void> {
  const { width, height } = bitmap;
  let firstRow = 0;
  let rows: number[][] = [];
  let runs = 0;
  for (let row = 0; row < height; row++) {
    const next = runsOf(bitmap.dark.subarray(row * width, (row + 1) * width));
    rows.push(next);
    runs += next.length;
    if (runs < MAX_RUNS && row + 1 < height) continue;
    yield { kind: 'bitmap', x: 0, y: 0, metresPerPixel: 1, width, height, firstRow, rows };
    [firstRow, rows, runs] = [row + 1, [], 0];
  }
}

function runsOf(pixels: Uint8Array): number[] {
  const runs = [0];
  let isDark = 0;
  for (const pixel of pixels) {
    if (pixel !== isDark) {
      isDark = pixel;
      runs.push(0);
    }
    runs[runs.length - 1]!++;
  }
  return runs;
}

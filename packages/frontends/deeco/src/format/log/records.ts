/**
 * A simulation log as the records of a run, so that tools for traces work with it: a cycle is a second, a pixel a metre, y
 * points up (see `tracks.ts`), ids are the indexes in the lists of the header.
 */
import type { TraceHeader, TraceObject, TraceRecord } from '@kineko/formats/trace';
import type { DeecoCycle, DeecoLogHeader } from './log.js';
import { type DeecoMove, MoveRecords } from './move-records.js';
import { ObjectTrack, RobotTrack } from './tracks.js';
import { type DeecoLog, DeecoLogReader } from './log-reader.js';
import type { Bitmap } from '@kineko/formats/bitmap';

/** The status belongs to no process. */
const NO_PROCESS = -1;

/** Makes records of cycles, one cycle late: the legs of a cycle are known when the next one comes. */
export class DeecoRecordMaker {
  private readonly robots: readonly RobotTrack[];
  private readonly objects: readonly ObjectTrack[];
  private readonly moves: MoveRecords;
  private status = '';
  /** Number of the last cycle. */
  private last: number | undefined;

  constructor(private readonly header: DeecoLogHeader) {
    const { height, robots, objects } = header;
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

  /** Adds the moves of the last cycle; a running simulation knows them, a log does not. */
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

  /** `end` is the time at which the run ended, if that was within its last cycle. */
  *finish(end?: number): Generator<TraceRecord, void> {
    if (this.last === undefined) return;
    yield* this.moves.begin(this.last);
    for (const track of this.robots) yield* track.finish(this.last);
    yield* this.moves.end(Math.max(end ?? this.last, this.last));
  }
}

/** All records of a log: the world, robots and objects, their legs, and every change of tags and status. */
export function* deecoRecords(log: Pick<DeecoLog, 'header'> & Iterable<DeecoCycle>): Generator<TraceRecord, void> {
  const maker = new DeecoRecordMaker(log.header);
  yield* maker.begin();
  for (const cycle of log) yield* maker.take(cycle);
  yield* maker.finish();
}

/**
 * The same, chunk by chunk. `feed` and `close` throw an InputError if the header is invalid. The `info` of the trace header
 * holds the size of the field and the classes of robots and objects.
 */
export class DeecoRecordReader {
  private readonly reader: DeecoLogReader;
  private maker: DeecoRecordMaker | undefined;
  private pending: Iterator<TraceRecord, void> | undefined;
  private isClosed = false;
  private isFinished = false;

  /** `file` names the log in problems. */
  constructor(file: string) {
    this.reader = new DeecoLogReader(file);
  }

  get header(): Pick<TraceHeader, 'info'> | undefined {
    const { header } = this.reader;
    if (header === undefined) return undefined;
    const { width, height, robots, objects } = header;
    const classes = (components: readonly { readonly className: string }[]): string[] =>
      components.map(({ className }) => className);
    const deeco = { width, height, robots: classes(robots), objects: classes(objects) };
    return { info: { deeco } };
  }

  get problems(): DeecoLogReader['problems'] {
    return this.reader.problems;
  }

  /** Number of invalid lines that were skipped. */
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
      if (done !== true) return value;
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

/** Limit on the runs per record, so that no record becomes too large; a single row may exceed it. */
const MAX_RUNS = 1 << 18;

/**
 * The bitmap as obstacles: its lower left corner is the origin and a pixel is a metre. Rows start at the top; a row lists the
 * lengths of its runs of light, dark, light, … pixels. A large bitmap is split into parts, each with the number of its first row.
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

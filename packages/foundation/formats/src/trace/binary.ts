/** The canonical form of a trace: a header, then one record after the other, each behind its length. */
import { expected } from '../problem.js';
import { recordCodec, valueCodec } from './binary-fields.js';
import { ByteQueue } from './byte-queue.js';
import { ByteSink, TOO_LONG } from './byte-sink.js';
import { ByteSource } from './byte-source.js';
import {
  writeFrequent,
  writeLeg,
  writeMotionEnd,
  writeMotionEvent,
  writeMotionRequest,
  writeRelease,
  writeTouch,
} from './frequent.js';
import { readFrequent } from './frequent-reading.js';
import { type RecordReader, requireInfo, requireVersion, type TraceEnd, type TraceHeader } from './header.js';
import type { ReusedRecords } from './reused-records.js';
import { MAX_RECORD } from './limits.js';
import { MAJOR, MINOR, type RecordOf, RECORDS, type RecordType, type TraceRecord } from './records.js';
import { RECORD } from './shapes.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject } from './values.js';

/** \x89KINEKO\n: no text starts like this, and a transfer that rewrites line ends breaks it. */
export const MAGIC: readonly number[] = [0x89, 0x4b, 0x49, 0x4e, 0x45, 0x4b, 0x4f, 0x0a];

/** Magic, major and minor version, length of the info. */
/** Whether a file that begins with these bytes is a binary trace. */
export function isTrace(start: Uint8Array): boolean {
  return MAGIC.every((byte, i) => start[i] === byte);
}

const HEADER_START = MAGIC.length + 2 + 2 + 4;

/** A record's length, ahead of it. */
const LENGTH = 4;

/** The bytes before the first record. `name` is what messages call the trace. */
export function binaryHeader(info: TraceObject = {}, name = 'trace'): Uint8Array {
  const sink = new ByteSink();
  MAGIC.forEach((byte) => sink.u8(byte));
  sink.u16(MAJOR);
  sink.u16(MINOR);
  sink.u32(0);
  sink.limit(MAX_RECORD);
  try {
    valueCodec.write(sink, info);
    if (sink.length - HEADER_START > MAX_RECORD) throw new Misfit(TOO_LONG);
  } catch (failure) {
    throw failure instanceof Misfit ? new TraceError(name, ', header', failure.describe()) : failure;
  }
  sink.setU32(HEADER_START - 4, sink.length - HEADER_START);
  return sink.take();
}

/** Turns records into bytes, without the header: a hash over what it hands out is a hash of the run's result. */
export class BinaryWriter implements ReusedRecords {
  private readonly sink = new ByteSink();
  private readonly name: string;
  private records = 0;

  /** `name` is what messages call the trace. */
  constructor(name = 'trace') {
    this.name = name;
  }

  /** How many bytes `take` would give. */
  get length(): number {
    return this.sink.length;
  }

  /** A record that cannot be written is refused with a TraceError, and leaves no byte behind. */
  append(record: TraceRecord): void {
    const start = this.begin();
    let isWritten = false;
    try {
      isWritten = writeFrequent(this.sink, record);
      if (isWritten) this.end(start);
    } catch {
      isWritten = false;
    }
    if (!isWritten) this.appendByTable(record, start);
  }

  // The same for records of the types of which a run has most: to tell them apart takes as long as to write them.

  leg(record: RecordOf<'leg'>): void {
    const start = this.begin();
    try {
      writeLeg(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  motionRequest(record: RecordOf<'motionRequest'>): void {
    const start = this.begin();
    try {
      writeMotionRequest(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  motionEvent(record: RecordOf<'motionEvent'>): void {
    const start = this.begin();
    try {
      writeMotionEvent(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  motionEnd(record: RecordOf<'motionEnd'>): void {
    const start = this.begin();
    try {
      writeMotionEnd(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  touch(record: RecordOf<'touch'>): void {
    const start = this.begin();
    try {
      writeTouch(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  release(record: RecordOf<'release'>): void {
    const start = this.begin();
    try {
      writeRelease(this.sink, record);
      this.end(start);
    } catch {
      this.appendByTable(record, start);
    }
  }

  /** The bytes of all whole records since the last call; they are the caller's. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** The same without a copy: they are there until the next record is written. */
  lend(): Uint8Array {
    return this.sink.lend();
  }

  private begin(): number {
    const sink = this.sink;
    sink.limit(LENGTH + MAX_RECORD);
    return sink.reserve(LENGTH);
  }

  private end(start: number): void {
    const sink = this.sink;
    const length = sink.length - start - LENGTH;
    if (length > MAX_RECORD) throw new Misfit(TOO_LONG);
    sink.setU32(start, length);
    this.records++;
  }

  /** Writes any record by the tables, which report what is wrong with it. */
  private appendByTable(record: TraceRecord, start: number): void {
    const sink = this.sink;
    sink.cut(start + LENGTH);
    try {
      recordCodec.write(sink, record);
      this.end(start);
    } catch (failure) {
      sink.cut(start);
      if (!(failure instanceof Misfit)) throw failure;
      throw new TraceError(this.name, `, record ${this.records + 1} (${record?.type})`, failure.describe());
    }
  }
}

const TYPES = new Map(RECORD.variants.map(({ number, name }) => [number, name]));

/** See `RecordReader`. */
export class BinaryReader implements RecordReader {
  private readonly name: string;
  private readonly queue = new ByteQueue();
  private readonly source = new ByteSource();
  /** By the number of the type. */
  private readonly isPassedOver = new Uint8Array(256);
  private foundHeader: TraceHeader | undefined;
  private foundEnd: TraceEnd | undefined;
  private isClosed = false;
  private records = 0;
  private skipped = 0;

  /** `name` is what messages call the file. Records of the types in `without` are passed over, whatever is in them. */
  constructor(name: string, { without = [] }: { readonly without?: readonly RecordType[] | undefined } = {}) {
    this.name = name;
    for (const type of without) this.isPassedOver[RECORDS[type].number] = 1;
  }

  get header(): TraceHeader | undefined {
    return this.foundHeader;
  }

  get end(): TraceEnd | undefined {
    return this.foundEnd;
  }

  /** Up to this byte of the file all has been given, once `next` has returned undefined. */
  get offset(): number {
    return this.queue.offset;
  }

  feed(bytes: Uint8Array): void {
    this.queue.feed(bytes);
    this.source.aim(this.queue.bytes, this.queue.base);
    if (this.foundHeader === undefined) this.readHeader();
  }

  close(): void {
    this.isClosed = true;
  }

  next(): TraceRecord | undefined {
    const queue = this.queue;
    while (this.foundHeader !== undefined && queue.length >= LENGTH) {
      const source = this.source;
      source.between(queue.from, queue.to);
      const length = source.u32();
      if (length === 0 || length > MAX_RECORD) {
        throw this.error(expected(`a length of 1 to ${MAX_RECORD} bytes`, length), queue.offset);
      }
      const start = queue.from + LENGTH;
      if (length > queue.to - start) break;
      const type = queue.bytes[start]!;
      if (this.isPassedOver[type] === 1) {
        queue.from = start + length;
        this.records++;
        continue;
      }
      source.between(start, start + length);
      const record = this.decode(type);
      queue.from = start + length;
      this.records++;
      if (record !== undefined) return record;
      this.skipped++;
    }
    this.pause();
    return undefined;
  }

  /** Undefined for a record of a type that only a later version knows. */
  private decode(type: number): TraceRecord | undefined {
    const source = this.source;
    if (!TYPES.has(type) && this.foundHeader!.version.minor > MINOR) return undefined;
    try {
      const record = readFrequent(source, type) ?? recordCodec.read(source);
      if (source.left > 0) throw source.misfit(`${source.left} bytes left after its last field`);
      return record as TraceRecord;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      throw this.error(failure.describe(), failure.offset ?? source.offset, TYPES.get(type));
    }
  }

  /** No whole record is there. */
  private pause(): void {
    const queue = this.queue;
    if (this.isClosed) {
      const truncated = queue.length > 0 || this.foundHeader === undefined;
      this.foundEnd = { truncated, offset: queue.offset, records: this.records, skipped: this.skipped };
    } else if (queue.length > 0) {
      queue.release();
      this.source.aim(queue.bytes, queue.base);
    }
  }

  private error(problem: string, offset: number, type?: string): TraceError {
    const record = `record ${this.records + 1}${type === undefined ? '' : ` (${type})`}`;
    return new TraceError(this.name, `, byte ${offset}, in ${record}`, problem, { offset });
  }

  /** Reads the header once it is complete; problems are reported as soon as they are visible. */
  private readHeader(): void {
    const queue = this.queue;
    const magic = queue.bytes.subarray(queue.from, Math.min(queue.to, queue.from + MAGIC.length));
    if (magic.some((byte, i) => byte !== MAGIC[i])) {
      throw this.headerError(`expected a binary trace, which starts with ${hex(MAGIC)}, got ${hex(magic)}`, 0);
    }
    if (queue.length < HEADER_START) return;
    const source = this.source;
    source.between(queue.from + MAGIC.length, queue.to);
    const major = source.u16();
    const minor = source.u16();
    requireVersion(this.name, ', byte 8', major, minor, 8);
    const length = source.u32();
    if (length > MAX_RECORD) {
      throw this.headerError(`information: expected at most ${MAX_RECORD} bytes, got ${length}`, HEADER_START - 4);
    }
    const start = queue.from + HEADER_START;
    if (start + length > queue.to) return;
    source.between(start, start + length);
    this.foundHeader = { version: { major, minor }, info: this.readInfo() };
    queue.from = start + length;
  }

  private readInfo(): TraceObject {
    const source = this.source;
    try {
      const info = valueCodec.read(source);
      if (source.left > 0) throw source.misfit(`${source.left} bytes left after its end`);
      return requireInfo(info);
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      throw this.headerError(`information: ${failure.describe()}`, failure.offset ?? source.offset);
    }
  }

  private headerError(problem: string, offset: number): TraceError {
    return new TraceError(this.name, `, byte ${offset}, in the header`, problem, { offset });
  }
}

function hex(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(' ');
}

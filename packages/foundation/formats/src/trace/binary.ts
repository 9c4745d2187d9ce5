/** The canonical form of records, one after the other, each behind its length; and the reader of binary traces. */
import { expected } from '../problem.js';
import { recordCodec, valueCodec } from './binary-fields.js';
import { HEADER_START, MAGIC } from './file-header.js';
import { ByteQueue } from './byte-queue.js';
import { ByteSink } from './byte-sink.js';
import { ByteSource } from './byte-source.js';
import { type FrequentRecords, type RecordedMotion, type RecordedOutcome, recordObjects } from './frequent-records.js';
import {
  LENGTH,
  writeFrequent,
  writeLeg,
  writeLength,
  writeMotionEnd,
  writeMotionEvent,
  writeMotionRequest,
  writeRelease,
  writeTouch,
} from './frequent.js';
import { readFrequent } from './frequent-reading.js';
import { type RecordReader, requireInfo, requireVersion, type TraceEnd, type TraceHeader } from './header.js';
import { MAX_RECORD } from './limits.js';
import { BlockReader, type RecordBlock } from './packed/block-reader.js';
import { crc32 } from './packed/crc32.js';
import { PACKED_MAJOR, SUM_BYTES } from './packed/layout.js';
import { MAJOR, MINOR, type Party, RECORDS, type RecordType, type TraceLeg, type TraceRecord } from './records.js';
import { RECORD } from './shapes.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject, TraceValue } from './values.js';

/** The largest integer that V8 stores without a box on every platform. */
const MAX_SMALL_INTEGER = 0x3fff_ffff;

/** Turns records into bytes, without the header: a hash over what it hands out is a hash of the run's result. */
export class BinaryWriter implements FrequentRecords {
  private readonly sink = new ByteSink();
  private readonly unusual = recordObjects((record) => this.appendByTable(record));
  private recordCount = 0;

  /**
   * `name` is the name of the trace in messages; `whenFull` is called after each record with which at least `fullAt` bytes wait to
   * be taken.
   */
  constructor(
    private readonly name = 'trace',
    public fullAt = MAX_SMALL_INTEGER,
    private readonly whenFull = ignore,
  ) {}

  /** Number of records so far. */
  get records(): number {
    return this.recordCount;
  }

  /** Number of bytes that `take` would return. */
  get length(): number {
    return this.sink.length;
  }

  /** Throws a TraceError, without writing anything, for a record that cannot be written. */
  append(record: TraceRecord): void {
    const start = this.sink.length;
    let isWritten = false;
    try {
      isWritten = writeFrequent(this.sink, record);
    } catch {
      this.sink.cut(start);
    }
    if (isWritten) this.written();
    else this.appendByTable(record);
  }

  // The most frequent types of records: distinguishing them would take as long as writing them.

  leg(time: number, robot: number, leg: TraceLeg): void {
    const start = this.sink.length;
    try {
      writeLeg(this.sink, time, robot, leg);
    } catch {
      this.sink.cut(start);
      return this.unusual.leg(time, robot, leg);
    }
    this.written();
  }

  motionRequest(time: number, motion: RecordedMotion, request: TraceValue): void {
    const start = this.sink.length;
    try {
      writeMotionRequest(this.sink, time, motion, request);
    } catch {
      this.sink.cut(start);
      return this.unusual.motionRequest(time, motion, request);
    }
    this.written();
  }

  motionEvent(
    time: number,
    motion: RecordedMotion,
    phase: string,
    edge: 'start' | 'finish',
    isLast: boolean,
    numbers: Float64Array,
  ): void {
    const start = this.sink.length;
    try {
      writeMotionEvent(this.sink, time, motion, phase, edge, isLast, numbers);
    } catch {
      this.sink.cut(start);
      return this.unusual.motionEvent(time, motion, phase, edge, isLast, numbers);
    }
    this.written();
  }

  motionEnd(motion: RecordedMotion, outcome: RecordedOutcome): void {
    const start = this.sink.length;
    try {
      writeMotionEnd(this.sink, motion, outcome);
    } catch {
      this.sink.cut(start);
      return this.unusual.motionEnd(motion, outcome);
    }
    this.written();
  }

  touch(time: number, robot: number, kind: Party['kind'], id: number): void {
    const start = this.sink.length;
    try {
      writeTouch(this.sink, time, robot, kind, id);
    } catch {
      this.sink.cut(start);
      return this.unusual.touch(time, robot, kind, id);
    }
    this.written();
  }

  release(time: number, robot: number, kind: Party['kind'], id: number): void {
    const start = this.sink.length;
    try {
      writeRelease(this.sink, time, robot, kind, id);
    } catch {
      this.sink.cut(start);
      return this.unusual.release(time, robot, kind, id);
    }
    this.written();
  }

  /** Returns a copy of the bytes of all complete records since the last call. */
  take(): Uint8Array {
    return this.sink.take();
  }

  /** Returns the same without a copy: valid until the next record is written. */
  lend(): Uint8Array {
    return this.sink.lend();
  }

  /** Drops the records since the last call. */
  discard(): void {
    this.sink.cut(0);
  }

  /** Writes any record by the tables, which report the problem of an invalid one. */
  private appendByTable(record: TraceRecord): void {
    const sink = this.sink;
    const start = sink.length;
    try {
      sink.limit(LENGTH + MAX_RECORD);
      sink.reserve(LENGTH);
      recordCodec.write(sink, record);
      writeLength(sink, start);
    } catch (failure) {
      sink.cut(start);
      if (!(failure instanceof Misfit)) throw failure;
      throw new TraceError(this.name, `, record ${this.recordCount + 1} (${record?.type})`, failure.describe());
    }
    this.written();
  }

  private written(): void {
    this.recordCount++;
    if (this.sink.length >= this.fullAt) this.whenFull();
  }
}

function ignore(): void {}

const TYPES = new Map(RECORD.variants.map(({ number, name }) => [number, name]));

/** See `RecordReader`. Reads records that follow the header directly, and records in blocks. */
export class BinaryReader implements RecordReader {
  private readonly name: string;
  private readonly queue = new ByteQueue();
  /** Canonical records: the queue itself, or the current block. */
  private records = this.queue;
  private readonly source = new ByteSource();
  /** Indexed by the number of the type. */
  private readonly isPassedOver = new Uint8Array(256);
  private blocks: BlockReader | undefined;
  private block: RecordBlock | undefined;
  private foundHeader: TraceHeader | undefined;
  private foundEnd: TraceEnd | undefined;
  private isClosed = false;
  private recordCount = 0;
  private skipped = 0;
  /** End of the header, or of the last block of records. */
  private recordsEnd = 0;

  /** `name` is the name of the file in messages. Records of the types in `without` are skipped unread. */
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

  /** Offset in the file up to which everything has been returned, once `next` has returned undefined. */
  get offset(): number {
    return this.blocks === undefined ? this.queue.offset : this.recordsEnd;
  }

  feed(bytes: Uint8Array): void {
    this.queue.feed(bytes);
    if (this.foundHeader !== undefined && this.blocks !== undefined) return;
    this.source.aim(this.queue.bytes, this.queue.base);
    if (this.foundHeader === undefined) this.readHeader();
  }

  close(): void {
    this.isClosed = true;
  }

  next(): TraceRecord | undefined {
    while (this.foundHeader !== undefined) {
      const record = this.nextInRecords();
      if (record !== undefined) return record;
      if (!this.nextBlock()) break;
    }
    this.pause();
    return undefined;
  }

  private nextInRecords(): TraceRecord | undefined {
    const { records, source } = this;
    while (records.length >= LENGTH) {
      source.between(records.from, records.to);
      const length = source.u32();
      if (length === 0 || length > MAX_RECORD) {
        throw this.error(expected(`a length of 1 to ${MAX_RECORD} bytes`, length), records.offset);
      }
      const start = records.from + LENGTH;
      if (length > records.to - start) break;
      const type = records.bytes[start]!;
      if (this.isPassedOver[type] === 1) {
        records.from = start + length;
        this.recordCount++;
        continue;
      }
      source.between(start, start + length);
      const record = this.decode(type);
      records.from = start + length;
      this.recordCount++;
      if (record !== undefined) return record;
      this.skipped++;
    }
    return undefined;
  }

  /** Continues with the next block; false if there is none yet. */
  private nextBlock(): boolean {
    const { blocks, records } = this;
    if (blocks === undefined) return false;
    if (records.length > 0) throw this.error('expected whole records, got a part of one', records.offset);
    this.block = blocks.next(this.queue);
    if (this.block === undefined) return false;
    this.recordsEnd = this.queue.offset;
    records.feed(this.block.records);
    this.source.aim(records.bytes, records.base);
    return true;
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

  /** Called when no complete record is available. */
  private pause(): void {
    const { queue, blocks, source } = this;
    if (this.isClosed) {
      const truncated = blocks === undefined ? queue.length > 0 || this.foundHeader === undefined : !blocks.isComplete;
      this.foundEnd = { truncated, offset: this.offset, records: this.recordCount, skipped: this.skipped };
    } else if (queue.length > 0) {
      queue.release();
      if (blocks === undefined) source.aim(queue.bytes, queue.base);
    }
  }

  /** @param offset In the file, or in the unpacked records of all blocks. */
  private error(problem: string, offset: number, type?: string): TraceError {
    const record = `record ${this.recordCount + 1}${type === undefined ? '' : ` (${type})`}`;
    const place = this.block === undefined ? `byte ${offset}` : `block at byte ${this.block.offset}`;
    return new TraceError(this.name, `, ${place}, in ${record}`, problem, { offset: this.block?.offset ?? offset });
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
    requireVersion(this.name, ', byte 8', [MAJOR, PACKED_MAJOR], major, minor, 8);
    const length = source.u32();
    if (length > MAX_RECORD) {
      throw this.headerError(`information: expected at most ${MAX_RECORD} bytes, got ${length}`, HEADER_START - 4);
    }
    const end = queue.from + HEADER_START + length;
    const isPacked = major === PACKED_MAJOR;
    if (end + (isPacked ? SUM_BYTES : 0) > queue.to) return;
    if (isPacked) this.requireHeaderSum(end);
    source.between(queue.from + HEADER_START, end);
    this.foundHeader = { version: { major, minor }, info: this.readInfo() };
    queue.from = end + (isPacked ? SUM_BYTES : 0);
    if (!isPacked) return;
    this.blocks = new BlockReader(this.name);
    this.records = new ByteQueue();
    this.recordsEnd = queue.offset;
  }

  private requireHeaderSum(end: number): void {
    const { queue, source } = this;
    source.between(end, end + SUM_BYTES);
    const sum = crc32(queue.bytes.subarray(queue.from, end));
    const expectedSum = source.u32();
    if (sum === expectedSum) return;
    throw this.headerError(`changed bytes: ${expected(`the checksum ${expectedSum}`, sum)}`, 0);
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

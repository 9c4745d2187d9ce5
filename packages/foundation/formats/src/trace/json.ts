/** The readable form of a trace: one JSON object per line, the first one is the header. */
import { ByteQueue } from './byte-queue.js';
import { decodeUtf8 } from './byte-source.js';
import { type RecordReader, requireInfo, requireVersion, type TraceEnd, type TraceHeader } from './header.js';
import { recordCodec, valueCodec } from './json-fields.js';
import { MAX_LINE } from './limits.js';
import { MAJOR, MINOR, type TraceRecord } from './records.js';
import { RECORD } from './shapes.js';
import { expected, shown, unknownName } from '../problem.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject } from './values.js';

const FORMAT = 'kineko-trace';

/** Start of the header line. */
const HEADER_START = `{"format":"${FORMAT}"`;

const LINE_END = 0x0a;

/** The first line. `name` is the name of the trace in messages. */
export function jsonHeader(info: TraceObject = {}, name = 'trace'): string {
  try {
    return `${HEADER_START},"version":"${MAJOR}.${MINOR}","info":${valueCodec.print(info)}}\n`;
  } catch (failure) {
    throw failure instanceof Misfit ? new TraceError(name, ', header', failure.describe()) : failure;
  }
}

/** Converts records to lines, without the header. */
export class JsonWriter {
  private readonly name: string;
  private lines = '';
  private records = 0;

  /** `name` is the name of the trace in messages. */
  constructor(name = 'trace') {
    this.name = name;
  }

  /** Number of characters that `take` would return. */
  get length(): number {
    return this.lines.length;
  }

  /** Throws a TraceError, without writing anything, for a record that cannot be written. */
  append(record: TraceRecord): void {
    try {
      this.lines += `${recordCodec.print(record)}\n`;
      this.records++;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      throw new TraceError(this.name, `, record ${this.records + 1} (${record?.type})`, failure.describe());
    }
  }

  /** The lines of all records since the last call. */
  take(): string {
    const lines = this.lines;
    this.lines = '';
    return lines;
  }
}

const TYPES: ReadonlySet<unknown> = new Set(RECORD.variants.map(({ name }) => name));

/** See `RecordReader`. A last line without a line end is read if it is complete, for editors that omit the line end. */
export class JsonReader implements RecordReader {
  private readonly name: string;
  private readonly queue = new ByteQueue();
  private foundHeader: TraceHeader | undefined;
  private foundEnd: TraceEnd | undefined;
  private isClosed = false;
  /** The bytes of the file up to this offset contain no further line end. */
  private searched = 0;
  private lines = 0;
  private skipped = 0;

  /** `name` is the name of the file in messages. */
  constructor(name: string) {
    this.name = name;
  }

  get header(): TraceHeader | undefined {
    return this.foundHeader;
  }

  get end(): TraceEnd | undefined {
    return this.foundEnd;
  }

  /** Offset in the file up to which everything has been returned, once `next` has returned undefined. */
  get offset(): number {
    return this.queue.offset;
  }

  feed(bytes: Uint8Array): void {
    this.queue.feed(bytes);
    if (this.foundHeader === undefined) this.readHeader();
  }

  close(): void {
    this.isClosed = true;
    if (this.foundHeader === undefined) this.readHeader();
  }

  next(): TraceRecord | undefined {
    while (this.foundHeader !== undefined) {
      const line = this.line();
      if (line === undefined) break;
      const record = this.decode(line.json);
      this.pass(line);
      if (record !== undefined) return record;
      this.skipped++;
    }
    this.pause();
    return undefined;
  }

  /** Undefined for a record of a type that only a later version knows. */
  private decode(json: unknown): TraceRecord | undefined {
    if (this.foundHeader!.version.minor > MINOR && isOfUnknownType(json)) return undefined;
    try {
      return recordCodec.read(json) as TraceRecord;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      throw this.error(failure.describe());
    }
  }

  /** Called when no complete line is available. */
  private pause(): void {
    const queue = this.queue;
    if (!this.isClosed) {
      queue.release();
      return;
    }
    const truncated = queue.length > 0 || this.foundHeader === undefined;
    const records = Math.max(this.lines - 1, 0);
    this.foundEnd = { truncated, offset: queue.offset, records, skipped: this.skipped };
  }

  /** The next line; undefined if it is not complete. */
  private line(): Line | undefined {
    const queue = this.queue;
    const end = queue.bytes.subarray(0, queue.to).indexOf(LINE_END, Math.max(queue.from, this.searched - queue.base));
    const isWhole = end >= 0;
    this.searched = queue.base + queue.to;
    const length = (isWhole ? end : queue.to) - queue.from;
    if (length > MAX_LINE) throw this.error(`expected at most ${MAX_LINE} bytes`);
    if (!isWhole && (length === 0 || !this.isClosed)) return undefined;
    try {
      const json: unknown = JSON.parse(decodeUtf8(queue.bytes.subarray(queue.from, queue.from + length)));
      return { json, length: isWhole ? length + 1 : length };
    } catch (cause) {
      // The line is truncated, like the last one of a killed run.
      if (!isWhole) return undefined;
      throw this.error(`expected JSON in UTF-8: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
  }

  private pass(line: Line): void {
    this.queue.from += line.length;
    this.searched = this.queue.offset;
    this.lines++;
  }

  private error(problem: string, cause?: unknown): TraceError {
    const { offset } = this.queue;
    return new TraceError(this.name, `:${this.lines + 1}`, problem, { offset, cause });
  }

  private readHeader(): void {
    const { bytes, from, length } = this.queue;
    if (length > 0 && bytes[from] !== HEADER_START.charCodeAt(0)) throw this.startError();
    const line = this.line();
    if (line !== undefined) {
      this.foundHeader = this.headerOf(line.json);
      this.pass(line);
    } else if (this.isClosed && !HEADER_START.startsWith(this.start())) {
      // A truncated file is a trace only if it starts like one.
      throw this.startError();
    }
  }

  private headerOf(json: unknown): TraceHeader {
    const { format, version, info = {}, ...others } = json as Readonly<Record<string, unknown>>;
    if (format !== FORMAT) throw this.startError();
    const [, major, minor] = (typeof version === 'string' && /^(\d{1,5})\.(\d{1,5})$/.exec(version)) || [];
    if (major === undefined) {
      throw this.error(`version: ${expected(`a text like "${MAJOR}.${MINOR}"`, version)}`);
    }
    requireVersion(this.name, ':1', [MAJOR], Number(major), Number(minor), 0);
    const [stray] = Object.keys(others);
    if (stray !== undefined) throw this.error(unknownName('field', stray, ['format', 'version', 'info']));
    try {
      return { version: { major: Number(major), minor: Number(minor) }, info: requireInfo(valueCodec.read(info)) };
    } catch (failure) {
      throw failure instanceof Misfit ? this.error(`info: ${failure.describe()}`) : failure;
    }
  }

  private startError(): TraceError {
    return this.error(
      `expected a trace, which starts with ${HEADER_START}, or with the byte 89 if it is binary, got ${shown(this.start())}`,
    );
  }

  /** The first characters, by which the header is recognised. */
  private start(): string {
    const { bytes, from, to } = this.queue;
    return String.fromCharCode(...bytes.subarray(from, Math.min(to, from + HEADER_START.length)));
  }
}

interface Line {
  readonly json: unknown;
  /** Number of bytes, with the line end. */
  readonly length: number;
}

function isOfUnknownType(json: unknown): boolean {
  if (typeof json !== 'object' || json === null || !('type' in json)) return false;
  return typeof json.type === 'string' && !TYPES.has(json.type);
}

/** Writes a packed trace: takes canonical records, and returns what to write where. */
import { packedHeader } from '../file-header.js';
import type { TraceObject } from '../values.js';
import { crc32 } from './crc32.js';
import {
  BLOCK_BYTES,
  type BlockHead,
  BlockKind,
  END_MARK,
  ENTRY_BYTES,
  HEAD_BYTES,
  HEAD_FIELDS,
  INDEX_FIELDS,
  type IndexEntry,
  SUM_BYTES,
  TRAILER_BYTES,
  writeFields,
} from './layout.js';
import { Packer } from './packer.js';

/** Bytes and their place in the file. Only `flush` leads to places before the end of the file. */
export interface FilePiece {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/**
 * The bytes of the file depend on the records alone: what is flushed is written over once its block is complete. Pieces are in the
 * order in which they must be written, so that a killed process leaves a readable file.
 */
export class TraceWriter {
  private readonly packer = new Packer();
  private pieces: FilePiece[] = [];
  private readonly entries: IndexEntry[] = [];
  /** Start of the block under construction; the next fields describe this block, too. */
  private offset: number;
  private records = 0;
  private unpacked = 0;
  private earliest = Infinity;
  private latest = -Infinity;
  /** Bytes of its content that were flushed, and their checksum. */
  private flushed = 0;
  private flushedSum = 0;

  /** @param info Information for the header. @param name The trace in messages. */
  constructor(info: TraceObject = {}, name = 'trace') {
    const header = packedHeader(info, name);
    this.pieces.push({ offset: 0, bytes: header });
    this.offset = header.length;
    this.packer.reset();
  }

  /** The header of a file, which `take` returns first. */
  static header(info: TraceObject, name: string): Uint8Array {
    return packedHeader(info, name);
  }

  /** Length of the file with everything so far. */
  get length(): number {
    return this.offset + (this.records === 0 ? 0 : HEAD_BYTES + this.packer.length);
  }

  /** Adds canonical records, as a BinaryWriter returns them. */
  add(chunk: Uint8Array): void {
    const { packer } = this;
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.length);
    packer.aim(chunk);
    for (let from = 0; from < chunk.length;) {
      const to = from + 4 + view.getUint32(from, true);
      packer.add(from, to);
      const time = view.getFloat64(from + TIME, true);
      if (time < this.earliest) this.earliest = time;
      if (time > this.latest) this.latest = time;
      this.records++;
      this.unpacked += to - from;
      from = to;
      if (this.unpacked >= BLOCK_BYTES) this.endBlock();
    }
  }

  /** The complete blocks since the last call. */
  take(): FilePiece[] {
    const { pieces } = this;
    this.pieces = [];
    return pieces;
  }

  /** The same, and the records so far of the block under construction. */
  flush(): FilePiece[] {
    if (this.packer.length > this.flushed) this.write(BlockKind.Open);
    return this.take();
  }

  /** The rest of the file with its index. Nothing can be added afterwards. */
  end(): FilePiece[] {
    if (this.records > 0) this.endBlock();
    this.pieces.push({ offset: this.offset, bytes: indexOf(this.entries) });
    return this.take();
  }

  private endBlock(): void {
    const { records, unpacked, earliest, latest } = this;
    const bytes = HEAD_BYTES + this.packer.length;
    this.write(BlockKind.Records);
    this.entries.push({ bytes, records, unpacked, earliest, latest });
    this.offset += bytes;
    this.records = this.unpacked = this.flushed = this.flushedSum = 0;
    this.earliest = Infinity;
    this.latest = -Infinity;
    this.packer.reset();
  }

  /** Writes what is new of the content, then the head, which makes it valid; both at once if nothing was flushed. */
  private write(kind: BlockKind): void {
    const content = this.packer.since(this.flushed);
    this.flushedSum = crc32(content, this.flushedSum);
    const { records, unpacked, earliest, latest, flushedSum: contentSum } = this;
    const head = headOf({ kind, length: this.packer.length, records, unpacked, earliest, latest, contentSum });
    if (this.flushed === 0) {
      this.pieces.push({ offset: this.offset, bytes: joined(head, content) });
    } else {
      this.pieces.push({ offset: this.offset + HEAD_BYTES + this.flushed, bytes: content.slice() });
      this.pieces.push({ offset: this.offset, bytes: head });
    }
    this.flushed = this.packer.length;
  }
}

/** Where the time of a record stands: behind its length and type. */
const TIME = 5;

function headOf(fields: BlockHead): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  const view = new DataView(head.buffer);
  writeFields(HEAD_FIELDS, fields, view, 0);
  view.setUint32(HEAD_BYTES - SUM_BYTES, crc32(head.subarray(0, -SUM_BYTES)), true);
  return head;
}

/** The index block and the trailer. */
function indexOf(entries: readonly IndexEntry[]): Uint8Array {
  const content = new Uint8Array(entries.length * ENTRY_BYTES);
  const view = new DataView(content.buffer);
  let earliest = Infinity;
  let latest = -Infinity;
  for (const [i, entry] of entries.entries()) {
    writeFields(INDEX_FIELDS, entry, view, i * ENTRY_BYTES);
    earliest = Math.min(earliest, entry.earliest);
    latest = Math.max(latest, entry.latest);
  }
  const head = headOf({
    kind: BlockKind.Index,
    length: content.length,
    records: entries.length,
    unpacked: 0,
    earliest,
    latest,
    contentSum: crc32(content),
  });
  const trailer = new Uint8Array(TRAILER_BYTES);
  new DataView(trailer.buffer).setUint32(0, head.length + content.length, true);
  trailer.set(END_MARK, 4);
  return joined(joined(head, content), trailer);
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** Reads the blocks of a packed trace: checks them, and restores their canonical records. */
import { ByteQueue } from '../byte-queue.js';
import { MAX_RECORD } from '../limits.js';
import { oneOf } from '../../problem.js';
import { Misfit, TraceError } from '../trace-error.js';
import { crc32 } from './crc32.js';
import {
  BLOCK_BYTES,
  BLOCK_KINDS,
  type BlockHead,
  BlockKind,
  END_MARK,
  ENTRY_BYTES,
  HEAD_BYTES,
  HEAD_FIELDS,
  INDEX_FIELDS,
  type IndexEntry,
  readFields,
  SUM_BYTES,
  TRAILER_BYTES,
} from './layout.js';
import { Unpacker } from './unpacker.js';

/** Limits of a block, checked before memory is taken. */
const MAX_UNPACKED = BLOCK_BYTES + 4 + MAX_RECORD;
/** A number takes at most one byte more than in canonical form; templates take a little more. */
const MAX_CONTENT = 2 * MAX_UNPACKED;
export const MAX_INDEX = 1 << 28;

export interface RecordBlock {
  readonly head: BlockHead;
  /** Offset of its head in the file. */
  readonly offset: number;
  /** Its records in canonical form. */
  readonly records: Uint8Array;
}

export class BlockReader {
  private readonly unpacker = new Unpacker();
  private readonly entries: IndexEntry[] = [];
  private number = 0;
  private latest = -Infinity;
  private state: 'blocks' | 'trailer' | 'open' | 'done' = 'blocks';
  private indexBytes = 0;

  /** @param name The file in messages. */
  constructor(private readonly name: string) {}

  /** Whether the file is complete: its index and its last bytes have been read. */
  get isComplete(): boolean {
    return this.state === 'done';
  }

  /** The next block of records; undefined if more bytes are needed, or there is none. Takes its bytes off the queue. */
  next(queue: ByteQueue): RecordBlock | undefined {
    while (this.state === 'blocks') {
      const block = this.block(queue);
      if (block === undefined) return undefined;
      if (block.records !== undefined) return block as RecordBlock;
    }
    if (this.state === 'trailer') this.trailer(queue);
    // A block that was growing is the last one; the bytes after it are a part of what was to be added.
    if (this.state === 'open') queue.from = queue.to;
    if (this.state === 'done' && queue.length > 0) {
      throw this.error(
        `, byte ${queue.offset}`,
        `expected the end of the file, got ${queue.length} more bytes`,
        queue.offset,
      );
    }
    return undefined;
  }

  /** The next block; one without records is an index. */
  private block(queue: ByteQueue): (Omit<RecordBlock, 'records'> & { records: Uint8Array | undefined }) | undefined {
    if (queue.length < HEAD_BYTES) return undefined;
    const { bytes, from, offset } = queue;
    const head = this.head(bytes.subarray(from, from + HEAD_BYTES), offset);
    if (queue.length - HEAD_BYTES < head.length) return undefined;
    const content = bytes.subarray(from + HEAD_BYTES, from + HEAD_BYTES + head.length);
    const sum = crc32(content);
    if (sum !== head.contentSum) throw this.blockError(head, offset, sumProblem(head.contentSum, sum));
    const isIndex = head.kind === BlockKind.Index;
    const records = isIndex ? undefined : this.records(head, content, offset);
    if (isIndex) this.index(head, content, offset);
    queue.from = from + HEAD_BYTES + head.length;
    return { head, offset, records };
  }

  private head(bytes: Uint8Array, offset: number): BlockHead {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const head = readFields(HEAD_FIELDS, view, 0);
    const expectedSum = view.getUint32(HEAD_BYTES - SUM_BYTES, true);
    const sum = crc32(bytes.subarray(0, -SUM_BYTES));
    if (sum !== expectedSum) {
      const after = this.latest === -Infinity ? '' : `, after t = ${this.latest} s`;
      const place = `, block ${this.number + 1} (byte ${offset}${after}), in its header`;
      throw this.error(place, sumProblem(expectedSum, sum), offset);
    }
    this.requireLimits(head, offset);
    return head;
  }

  /** A head with a valid checksum may still be hostile. */
  private requireLimits(head: BlockHead, offset: number): void {
    const { kind, length, records, unpacked } = head;
    if (!BLOCK_KINDS.some((each) => each.kind === kind)) {
      const known = BLOCK_KINDS.map((each) => `${each.kind} (${each.doc})`);
      throw this.blockError(head, offset, `unknown kind of block ${kind}; expected ${oneOf(known)}`);
    }
    const maxLength = kind === BlockKind.Index ? MAX_INDEX : MAX_CONTENT;
    if (length > maxLength)
      throw this.blockError(head, offset, `length: expected at most ${maxLength} bytes, got ${length}`);
    if (unpacked > MAX_UNPACKED) {
      throw this.blockError(head, offset, `unpacked: expected at most ${MAX_UNPACKED} bytes, got ${unpacked}`);
    }
    if (kind === BlockKind.Index ? records * ENTRY_BYTES !== length : records > length) {
      throw this.blockError(head, offset, `records: expected a number that fits ${length} bytes, got ${records}`);
    }
  }

  private records(head: BlockHead, content: Uint8Array, offset: number): Uint8Array {
    try {
      const records = this.unpacker.unpack(content, head.unpacked, head.records);
      const { length, unpacked, earliest, latest } = head;
      this.entries.push({ bytes: HEAD_BYTES + length, records: head.records, unpacked, earliest, latest });
      this.number++;
      this.latest = head.latest;
      if (head.kind === BlockKind.Open) this.state = 'open';
      return records;
    } catch (failure) {
      if (!(failure instanceof Misfit)) throw failure;
      throw this.blockError(head, offset, failure.describe());
    }
  }

  /** The index must list the blocks that were read, unless reading did not begin with the first one. */
  private index(head: BlockHead, content: Uint8Array, offset: number): void {
    const listed = entriesOf(content);
    const read = this.entries;
    const isSame = listed.length === read.length && listed.every((entry, i) => isEqual(entry, read[i]!));
    if (!isSame) throw this.blockError(head, offset, `expected an index of the ${read.length} blocks before it`);
    this.indexBytes = HEAD_BYTES + head.length;
    this.state = 'trailer';
  }

  private trailer(queue: ByteQueue): void {
    if (queue.length < TRAILER_BYTES) return;
    const { bytes, from, offset } = queue;
    if (indexBytesOf(bytes.subarray(from, from + TRAILER_BYTES)) !== this.indexBytes) {
      throw this.error(
        `, byte ${offset}, in the last ${TRAILER_BYTES} bytes`,
        'expected the length of the index and the end mark',
        offset,
      );
    }
    queue.from += TRAILER_BYTES;
    this.state = 'done';
  }

  private blockError({ earliest, latest }: BlockHead, offset: number, problem: string): TraceError {
    return this.error(`, block ${this.number + 1} (byte ${offset}, t = ${earliest} to ${latest} s)`, problem, offset);
  }

  private error(place: string, problem: string, offset: number): TraceError {
    return new TraceError(this.name, place, problem, { offset });
  }
}

function sumProblem(expected: number, sum: number): string {
  return `changed bytes: expected the checksum ${hex(expected)}, got ${hex(sum)}`;
}

function hex(sum: number): string {
  return sum.toString(16).padStart(8, '0');
}

export function entriesOf(content: Uint8Array): IndexEntry[] {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const count = Math.floor(content.length / ENTRY_BYTES);
  return Array.from({ length: count }, (_, i) => readFields<IndexEntry>(INDEX_FIELDS, view, i * ENTRY_BYTES));
}

function isEqual(a: IndexEntry, b: IndexEntry): boolean {
  return INDEX_FIELDS.every(({ name }) => Object.is(a[name], b[name]));
}

/** The head at the start of these bytes; undefined if its checksum is another one. */
export function readHead(bytes: Uint8Array): BlockHead | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const isValid = crc32(bytes.subarray(0, HEAD_BYTES - SUM_BYTES)) === view.getUint32(HEAD_BYTES - SUM_BYTES, true);
  return isValid ? readFields<BlockHead>(HEAD_FIELDS, view, 0) : undefined;
}

/** Restores the canonical records of one block, given with its head. @param name The file in messages. */
export function unpackBlock(bytes: Uint8Array, name: string): Uint8Array {
  const queue = new ByteQueue();
  queue.feed(bytes);
  const block = new BlockReader(name).next(queue);
  if (block === undefined) throw new TraceError(name, '', 'expected a whole block of records');
  return block.records;
}

/** The length of the index block, from the last bytes of a file; undefined if it is incomplete. */
export function indexBytesOf(trailer: Uint8Array): number | undefined {
  if (trailer.length !== TRAILER_BYTES || END_MARK.some((byte, i) => trailer[4 + i] !== byte)) return undefined;
  return new DataView(trailer.buffer, trailer.byteOffset, trailer.length).getUint32(0, true);
}

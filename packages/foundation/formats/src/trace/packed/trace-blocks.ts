/** Finds and reads the blocks of a packed trace without reading the others: by its index, or from header to header. */
import { HEADER_START, isTrace } from '../file-header.js';
import { entriesOf, indexBytesOf, MAX_INDEX, readHead, unpackBlock } from './block-reader.js';
import { crc32 } from './crc32.js';
import { BlockKind, HEAD_BYTES, type IndexEntry, PACKED_MAJOR, SUM_BYTES, TRAILER_BYTES } from './layout.js';

/** A file of which any part can be read, and which may be growing. */
interface FileParts {
  size(): Promise<number>;
  /** The bytes from `from` to before `to`, or up to the end of the file. */
  read(from: number, to: number): Promise<Uint8Array>;
}

interface TraceBlock extends IndexEntry {
  /** Offset of its header in the file. */
  readonly offset: number;
  /** Offset of its first record in the canonical records of the trace. */
  readonly from: number;
  /** Whether it was growing when it was found. */
  readonly isOpen: boolean;
}

export class TraceBlocks {
  private readonly known: TraceBlock[] = [];
  /** Start of the next block; undefined until the header has been read. */
  private next: number | undefined;
  private isPackedTrace = true;

  /** @param name The file in messages. */
  constructor(
    private readonly file: FileParts,
    private readonly name: string,
  ) {}

  /** The blocks so far, in their order; undefined if the file is no packed trace. Damaged headers end the list. */
  async list(): Promise<readonly TraceBlock[] | undefined> {
    const size = await this.file.size();
    if (this.next === undefined) await this.begin(size);
    if (!this.isPackedTrace) return undefined;
    if (this.next === undefined) return [];
    const growing = await this.scan(size);
    return [...this.known, ...growing];
  }

  /** The canonical records of a block. Throws a TraceError if its bytes have changed. */
  async records({ offset, bytes }: TraceBlock): Promise<Uint8Array> {
    return unpackBlock(await this.file.read(offset, offset + bytes), this.name);
  }

  private async begin(size: number): Promise<void> {
    if (size < HEADER_START) return;
    const bytes = await this.file.read(0, HEADER_START);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.isPackedTrace = isTrace(bytes) && view.getUint16(8, true) === PACKED_MAJOR;
    if (!this.isPackedTrace) return;
    this.next = HEADER_START + view.getUint32(HEADER_START - 4, true) + SUM_BYTES;
    for (const entry of await this.indexed(size, this.next)) this.add(entry);
  }

  /** The entries of the index; empty if there is no valid one. */
  private async indexed(size: number, start: number): Promise<readonly IndexEntry[]> {
    const trailer = size - TRAILER_BYTES;
    if (trailer < start + HEAD_BYTES) return [];
    const length = indexBytesOf(await this.file.read(trailer, size));
    if (length === undefined || length < HEAD_BYTES || length > Math.min(MAX_INDEX, trailer - start)) return [];
    const bytes = await this.file.read(trailer - length, trailer);
    const head = readHead(bytes);
    const content = bytes.subarray(HEAD_BYTES);
    if (head?.kind !== BlockKind.Index || crc32(content) !== head.contentSum) return [];
    const entries = entriesOf(content);
    const end = entries.reduce((sum, entry) => sum + entry.bytes, start);
    return end === trailer - length ? entries : [];
  }

  /** Adds the complete blocks that are new, and returns the one that is growing. */
  private async scan(size: number): Promise<TraceBlock[]> {
    while (this.next! + HEAD_BYTES <= size) {
      const head = readHead(await this.file.read(this.next!, this.next! + HEAD_BYTES));
      if (head === undefined || head.kind === BlockKind.Index || this.next! + HEAD_BYTES + head.length > size) break;
      const { records, unpacked, earliest, latest } = head;
      const entry = { bytes: HEAD_BYTES + head.length, records, unpacked, earliest, latest };
      if (head.kind === BlockKind.Open) return [this.blockOf(entry, true)];
      this.add(entry);
    }
    return [];
  }

  private add(entry: IndexEntry): void {
    this.known.push(this.blockOf(entry, false));
    this.next! += entry.bytes;
  }

  private blockOf(entry: IndexEntry, isOpen: boolean): TraceBlock {
    const last = this.known.at(-1);
    const from = last === undefined ? 0 : last.from + last.unpacked;
    return { ...entry, offset: this.next!, from, isOpen };
  }
}

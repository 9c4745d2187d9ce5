/**
 * The records of a run so far, for late and slow viewers. The last ones are in memory; older ones are read back from the
 * trace, or dropped if there is none. Offsets count the bytes of records, from the first one on.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { TraceBlocks } from '@kineko/formats/trace';

interface Block {
  readonly from: number;
  /** End of its records, which do not change. */
  to: number;
  bytes: Uint8Array;
}

export interface HistoryOptions {
  /** Bytes that are kept in memory. */
  readonly maxBytes: number;
  /** Bytes of a block, which collects several chunks; a larger chunk has its own block. */
  readonly blockBytes: number;
  /** Reads the bytes between two offsets that are no longer in memory. */
  readonly readBack?: ((from: number, to: number) => Promise<Uint8Array>) | undefined;
  /** Called with records that are dropped, in order. */
  readonly onDropped?: ((records: Uint8Array) => void) | undefined;
}

export class History {
  private readonly blocks: Block[] = [];
  /** Ends of the blocks that can be read back: a record begins at each. */
  private readonly marks: number[] = [];
  private endOffset = 0;

  constructor(private readonly options: HistoryOptions) {}

  /** The first offset in memory. */
  get start(): number {
    return this.blocks[0]?.from ?? this.endOffset;
  }

  get end(): number {
    return this.endOffset;
  }

  get canReadBack(): boolean {
    return this.options.readBack !== undefined;
  }

  /** Appends whole records. */
  append(chunk: Uint8Array): void {
    let block = this.blocks.at(-1);
    if (block === undefined || block.to - block.from + chunk.length > block.bytes.length) {
      if (block !== undefined) trim(block);
      const bytes = new Uint8Array(Math.max(this.options.blockBytes, chunk.length));
      block = { from: this.endOffset, to: this.endOffset, bytes };
      this.blocks.push(block);
    }
    block.bytes.set(chunk, block.to - block.from);
    block.to += chunk.length;
    this.endOffset = block.to;
    this.forget();
  }

  /** Whole records from an offset in memory to the end of its block. The bytes are shared: do not change them. */
  read(from: number): Uint8Array {
    const block = this.blocks[firstIndex(this.blocks, ({ to }) => to > from)]!;
    return block.bytes.subarray(from - block.from, block.to - block.from);
  }

  /** Like `read`, for an offset that is no longer in memory. */
  readBack(from: number): Promise<Uint8Array> {
    const to = this.marks[firstIndex(this.marks, (mark) => mark > from)]!;
    return this.options.readBack!(from, to);
  }

  private forget(): void {
    const { maxBytes, onDropped } = this.options;
    let count = 0;
    // Never the last block, which may still grow.
    while (count < this.blocks.length - 1 && this.endOffset - this.blocks[count]!.to >= maxBytes) count++;
    if (count === 0) return;
    for (const { from, to, bytes } of this.blocks.splice(0, count)) {
      if (this.canReadBack) this.marks.push(to);
      else onDropped?.(bytes.subarray(0, to - from));
    }
  }
}

/** Frees the unused rest of a block; views of its bytes stay valid. */
function trim(block: Block): void {
  const used = block.to - block.from;
  if (block.bytes.length - used > used / 16) block.bytes = block.bytes.slice(0, used);
}

/** Binary search for the first element for which a monotonic condition holds. */
function firstIndex<T>(sorted: readonly T[], holds: (each: T) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Records that are on their way to the file are waited for: time between looks (ms), and their number. */
const [WAIT_MS, MAX_WAITS] = [20, 500];

/** Reads records back from a trace while it is being written. */
export class TraceReader {
  private file: Promise<FileHandle> | undefined;
  private readonly blocks: TraceBlocks;
  /** The records of the last block that was read. */
  private unpacked: { readonly from: number; readonly records: Uint8Array } | undefined;

  constructor(
    private readonly path: string,
    private readonly maxWaits = MAX_WAITS,
  ) {
    this.blocks = new TraceBlocks(
      {
        size: async () => (await (await this.opened()).stat()).size,
        read: async (from, to) => bytesOf(await this.opened(), from, to),
      },
      path,
    );
  }

  /** Reads between two offsets of its records; rejects if they do not arrive in the file. */
  async read(from: number, to: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to;) {
      const { from: start, records } = await this.blockWith(at);
      const part = records.subarray(at - start, to - start);
      bytes.set(part, at - from);
      at += part.length;
    }
    return bytes;
  }

  async close(): Promise<void> {
    await this.file?.then(
      (file) => file.close(),
      () => {},
    );
  }

  private opened(): Promise<FileHandle> {
    return (this.file ??= open(this.path, 'r'));
  }

  /** The records of the block that contains an offset. */
  private async blockWith(at: number): Promise<{ readonly from: number; readonly records: Uint8Array }> {
    const { unpacked } = this;
    if (unpacked !== undefined && at >= unpacked.from && at < unpacked.from + unpacked.records.length) return unpacked;
    for (let waits = 0; waits < this.maxWaits; waits++) {
      const blocks = (await this.blocks.list()) ?? [];
      const block = blocks[firstIndex(blocks, ({ from, unpacked: length }) => from + length > at)];
      if (block !== undefined) return (this.unpacked = { from: block.from, records: await this.blocks.records(block) });
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
    }
    throw new Error(`${this.path}: ends before byte ${at} of its records`);
  }
}

async function bytesOf(file: FileHandle, from: number, to: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(to - from);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

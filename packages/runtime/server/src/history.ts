/**
 * The records of a run so far, for those who come late or are slow. The last ones are in memory; what was before them is
 * read from the trace, or is given away when there is none. Places are counted in bytes of records, from the first one.
 */
interface Block {
  readonly from: number;
  /** Up to here it is filled, and changes no more. */
  to: number;
  bytes: Uint8Array;
}

/** Gives the bytes between two places. */
export type ReadBack = (from: number, to: number) => Promise<Uint8Array>;

export interface HistoryOptions {
  /** Bytes that are kept in memory. */
  readonly mostBytes: number;
  /** Chunks are collected in blocks of so many bytes; a larger chunk is one of its own. */
  readonly blockBytes: number;
  /** How to get what is no longer in memory. */
  readonly readBack?: ReadBack | undefined;
  /** Told of whole records that are gone for good, in their order. */
  readonly onForgotten?: ((records: Uint8Array) => void) | undefined;
}

export class History {
  private readonly options: HistoryOptions;
  private readonly blocks: Block[] = [];
  /** Where blocks ended that can be read back: a record begins there. */
  private readonly marks: number[] = [];
  private endOffset = 0;

  constructor(options: HistoryOptions) {
    this.options = options;
  }

  /** From here on it is in memory. */
  get start(): number {
    return this.blocks[0]?.from ?? this.endOffset;
  }

  get end(): number {
    return this.endOffset;
  }

  get canReadBack(): boolean {
    return this.options.readBack !== undefined;
  }

  /** Whole records. */
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

  /** Whole records from a place in memory on, a block at most. The bytes are everybody's. */
  read(from: number): Uint8Array {
    const block = this.blocks[firstIndex(this.blocks, ({ to }) => to > from)]!;
    return block.bytes.subarray(from - block.from, block.to - block.from);
  }

  /** The same from a place that is no longer in memory. */
  readBack(from: number): Promise<Uint8Array> {
    const to = this.marks[firstIndex(this.marks, (mark) => mark > from)]!;
    return this.options.readBack!(from, to);
  }

  private forget(): void {
    const { mostBytes, onForgotten } = this.options;
    let count = 0;
    // Never the last one, which may still grow.
    while (count < this.blocks.length - 1 && this.endOffset - this.blocks[count]!.to >= mostBytes) count++;
    if (count === 0) return;
    for (const { from, to, bytes } of this.blocks.splice(0, count)) {
      if (this.canReadBack) this.marks.push(to);
      else onForgotten?.(bytes.subarray(0, to - from));
    }
  }
}

/** Lets go of room that will not be used; who was given the bytes keeps them. */
function trim(block: Block): void {
  const used = block.to - block.from;
  if (block.bytes.length - used > used / 16) block.bytes = block.bytes.slice(0, used);
}

/** Of those for which it holds from some one on. */
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

import { countWhile } from '../scene/search.js';

/** Index of the blocks of a file by owner and time: lines are not kept in memory but read again on demand. */

/** Bytes per block, the unit of reading again. */
const BLOCK = 1 << 16;

export interface Block {
  /** Byte range in the file. */
  readonly from: number;
  readonly to: number;
  /** Time of its first record. */
  readonly time: number;
}

interface OwnedBlock extends Block {
  /** Sorted, without duplicates. */
  readonly owners: Int32Array;
}

export class LineIndex {
  private readonly blocks: OwnedBlock[] = [];
  /** Owners in the block under construction. */
  private readonly owners = new Set<number>();
  private time = NaN;
  private from: number;
  private to: number;

  /** @param start Offset of the first record in the file. */
  constructor(start = 0) {
    this.from = start;
    this.to = start;
  }

  get bytes(): number {
    return this.blocks.reduce((sum, { owners }) => sum + owners.byteLength + 64, 0);
  }

  /** Adds the next record; `owner` is undefined if it has none. */
  note(time: number, owner: number | undefined): void {
    if (Number.isNaN(this.time)) this.time = time;
    if (owner !== undefined) this.owners.add(owner | 0);
  }

  /** Call it when all records up to a byte have been noted. */
  advance(offset: number): void {
    this.to = offset;
    if (offset - this.from < BLOCK || Number.isNaN(this.time)) return;
    this.blocks.push(this.newest());
    this.from = offset;
    this.time = NaN;
    this.owners.clear();
  }

  /** The blocks with lines of an owner, or all, from a time backwards. */
  *before(owner: number | undefined, time: number): Generator<Block, void> {
    const blocks = this.known();
    for (let k = lastAtMost(blocks, time); k >= 0; k--) if (has(blocks[k]!, owner)) yield blocks[k]!;
  }

  /** The blocks with lines of an owner, or all, from a time forwards. */
  *after(owner: number | undefined, time: number): Generator<Block, void> {
    const blocks = this.known();
    for (let k = lastAtMost(blocks, time) + 1; k < blocks.length; k++) if (has(blocks[k]!, owner)) yield blocks[k]!;
  }

  private known(): readonly OwnedBlock[] {
    return Number.isNaN(this.time) ? this.blocks : [...this.blocks, this.newest()];
  }

  private newest(): OwnedBlock {
    const { from, to, time } = this;
    return { from, to, time, owners: Int32Array.from(this.owners).sort() };
  }
}

function lastAtMost(blocks: readonly Block[], time: number): number {
  return countWhile(blocks.length, (k) => blocks[k]!.time <= time) - 1;
}

function has({ owners }: OwnedBlock, owner: number | undefined): boolean {
  if (owner === undefined) return true;
  const wanted = owner | 0;
  return owners[countWhile(owners.length, (k) => owners[k]! < wanted)] === wanted;
}

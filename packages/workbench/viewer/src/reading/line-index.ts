import { countWhile } from '../scene/search.js';

/** Which part of a file has lines of whom, and from when: lines are not kept, but read again when somebody looks at them. */

/** Bytes of a block: so many are read again for a line. */
const BLOCK = 1 << 16;

export interface Block {
  /** Bytes of the file. */
  readonly from: number;
  readonly to: number;
  /** Simulated seconds of its first record. */
  readonly time: number;
}

interface OwnedBlock extends Block {
  /** Sorted; none of them twice. */
  readonly owners: Int32Array;
}

export class LineIndex {
  private readonly blocks: OwnedBlock[] = [];
  /** Of the block that is not full yet. */
  private readonly owners = new Set<number>();
  private time = NaN;
  private from: number;
  private to: number;

  /** Where the first record begins in the file. */
  constructor(start = 0) {
    this.from = start;
    this.to = start;
  }

  get bytes(): number {
    return this.blocks.reduce((sum, { owners }) => sum + owners.byteLength + 64, 0);
  }

  /** The next record: when, and whose; undefined if nobody's. */
  note(time: number, owner: number | undefined): void {
    if (Number.isNaN(this.time)) this.time = time;
    if (owner !== undefined) this.owners.add(owner | 0);
  }

  /** All records up to a byte have been noted. */
  advance(offset: number): void {
    this.to = offset;
    if (offset - this.from < BLOCK || Number.isNaN(this.time)) return;
    this.blocks.push(this.newest());
    this.from = offset;
    this.time = NaN;
    this.owners.clear();
  }

  /** The blocks with lines of somebody, the nearest to a time first, going back from it. */
  *before(owner: number, time: number): Generator<Block, void> {
    const blocks = this.known();
    for (let k = lastAtMost(blocks, time); k >= 0; k--) if (has(blocks[k]!, owner)) yield blocks[k]!;
  }

  /** The same going on from there. */
  *after(owner: number, time: number): Generator<Block, void> {
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

function has({ owners }: OwnedBlock, owner: number): boolean {
  const wanted = owner | 0;
  return owners[countWhile(owners.length, (k) => owners[k]! < wanted)] === wanted;
}

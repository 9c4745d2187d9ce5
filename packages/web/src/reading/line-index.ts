/** Which part of a file has lines of whom, and from when: lines are not kept, but read again when somebody looks at them. */

/** Bytes of a block: so many are read again for a line. */
const BLOCK = 1 << 16;

export interface Block {
  /** Bytes of the file. */
  readonly from: number;
  to: number;
  /** Simulated seconds of its first record. */
  readonly time: number;
}

interface OwnedBlock extends Block {
  /** Sorted; none of them twice. */
  owners: Int32Array;
}

export class LineIndex {
  private readonly blocks: OwnedBlock[] = [];
  private owners = new Set<number>();
  private time = NaN;
  private from: number;

  /** Where the first record begins in the file. */
  constructor(start = 0) {
    this.from = start;
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
    if (offset - this.from < BLOCK) return;
    this.close(offset);
  }

  /** Ends a block there, whatever its size. */
  close(offset: number): void {
    if (offset > this.from && !Number.isNaN(this.time)) {
      const owners = Int32Array.from(this.owners).sort();
      this.blocks.push({ from: this.from, to: offset, time: this.time, owners });
    }
    this.from = Math.max(offset, this.from);
    this.time = NaN;
    this.owners.clear();
  }

  /** The blocks with lines of somebody, the nearest to a time first, going back from it. */
  *before(owner: number, time: number): Generator<Block, void> {
    for (let k = this.lastAtMost(time); k >= 0; k--) if (this.has(k, owner)) yield this.blocks[k]!;
  }

  /** The same going on from there. */
  *after(owner: number, time: number): Generator<Block, void> {
    for (let k = this.lastAtMost(time) + 1; k < this.blocks.length; k++) if (this.has(k, owner)) yield this.blocks[k]!;
  }

  private lastAtMost(time: number): number {
    let [low, high] = [0, this.blocks.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.blocks[middle]!.time <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  private has(block: number, owner: number): boolean {
    const { owners } = this.blocks[block]!;
    const wanted = owner | 0;
    let [low, high] = [0, owners.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (owners[middle]! < wanted) low = middle + 1;
      else high = middle;
    }
    return owners[low] === wanted;
  }
}

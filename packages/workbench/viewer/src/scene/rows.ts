import { countWhile } from './search.js';

/** Rows of numbers, a chunk of them after the other: a run has millions, and none is ever moved or copied. */
export class Rows {
  private readonly chunks: Float64Array[] = [];
  private readonly shift: number;
  private readonly mask: number;
  private rows = 0;

  /** `chunkRows`: a power of two. */
  constructor(
    readonly width: number,
    private readonly chunkRows = 1024,
  ) {
    this.shift = 31 - Math.clz32(chunkRows);
    this.mask = chunkRows - 1;
  }

  get length(): number {
    return this.rows;
  }

  /** What it takes of memory. */
  get bytes(): number {
    return 8 * this.width * this.chunkRows * this.chunks.length;
  }

  /** Adds a row of zeros; its number. */
  add(): number {
    if (this.rows >>> this.shift === this.chunks.length)
      this.chunks.push(new Float64Array(this.width * this.chunkRows));
    return this.rows++;
  }

  get(row: number, column: number): number {
    return this.chunks[row >>> this.shift]![(row & this.mask) * this.width + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.chunks[row >>> this.shift]![(row & this.mask) * this.width + column] = value;
  }

  /** A whole row, from a place in other numbers on. */
  write(row: number, numbers: Float64Array, at: number): void {
    const chunk = this.chunks[row >>> this.shift]!;
    const start = (row & this.mask) * this.width;
    for (let column = 0; column < this.width; column++) chunk[start + column] = numbers[at + column]!;
  }

  /** The chunk that holds a row, for those who read much of it, … */
  chunkOf(row: number): Float64Array {
    return this.chunks[row >>> this.shift]!;
  }

  /** … and where the row begins in it. */
  placeOf(row: number): number {
    return (row & this.mask) * this.width;
  }

  /** The first row with at least a value in a column that never falls from row to row; `length` if there is none. */
  firstAtLeast(column: number, value: number): number {
    return countWhile(this.rows, (row) => this.get(row, column) < value);
  }

  /** The last row with at most a value in a column that never falls from row to row; -1 if there is none. */
  lastAtMost(column: number, value: number): number {
    return countWhile(this.rows, (row) => this.get(row, column) <= value) - 1;
  }
}

/** Numbers of rows, in an array that grows: which rows of a table that all share are one robot's. */
export class RowList {
  private rows: Uint32Array | undefined;
  private count = 0;

  get length(): number {
    return this.count;
  }

  get bytes(): number {
    return this.rows?.byteLength ?? 0;
  }

  at(index: number): number {
    return this.rows![index]!;
  }

  push(row: number): void {
    const { rows, count } = this;
    if (rows === undefined) this.rows = new Uint32Array(2);
    else if (count === rows.length) {
      // By half: of many robots, all but a few have room to spare.
      this.rows = new Uint32Array(count + (count >>> 1) + 1);
      this.rows.set(rows);
    }
    this.rows![this.count++] = row;
  }
}

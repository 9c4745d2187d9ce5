import { countWhile } from './search.js';

/** A table of numbers in chunks: a run has millions of rows, and none is ever moved or copied. */
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

  /** Memory use in bytes. */
  get bytes(): number {
    return 8 * this.width * this.chunkRows * this.chunks.length;
  }

  /** Adds a row of zeros and returns its number. */
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

  /** Copies a whole row from other numbers. */
  write(row: number, numbers: Float64Array, at: number): void {
    const chunk = this.chunks[row >>> this.shift]!;
    const start = (row & this.mask) * this.width;
    for (let column = 0; column < this.width; column++) chunk[start + column] = numbers[at + column]!;
  }

  /** The chunk that holds a row, for reading many columns, … */
  chunkOf(row: number): Float64Array {
    return this.chunks[row >>> this.shift]!;
  }

  /** … and the offset of the row in it. */
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

/** A growing list of row numbers: the rows of one robot in a shared table. */
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
      // Grows by half, to limit unused space with many robots.
      this.rows = new Uint32Array(count + (count >>> 1) + 1);
      this.rows.set(rows);
    }
    this.rows![this.count++] = row;
  }
}

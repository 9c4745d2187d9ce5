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

  /** The first row whose number in a column, which never falls from row to row, is at least a value; `length` if none is. */
  firstAtLeast(column: number, value: number): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get(middle, column) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The last row whose number in a column, which never falls from row to row, is at most a value; -1 if none is. */
  lastAtMost(column: number, value: number): number {
    let low = 0;
    let high = this.rows;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.get(middle, column) <= value) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

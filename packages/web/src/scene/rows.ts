/** Rows of numbers, one after the other in one array that grows: a run has millions of them. */
export class Rows {
  private data: Float64Array;
  private rows = 0;

  constructor(
    readonly width: number,
    capacity = 8,
  ) {
    this.data = new Float64Array(width * capacity);
  }

  get length(): number {
    return this.rows;
  }

  /** Adds a row of zeros; its number. */
  add(): number {
    if ((this.rows + 1) * this.width > this.data.length) {
      const larger = new Float64Array(2 * this.data.length);
      larger.set(this.data);
      this.data = larger;
    }
    return this.rows++;
  }

  get(row: number, column: number): number {
    return this.data[row * this.width + column]!;
  }

  set(row: number, column: number, value: number): void {
    this.data[row * this.width + column] = value;
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

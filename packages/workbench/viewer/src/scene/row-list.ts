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

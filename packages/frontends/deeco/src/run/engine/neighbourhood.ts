/** A grid of discs that finds possible neighbours without comparing all pairs. */

export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

export class Neighbourhood {
  private readonly cellSize: number;
  private readonly cells = new Map<string, number[]>();

  /** @param drift Distance that a disc may move from its present position and still be found. */
  constructor(discs: readonly Disc[], drift: number) {
    let largest = 0;
    for (const { size } of discs) largest = Math.max(largest, size);
    this.cellSize = 2 * largest + drift + 1;
    for (const [i, { x, y }] of discs.entries()) {
      const key = keyOf(this.cellOf(x), this.cellOf(y));
      const cell = this.cells.get(key);
      if (cell === undefined) this.cells.set(key, [i]);
      else cell.push(i);
    }
  }

  /** Indexes, in ascending order, of all discs that a disc at this position could touch, and possibly of others. */
  around(x: number, y: number): readonly number[] {
    const [column, row] = [this.cellOf(x), this.cellOf(y)];
    const found: number[] = [];
    for (let c = column - 1; c <= column + 1; c++) {
      for (let r = row - 1; r <= row + 1; r++) {
        const cell = this.cells.get(keyOf(c, r));
        if (cell !== undefined) found.push(...cell);
      }
    }
    return found.sort((a, b) => a - b);
  }

  private cellOf(coordinate: number): number {
    return Math.floor(coordinate / this.cellSize);
  }
}

function keyOf(column: number, row: number): string {
  return `${column},${row}`;
}

/** Agents by cell at one step, for all steps of a plan in turn. */
import type { GridSteps } from './grid-paths.js';
import type { Offset } from './grid-outcomes.js';

export const NONE = -1;

/** Largest number of cells that are indexed one by one; a larger area is hashed. */
const MAX_DENSE = 1 << 25;

export class CellIndex {
  readonly isDense: boolean;
  /** The last agent of each slot. */
  readonly heads: Int32Array;
  /** The agent of the same slot before each agent. */
  readonly next: Int32Array;
  /** The slot of each agent. */
  readonly slots: Int32Array;
  /** Differences of slots for each offset, if every cell has its own slot. */
  readonly deltas: Int32Array;
  readonly dxs: Int32Array;
  readonly dys: Int32Array;
  private readonly width: number;
  private readonly left: number;
  private readonly top: number;

  constructor({ starts, columns, rows }: GridSteps, offsets: readonly Offset[]) {
    const agents = starts.length - 1;
    let [minColumn, maxColumn, minRow, maxRow] = [Infinity, -Infinity, Infinity, -Infinity];
    for (let k = 0; k < columns.length; k++) {
      const [column, row] = [columns[k]!, rows[k]!];
      if (column < minColumn) minColumn = column;
      if (column > maxColumn) maxColumn = column;
      if (row < minRow) minRow = row;
      if (row > maxRow) maxRow = row;
    }
    // Room for the neighbours of the outermost cells.
    const margin = offsets.reduce((most, { dx, dy }) => Math.max(most, Math.abs(dx), Math.abs(dy)), 0);
    this.left = minColumn - margin;
    this.top = minRow - margin;
    this.width = maxColumn - minColumn + 1 + 2 * margin;
    const area = this.width * (maxRow - minRow + 1 + 2 * margin);
    this.isDense = area <= MAX_DENSE;
    this.heads = new Int32Array(this.isDense ? Math.max(area, 1) : powerOfTwoFrom(4 * agents)).fill(NONE);
    this.next = new Int32Array(agents);
    this.slots = new Int32Array(agents);
    this.dxs = Int32Array.from(offsets, ({ dx }) => dx);
    this.dys = Int32Array.from(offsets, ({ dy }) => dy);
    this.deltas = Int32Array.from(offsets, ({ dx, dy }) => (this.isDense ? dy * this.width + dx : 0));
  }

  /** @param absent The move of agents that are left out. */
  fill(columns: Int32Array, rows: Int32Array, moves: Uint8Array, absent: number): void {
    const { heads, next, slots } = this;
    for (let agent = 0; agent < slots.length; agent++) {
      if (moves[agent] === absent) continue;
      const slot = this.slotOf(columns[agent]!, rows[agent]!);
      slots[agent] = slot;
      next[agent] = heads[slot]!;
      heads[slot] = agent;
    }
  }

  clear(): void {
    for (let agent = 0; agent < this.slots.length; agent++) this.heads[this.slots[agent]!] = NONE;
  }

  slotOf(column: number, row: number): number {
    if (this.isDense) return (row - this.top) * this.width + column - this.left;
    return (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b)) & (this.heads.length - 1);
  }
}

function powerOfTwoFrom(least: number): number {
  let power = 1024;
  while (power < least) power *= 2;
  return power;
}

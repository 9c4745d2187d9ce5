import { Rows } from './rows.js';

/** The instants at which something is on record, each once. */
export class Instants {
  private readonly rows = new Rows(1);
  private last = -Infinity;

  get bytes(): number {
    return this.rows.bytes;
  }

  /** Times never fall. */
  add(time: number): void {
    if (time <= this.last) return;
    this.last = time;
    this.rows.set(this.rows.add(), 0, time);
  }

  /** The nearest instant before or after a time, or undefined. */
  beside(time: number, direction: 1 | -1): number | undefined {
    const row = direction === 1 ? this.rows.lastAtMost(0, time) + 1 : this.rows.firstAtLeast(0, time) - 1;
    return row >= 0 && row < this.rows.length ? this.rows.get(row, 0) : undefined;
  }
}

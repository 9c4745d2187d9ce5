import { FIRST, FROM, type Knots, LEG_WIDTH } from './packed-leg.js';
import { Rows } from './rows.js';

/** The legs of all robots, in the order in which they came: what is seen at one instant lies close together. */
export class LegTable {
  readonly rows = new Rows(LEG_WIDTH);
  readonly knots: Knots[] = [];

  get bytes(): number {
    return this.rows.bytes + this.knots.reduce((sum, { length }) => sum + 8 * length, 0);
  }

  /** Takes a packed leg; its row. */
  add(numbers: Float64Array, at: number, from: number, knots: Knots | undefined): number {
    const row = this.rows.add();
    this.write(row, numbers, at, from, knots);
    return row;
  }

  /** The same in place of another one. */
  write(row: number, numbers: Float64Array, at: number, from: number, knots: Knots | undefined): void {
    this.rows.write(row, numbers, at);
    this.rows.set(row, FROM, from);
    if (knots !== undefined) this.rows.set(row, FIRST, this.knots.push(knots) - 1);
  }
}

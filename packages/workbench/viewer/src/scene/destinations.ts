import type { Vector } from '@kineko/geometry';
import { RowList, Rows } from './rows.js';
import { countWhile } from './search.js';

const [FROM, UNTIL, X, Y] = [0, 1, 2, 3];

/** The destinations of all robots. */
export class DestinationTable {
  readonly rows = new Rows(4);

  get bytes(): number {
    return this.rows.bytes;
  }
}

/** The destinations of one robot over time. */
export class Destinations {
  private readonly own = new RowList();
  /** Index of the last result, which is nearly always the next one. */
  private index = 0;

  constructor(private readonly table = new DestinationTable()) {}

  get length(): number {
    return this.own.length;
  }

  get bytes(): number {
    return this.own.bytes;
  }

  /** Sets the destination from a time on. Times never decrease. */
  set(time: number, x: number, y: number): void {
    this.end(time);
    const { rows } = this.table;
    const row = rows.add();
    rows.set(row, FROM, time);
    rows.set(row, UNTIL, Infinity);
    rows.set(row, X, x);
    rows.set(row, Y, y);
    this.own.push(row);
  }

  /** Clears the destination from a time on. */
  end(time: number): void {
    const { own, table } = this;
    if (own.length === 0) return;
    const last = own.at(own.length - 1);
    if (table.rows.get(last, UNTIL) === Infinity) table.rows.set(last, UNTIL, time);
  }

  at(t: number): Vector | undefined {
    const { own } = this;
    const { rows } = this.table;
    if (own.length === 0) return undefined;
    const row = own.at(this.indexAt(t));
    if (t < rows.get(row, FROM) || t >= rows.get(row, UNTIL)) return undefined;
    return { x: rows.get(row, X), y: rows.get(row, Y) };
  }

  private indexAt(t: number): number {
    const { own, index } = this;
    const fromOf = (k: number): number => this.table.rows.get(own.at(k), FROM);
    if (fromOf(index) <= t && (index + 1 >= own.length || t < fromOf(index + 1))) return index;
    return (this.index = Math.max(0, countWhile(own.length, (k) => fromOf(k) <= t) - 1));
  }
}

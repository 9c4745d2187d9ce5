import { Rows } from './rows.js';

export type Moment = readonly [time: number, a: number, b: number, c: number];

/** Things that happen at an instant and are seen for a moment: contacts, looks of sensors. */
export class Moments {
  /** time, and three numbers that mean what the owner says. */
  private readonly rows = new Rows(4);

  get length(): number {
    return this.rows.length;
  }

  get bytes(): number {
    return this.rows.bytes;
  }

  add(time: number, a: number, b = 0, c = 0): void {
    const row = this.rows.add();
    this.rows.set(row, 0, time);
    this.rows.set(row, 1, a);
    this.rows.set(row, 2, b);
    this.rows.set(row, 3, c);
  }

  /** Those of the last so many seconds before a time, the latest first, and no more than so many of them. */
  *lately(t: number, seconds: number, most = Infinity): Generator<Moment, void> {
    const { rows } = this;
    const last = rows.lastAtMost(0, t);
    for (let row = last; row >= 0 && last - row < most; row--) {
      const time = rows.get(row, 0);
      if (t - time > seconds) return;
      yield [time, rows.get(row, 1), rows.get(row, 2), rows.get(row, 3)];
    }
  }

  /** In their order, those from one time to another, both included. */
  *between(from: number, to: number): Generator<Moment, void> {
    const { rows } = this;
    for (let row = rows.firstAtLeast(0, from); row < rows.length; row++) {
      const time = rows.get(row, 0);
      if (time > to) return;
      yield [time, rows.get(row, 1), rows.get(row, 2), rows.get(row, 3)];
    }
  }
}

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

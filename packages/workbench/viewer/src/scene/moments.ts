import { Rows } from './rows.js';

export type Moment = readonly [time: number, a: number, b: number, c: number];

/** Events that are shown for a moment: contacts and sensor ranges. */
export class Moments {
  /** The time, and three numbers whose meaning the owner defines. */
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

  /** The events of the last `seconds` before a time, the latest first, limited in number. */
  *recent(t: number, seconds: number, most = Infinity): Generator<Moment, void> {
    const { rows } = this;
    const last = rows.lastAtMost(0, t);
    for (let row = last; row >= 0 && last - row < most; row--) {
      const time = rows.get(row, 0);
      if (t - time > seconds) return;
      yield [time, rows.get(row, 1), rows.get(row, 2), rows.get(row, 3)];
    }
  }

  /** The time of the nearest event before or after a time, or undefined. */
  beside(time: number, direction: 1 | -1): number | undefined {
    return timeBeside(this.rows, time, direction);
  }

  /** The events in [from, to], in order. */
  *between(from: number, to: number): Generator<Moment, void> {
    const { rows } = this;
    for (let row = rows.firstAtLeast(0, from); row < rows.length; row++) {
      const time = rows.get(row, 0);
      if (time > to) return;
      yield [time, rows.get(row, 1), rows.get(row, 2), rows.get(row, 3)];
    }
  }
}

/** The instants of all records, each once. */
export class Instants {
  private readonly rows = new Rows(1);
  private last = -Infinity;

  get bytes(): number {
    return this.rows.bytes;
  }

  /** Times never decrease. */
  add(time: number): void {
    if (time <= this.last) return;
    this.last = time;
    this.rows.set(this.rows.add(), 0, time);
  }

  /** The nearest instant before or after a time, or undefined. */
  beside(time: number, direction: 1 | -1): number | undefined {
    return timeBeside(this.rows, time, direction);
  }
}

function timeBeside(rows: Rows, time: number, direction: 1 | -1): number | undefined {
  const row = direction === 1 ? rows.lastAtMost(0, time) + 1 : rows.firstAtLeast(0, time) - 1;
  return row >= 0 && row < rows.length ? rows.get(row, 0) : undefined;
}

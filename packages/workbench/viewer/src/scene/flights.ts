import { Maxima } from './maxima.js';
import { Rows } from './rows.js';

/** A copy of a message in transit. */
export interface Flight {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly sent: number;
  /** Time of arrival or loss; Infinity while it is in transit. */
  readonly ended: number;
  readonly isLost: boolean;
}

const SENT = 0;
const FROM = 1;
const TO = 2;
/** Number n of its type, or -1 - n if it was lost. */
const TYPE = 3;
const WIDTH = 4;

/** All copies of messages, in the order of their sending. */
export class Flights {
  private readonly rows = new Rows(WIDTH);
  /** End times; of many copies, few are in transit, and some may never end. */
  private readonly ends = new Maxima();
  private readonly types = new Words();
  private arrivals = 0;
  /** Whether a copy was lost. */
  hasLosses = false;
  private seconds = 0;
  private longest = 0;

  get length(): number {
    return this.rows.length;
  }

  get bytes(): number {
    return this.rows.bytes + this.ends.bytes;
  }

  /** Mean seconds until a copy arrives or is lost; 1 if none has. */
  get typicalSeconds(): number {
    return this.seconds > 0 ? this.seconds / this.arrivals : 1;
  }

  /** Adds a copy. Times never decrease. */
  add(time: number, from: number, to: number, type: string): void {
    const { rows } = this;
    const row = rows.add();
    rows.set(row, SENT, time);
    rows.set(row, FROM, from);
    rows.set(row, TO, to);
    rows.set(row, TYPE, this.types.numberOf(type));
    this.ends.push(Infinity);
  }

  /** Ends the n-th copy added. */
  end(row: number, time: number, isLost: boolean): void {
    const { rows } = this;
    if (!(row < rows.length)) return;
    this.ends.set(row, time);
    if (isLost) rows.set(row, TYPE, -1 - rows.get(row, TYPE));
    this.hasLosses ||= isLost;
    this.arrivals++;
    const seconds = time - rows.get(row, SENT);
    this.seconds += seconds;
    this.longest = Math.max(this.longest, seconds);
  }

  /** Up to `most` copies in transit at a time, the latest first; lost ones also for a moment after their loss. */
  at(t: number, most: number, moment = 0): Flight[] {
    const { rows, ends } = this;
    const found: Flight[] = [];
    let row = rows.lastAtMost(SENT, t);
    while (found.length < most && (row = ends.lastAbove(row, t - moment)) >= 0) {
      if (ends.at(row) > t || rows.get(row, TYPE) < 0) found.push(this.flight(row));
      row--;
    }
    return found;
  }

  /** The copies sent in [from, to], in order of sending. */
  *between(from: number, to: number): Generator<Flight, void> {
    for (let row = this.rows.firstAtLeast(SENT, from); row < this.rows.length; row++) {
      if (this.rows.get(row, SENT) > to) return;
      yield this.flight(row);
    }
  }

  /** Rows of the copies sent in [from, to]: the first, and the one after the last. */
  rowsBetween(from: number, to: number): readonly [first: number, end: number] {
    const first = this.rows.firstAtLeast(SENT, from);
    return [first, Math.max(first, this.rows.lastAtMost(SENT, to) + 1)];
  }

  /**
   * Rows of the copies that were sent before a time and are still in transit then, the latest first. A copy without an end on
   * record counts for the typical duration.
   */
  underWayAt(t: number): number[] {
    const { rows, ends, typicalSeconds } = this;
    const found: number[] = [];
    const earliest = t - Math.max(this.longest, typicalSeconds);
    let row = rows.firstAtLeast(SENT, t) - 1;
    while ((row = ends.lastAbove(row, t)) >= 0) {
      const sent = rows.get(row, SENT);
      if (sent < earliest) break;
      if (ends.at(row) < Infinity || sent + typicalSeconds > t) found.push(row);
      row--;
    }
    return found;
  }

  sentAt(row: number): number {
    return this.rows.get(row, SENT);
  }

  senderOf(row: number): number {
    return this.rows.get(row, FROM);
  }

  flight(row: number): Flight {
    const { rows } = this;
    const type = rows.get(row, TYPE);
    return {
      from: rows.get(row, FROM),
      to: rows.get(row, TO),
      type: this.types.text(type < 0 ? -1 - type : type),
      sent: rows.get(row, SENT),
      ended: this.ends.at(row),
      isLost: type < 0,
    };
  }
}

/** Interns repeated texts as numbers. */
class Words {
  private readonly numbers = new Map<string, number>();
  private readonly texts: string[] = [];

  numberOf(text: string): number {
    let number = this.numbers.get(text);
    if (number === undefined) {
      number = this.texts.push(text) - 1;
      this.numbers.set(text, number);
    }
    return number;
  }

  text(number: number): string {
    return this.texts[number] ?? '';
  }
}

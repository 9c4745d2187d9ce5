import type { RecordOf } from '@kineko/formats/trace';
import { Maxima } from './maxima.js';
import { Rows } from './rows.js';
import { Words } from './words.js';

/** A copy of a message on its way. */
export interface Flight {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly sent: number;
  /** When it arrived or was lost; Infinity while it is under way. */
  readonly ended: number;
  readonly isLost: boolean;
}

const SENT = 0;
const FROM = 1;
const TO = 2;
const TYPE = 3;
const LOST = 4;
const WIDTH = 5;

/** All copies of messages, in the order of their sending. */
export class Flights {
  private readonly rows = new Rows(WIDTH, 16);
  /** When each ended: of many copies, few are under way, and some may be so for ever. */
  private readonly ends = new Maxima();
  private readonly types = new Words();
  /** Copies under way, by sender, number and receiver. */
  private readonly underWay = new Map<string, number>();
  private arrivals = 0;
  private seconds = 0;

  get length(): number {
    return this.rows.length;
  }

  /** Seconds that a copy takes on average to arrive or to be lost; 1 as long as none has. */
  get typicalSeconds(): number {
    return this.seconds > 0 ? this.seconds / this.arrivals : 1;
  }

  sent({ process, message, to, messageType }: RecordOf<'send'>, time: number): void {
    const { rows, underWay } = this;
    const type = this.types.numberOf(messageType);
    const first = rows.length;
    for (const receiver of to) {
      const key = keyOf(process, message, receiver);
      // Who stands twice in the list gets one copy to be seen.
      if ((underWay.get(key) ?? -1) >= first) continue;
      const row = rows.add();
      rows.set(row, SENT, time);
      rows.set(row, FROM, process);
      rows.set(row, TO, receiver);
      rows.set(row, TYPE, type);
      this.ends.push(Infinity);
      underWay.set(key, row);
    }
  }

  ended({ process, message, from }: RecordOf<'deliver' | 'drop'>, time: number, isLost: boolean): void {
    const key = keyOf(from, message, process);
    const row = this.underWay.get(key);
    // A second copy, or one whose sending is not in the log: nothing to draw.
    if (row === undefined) return;
    this.underWay.delete(key);
    this.ends.set(row, time);
    this.rows.set(row, LOST, isLost ? 1 : 0);
    this.arrivals++;
    this.seconds += time - this.rows.get(row, SENT);
  }

  /**
   * Those under way at a time, at most so many of the latest ones, the latest first; lost ones also for a moment after
   * their loss.
   */
  at(t: number, most: number, moment = 0): Flight[] {
    const { rows, ends } = this;
    const found: Flight[] = [];
    let row = rows.lastAtMost(SENT, t);
    while (found.length < most && (row = ends.lastAbove(row, t - moment)) >= 0) {
      if (ends.at(row) > t || rows.get(row, LOST) === 1) found.push(this.flight(row));
      row--;
    }
    return found;
  }

  /** In the order of their sending, those sent from one time to another, both included. */
  *between(from: number, to: number): Generator<Flight, void> {
    for (let row = this.rows.firstAtLeast(SENT, from); row < this.rows.length; row++) {
      if (this.rows.get(row, SENT) > to) return;
      yield this.flight(row);
    }
  }

  private flight(row: number): Flight {
    const { rows } = this;
    return {
      from: rows.get(row, FROM),
      to: rows.get(row, TO),
      type: this.types.text(rows.get(row, TYPE)),
      sent: rows.get(row, SENT),
      ended: this.ends.at(row),
      isLost: rows.get(row, LOST) === 1,
    };
  }
}

function keyOf(from: number, message: number, to: number): string {
  return `${from} ${message} ${to}`;
}

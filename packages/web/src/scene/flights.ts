import type { RecordOf } from '@kineko/formats/trace';
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
const ENDED = 1;
const FROM = 2;
const TO = 3;
const TYPE = 4;
const LOST = 5;
const WIDTH = 6;

/** All copies of messages, in the order of their sending. */
export class Flights {
  private readonly rows = new Rows(WIDTH, 64);
  private readonly types = new Words();
  /** Copies under way, by sender, number and receiver. */
  private readonly underWay = new Map<string, number>();
  /** The longest that a copy has been under way: how far back one has to look. */
  private longest = 0;

  get length(): number {
    return this.rows.length;
  }

  sent({ time, process, message, to, messageType }: RecordOf<'send'>): void {
    for (const receiver of to) {
      const { rows } = this;
      const row = rows.add();
      rows.set(row, SENT, time);
      rows.set(row, ENDED, Infinity);
      rows.set(row, FROM, process);
      rows.set(row, TO, receiver);
      rows.set(row, TYPE, this.types.numberOf(messageType));
      this.underWay.set(keyOf(process, message, receiver), row);
    }
  }

  ended({ time, process, message, from }: RecordOf<'deliver' | 'drop'>, isLost: boolean): void {
    const key = keyOf(from, message, process);
    const row = this.underWay.get(key);
    // A second copy, or one whose sending is not in the log: nothing to draw.
    if (row === undefined) return;
    this.underWay.delete(key);
    this.rows.set(row, ENDED, time);
    this.rows.set(row, LOST, isLost ? 1 : 0);
    this.longest = Math.max(this.longest, time - this.rows.get(row, SENT));
  }

  /** Those under way at a time, at most so many of the latest ones; lost ones also for a moment after their loss. */
  at(t: number, most: number, moment = 0): Flight[] {
    const { rows } = this;
    const found: Flight[] = [];
    const reach = this.underWay.size > 0 ? Infinity : this.longest + moment;
    for (let row = rows.lastAtMost(SENT, t); row >= 0 && found.length < most; row--) {
      if (t - rows.get(row, SENT) > reach) break;
      const flight = this.flight(row);
      if (flight.ended > t || (flight.isLost && flight.ended + moment > t)) found.push(flight);
    }
    return found;
  }

  /** In the order of their sending, those sent from one time to another. */
  *between(from: number, to: number): Generator<Flight, void> {
    for (let row = this.rows.lastAtMost(SENT, from); row < this.rows.length; row++) {
      if (row < 0) continue;
      const flight = this.flight(row);
      if (flight.sent > to) return;
      if (flight.sent >= from) yield flight;
    }
  }

  private flight(row: number): Flight {
    const { rows } = this;
    return {
      from: rows.get(row, FROM),
      to: rows.get(row, TO),
      type: this.types.text(rows.get(row, TYPE)),
      sent: rows.get(row, SENT),
      ended: rows.get(row, ENDED),
      isLost: rows.get(row, LOST) === 1,
    };
  }
}

function keyOf(from: number, message: number, to: number): string {
  return `${from} ${message} ${to}`;
}

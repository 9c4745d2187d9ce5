/**
 * Logical clocks (Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, 1978).
 *
 * Guarantee: if one event may have caused another, its time is lower. The converse does not hold.
 * Assumes: nothing of the channels, nor that processes stay up.
 *
 * `LamportClock` is the clock alone, for protocols that have one. `LamportClockLayer` keeps one for whoever stands on it:
 * `wire(new LamportClockLayer(process), 'clock', network)`.
 */
import { Layer } from '../layer.js';
import { type Outgoing, type Wrapped, wrap } from '../message.js';
import { messageId } from './message-id.js';

export class LamportClock {
  private value = 0;

  /** Time of the last event; 0 before the first. */
  get time(): number {
    return this.value;
  }

  /** Something happens here, such as a message being sent: its time. */
  tick(): number {
    return ++this.value;
  }

  /** A message that was sent at that time is received: the time of the receipt. */
  witness(time: number): number {
    this.value = Math.max(this.value, time) + 1;
    return this.value;
  }
}

type Stamped = {
  /** How many messages its sender had sent before. */
  readonly number: number;
  readonly time: number;
  readonly inner: Wrapped;
};

export type LamportClockContents = { STAMPED: Stamped };

/** Stamps the messages that it carries. */
export class LamportClockLayer extends Layer<LamportClockContents> {
  private readonly clock = new LamportClock();
  private accepted = 0;

  protected readonly handlers = {
    STAMPED: (stamped: Stamped, from: number) => this.handleStamped(stamped, from),
  };

  /** Time of the last event; during a delivery, of that. */
  get time(): number {
    return this.clock.time;
  }

  /** Something else happens here that is to have a time. */
  tick(): number {
    return this.clock.tick();
  }

  send(message: Outgoing): void {
    if (this.process.isCrashed) return;
    const number = this.accepted++;
    const time = this.clock.tick();
    this.note('accept', { message: messageId(this.process.id, number), to: [...message.to], time });
    this.sendTo(message.to, 'STAMPED', { number, time, inner: wrap(message) });
  }

  private handleStamped({ number, time, inner }: Stamped, from: number): void {
    this.note('deliver', { message: messageId(from, number), time: this.clock.witness(time) });
    this.passUp(inner, from);
  }
}

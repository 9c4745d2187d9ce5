/**
 * Logical clocks (Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, 1978).
 *
 * Guarantee: if one event may have caused another, its time is lower. The converse does not hold.
 * Assumes: nothing of the channels, nor that processes stay up.
 *
 * `LamportClock` is the clock alone, for protocols that have one. `LamportClockLayer` keeps one for whoever stands on it:
 * `wire(new LamportClockLayer(process), 'clock', network)`.
 */
import { ClockLayer, type LogicalClock } from './clock-layer.js';

export class LamportClock implements LogicalClock<number> {
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

export class LamportClockLayer extends ClockLayer<number> {
  protected readonly clock = new LamportClock();
}

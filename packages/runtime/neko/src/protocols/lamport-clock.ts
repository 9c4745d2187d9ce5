/**
 * Logical clocks (Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, 1978).
 *
 * Guarantee: if one event may have caused another, its time is lower. The converse does not hold.
 * Assumes: nothing.
 *
 * `LamportClock` is the clock alone, for use in protocols. `LamportClockLayer` is a layer that keeps one: `wire(new
 * LamportClockLayer(process), 'clock', network)`.
 */
import { ClockLayer, type LogicalClock } from './clock-layer.js';

export class LamportClock implements LogicalClock<number> {
  private value = 0;

  /** Time of the last event; 0 before the first. */
  get time(): number {
    return this.value;
  }

  tick(): number {
    return ++this.value;
  }

  witness(time: number): number {
    this.value = Math.max(this.value, time) + 1;
    return this.value;
  }
}

export class LamportClockLayer extends ClockLayer<number> {
  protected readonly clock = new LamportClock();
}

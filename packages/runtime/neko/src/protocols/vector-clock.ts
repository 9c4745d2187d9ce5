/**
 * Vector clocks (Fidge, 1988; Mattern, Virtual Time and Global States of Distributed Systems, 1989).
 *
 * Guarantee: one event may have caused another exactly if its time is `before` that of the other.
 * Assumes: nothing of the channels, nor that processes stay up.
 *
 * `VectorClock` is the clock alone, for protocols that have one. `VectorClockLayer` keeps one for whoever stands on it:
 * `wire(new VectorClockLayer(process), 'clock', network)`.
 */
import { ClockLayer, type LogicalClock } from './clock-layer.js';

/** By process: how many of its events are known. */
export type VectorTime = readonly number[];

export type VectorOrder = 'before' | 'after' | 'equal' | 'concurrent';

export function compareVectorTimes(a: VectorTime, b: VectorTime): VectorOrder {
  if (a.length !== b.length)
    throw new RangeError(`vector times of ${a.length} and of ${b.length} processes cannot be compared`);
  const isSomewhereLess = a.some((value, process) => value < b[process]!);
  const isSomewhereMore = a.some((value, process) => value > b[process]!);
  if (isSomewhereLess) return isSomewhereMore ? 'concurrent' : 'before';
  return isSomewhereMore ? 'after' : 'equal';
}

export class VectorClock implements LogicalClock<VectorTime> {
  private readonly values: number[];

  /** @param own The process whose clock it is, of n. */
  constructor(
    n: number,
    private readonly own: number,
  ) {
    this.values = Array.from({ length: n }, () => 0);
  }

  /** Time of the last event; zeros before the first. A copy: it stays as it is. */
  get time(): VectorTime {
    return [...this.values];
  }

  /** Something happens here, such as a message being sent: its time. */
  tick(): VectorTime {
    this.values[this.own]!++;
    return this.time;
  }

  /** A message that was sent at that time is received: the time of the receipt. */
  witness(time: VectorTime): VectorTime {
    for (const [process, value] of this.values.entries()) this.values[process] = Math.max(value, time[process]!);
    return this.tick();
  }
}

export class VectorClockLayer extends ClockLayer<VectorTime> {
  protected readonly clock = new VectorClock(this.process.n, this.process.id);
}

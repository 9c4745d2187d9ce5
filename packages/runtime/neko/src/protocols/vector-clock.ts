/**
 * Vector clocks (Fidge, 1988; Mattern, Virtual Time and Global States of Distributed Systems, 1989).
 *
 * Guarantee: one event may have caused another exactly if its time is `before` that of the other.
 * Assumes: nothing.
 *
 * `VectorClock` is the clock alone, for use in protocols. `VectorClockLayer` is a layer that keeps one: `wire(new
 * VectorClockLayer(process), 'clock', network)`.
 */
import { ClockLayer, type LogicalClock } from './clock-layer.js';

/** By process: the number of its known events. */
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

  /** @param own The process that the clock belongs to, of n. */
  constructor(
    n: number,
    private readonly own: number,
  ) {
    this.values = Array.from({ length: n }, () => 0);
  }

  /** Time of the last event; zeros before the first. A copy. */
  get time(): VectorTime {
    return [...this.values];
  }

  tick(): VectorTime {
    this.values[this.own]!++;
    return this.time;
  }

  witness(time: VectorTime): VectorTime {
    for (const [process, value] of this.values.entries()) this.values[process] = Math.max(value, time[process]!);
    return this.tick();
  }
}

export class VectorClockLayer extends ClockLayer<VectorTime> {
  protected readonly clock = new VectorClock(this.process.n, this.process.id);
}

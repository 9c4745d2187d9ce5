import type { Clock } from './clock.js';

/** Allows so many at once and so many a second in the long run. */
export class Bucket {
  private readonly perSecond: number;
  private readonly burst: number;
  private readonly clock: Clock;
  private left: number;
  private asOf: number;

  constructor(perSecond: number, burst: number, clock: Clock) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.clock = clock;
    this.left = burst;
    this.asOf = clock.now();
  }

  /** Whether there is one left; it is then used up. */
  take(): boolean {
    const now = this.clock.now();
    this.left = Math.min(this.burst, this.left + ((now - this.asOf) / 1000) * this.perSecond);
    this.asOf = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}

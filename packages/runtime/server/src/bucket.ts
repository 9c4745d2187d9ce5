import type { Clock } from './clock.js';

/** A token bucket: allows bursts of `burst`, and `perSecond` in the long run. */
export class Bucket {
  private left: number;
  private updatedAt: number;

  constructor(
    private readonly perSecond: number,
    private readonly burst: number,
    private readonly clock: Clock,
  ) {
    this.left = burst;
    this.updatedAt = clock.now();
  }

  /** Takes one if any is left; returns whether it did. */
  take(): boolean {
    const now = this.clock.now();
    this.left = Math.min(this.burst, this.left + ((now - this.updatedAt) / 1000) * this.perSecond);
    this.updatedAt = now;
    if (this.left < 1) return false;
    this.left--;
    return true;
  }
}

import type { Clock } from './clock.js';

/** At most one is in control at a time: until it lets go, leaves, or gives no orders for a while and another asks. */
export class Lease<T> {
  private readonly idleMs: number;
  private readonly clock: Clock;
  private currentHolder: T | undefined;
  private usedAt = 0;

  constructor(idleMs: number, clock: Clock) {
    this.idleMs = idleMs;
    this.clock = clock;
  }

  get holder(): T | undefined {
    return this.currentHolder;
  }

  /** Whether it is, or is now, in control; that counts as an order. */
  take(who: T): boolean {
    const now = this.clock.now();
    const isFree = this.currentHolder === undefined || now - this.usedAt >= this.idleMs;
    if (this.currentHolder !== who && !isFree) return false;
    this.currentHolder = who;
    this.usedAt = now;
    return true;
  }

  /** Has no effect on one that another holds. */
  release(who: T): void {
    if (this.currentHolder === who) this.currentHolder = undefined;
  }
}

import type { Clock } from './clock.js';

/** Control that one client holds until it releases it, or is idle for `idleMs` while another client requests it. */
export class Lease<T> {
  private currentHolder: T | undefined;
  private usedAt = 0;

  constructor(
    private readonly idleMs: number,
    private readonly clock: Clock,
  ) {}

  get holder(): T | undefined {
    return this.currentHolder;
  }

  /** Takes or renews the lease; returns whether the client holds it now. */
  take(client: T): boolean {
    const now = this.clock.now();
    const isFree = this.currentHolder === undefined || now - this.usedAt >= this.idleMs;
    if (this.currentHolder !== client && !isFree) return false;
    this.currentHolder = client;
    this.usedAt = now;
    return true;
  }

  /** Has no effect unless the client holds the lease. */
  release(client: T): void {
    if (this.currentHolder === client) this.currentHolder = undefined;
  }
}

import { LivelockError } from './errors.js';

/**
 * Detects that simulated time hardly advances: one owner has too many events within a very short time. Instants are not
 * compared for equality, since a clock that advances by one rounding step per event advances too slowly as well.
 *
 * A million robots that start together have a million events at one instant, which is legal. So events are counted per
 * owner, and only when a window has had more events than any one owner may have.
 */
export class LivelockGuard {
  private events = 0;
  private windowStart = 0;
  private windowEnd = -Infinity;
  private readonly perOwner = new Map<number, number>();

  /**
   * @param limit Events that one owner may have within a window.
   * @param window Length of a window (s).
   */
  constructor(
    private readonly limit: number,
    private readonly window: number,
  ) {}

  advance(now: number): void {
    if (now > this.windowEnd) this.beginWindow(now);
  }

  /** Counts an event; returns whether events must be counted per owner. */
  isSuspect(): boolean {
    return ++this.events > this.limit;
  }

  count(now: number, owner: number, describe: () => string): void {
    const events = (this.perOwner.get(owner) ?? 0) + 1;
    this.perOwner.set(owner, events);
    if (events > this.limit) throw new LivelockError(this.report(now, describe()));
  }

  private beginWindow(now: number): void {
    this.windowStart = now;
    this.windowEnd = now + this.window;
    this.events = 0;
    if (this.perOwner.size > 0) this.perOwner.clear();
  }

  private report(now: number, last: string): string {
    const busiest = [...this.perOwner].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 5);
    const owners = busiest.map(([owner, events]) => `${owner} (${events} events)`).join(', ');
    return (
      `time hardly advances at t = ${now}: ${this.events} events since t = ${this.windowStart}. ` +
      `The last was "${last}"; busiest owners: ${owners}. ` +
      `Each event seems to cause the next one at once; raise livelockLimit (${this.limit}) if this comes to an end.`
    );
  }
}

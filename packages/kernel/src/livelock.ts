import { LivelockError } from './errors.js';

/**
 * Finds that simulated time no longer goes on: some owner has events without end at one instant. A million robots
 * that start together have a million events at one instant and are legal, so owners are counted one by one, and only
 * when the instant has had more events than any one owner may have.
 */
export class LivelockGuard {
  private eventsAtInstant = 0;
  private readonly perOwner = new Map<number, number>();

  /** @param limit Events that one owner may have at one instant. */
  constructor(private readonly limit: number) {}

  /** Time went on. */
  reset(): void {
    this.eventsAtInstant = 0;
    if (this.perOwner.size > 0) this.perOwner.clear();
  }

  /** One more event at this instant: whether they have become so many that their owners must be counted. */
  isSuspect(): boolean {
    return ++this.eventsAtInstant > this.limit;
  }

  count(now: number, owner: number, describe: () => string): void {
    const events = (this.perOwner.get(owner) ?? 0) + 1;
    this.perOwner.set(owner, events);
    if (events > this.limit) throw new LivelockError(this.report(now, describe()));
  }

  private report(now: number, last: string): string {
    const busiest = [...this.perOwner].sort(([a, x], [b, y]) => y - x || a - b).slice(0, 5);
    const owners = busiest.map(([owner, events]) => `${owner} (${events} events)`).join(', ');
    return (
      `time stands still at t = ${now}: ${this.eventsAtInstant} events at this instant and no end in sight. ` +
      `The last was "${last}"; busiest owners: ${owners}. ` +
      `Something answers each event by another at once; raise livelockLimit (${this.limit}) if that comes to an end.`
    );
  }
}

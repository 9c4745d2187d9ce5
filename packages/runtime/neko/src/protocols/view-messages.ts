import type { Wrapped } from '../message.js';
import { SeenNumbers } from './queues.js';

export type GroupMessage = {
  readonly origin: number;
  /** Number of earlier messages of the origin in the view. */
  readonly number: number;
  /** Number of earlier messages of the origin in all views. */
  readonly k: number;
  readonly inner: Wrapped;
};

/** The messages that a member has delivered in a view, and which of them all members have. */
export class ViewMessages {
  /** Number of messages delivered. */
  delivered = 0;
  private readonly seen: readonly SeenNumbers[];
  /** Delivered without a gap, by origin. */
  private readonly complete: number[];
  /** By member, then by origin: the number of messages that it reported as delivered without a gap. */
  private readonly reports = new Map<number, readonly number[]>();
  /** Messages that some member may lack, by origin and number. */
  private readonly kept: Map<number, GroupMessage>[];

  constructor(
    n: number,
    private readonly members: readonly number[],
  ) {
    this.seen = Array.from({ length: n }, () => new SeenNumbers());
    this.complete = Array.from({ length: n }, () => 0);
    this.kept = Array.from({ length: n }, () => new Map<number, GroupMessage>());
  }

  /** Identity of the next message of a member. */
  nextOf(origin: number): { origin: number; number: number } {
    return { origin, number: this.complete[origin]! };
  }

  add(message: GroupMessage): boolean {
    const { origin, number } = message;
    const seen = this.seen[origin]!;
    if (!seen.add(number)) return false;
    this.delivered++;
    this.kept[origin]!.set(number, message);
    while (seen.has(this.complete[origin]!)) this.complete[origin]!++;
    return true;
  }

  /** By origin: the number of messages delivered without a gap. */
  counts(): number[] {
    return [...this.complete];
  }

  /** Takes a member's report of its deliveries, and forgets the messages that all have. */
  report(member: number, counts: readonly number[]): void {
    const before = this.reports.get(member);
    // Reports may arrive out of order: the counts only grow.
    const latest = before === undefined ? counts : counts.map((count, origin) => Math.max(count, before[origin]!));
    this.reports.set(member, latest);
    if (!this.members.every((id) => this.reports.has(id))) return;
    for (const [origin, kept] of this.kept.entries()) {
      const stable = Math.min(...this.members.map((id) => this.reports.get(id)![origin]!));
      for (const number of kept.keys()) if (number < stable) kept.delete(number);
    }
  }

  /** The messages that some member may lack. */
  unstable(): GroupMessage[] {
    return this.kept.flatMap((kept) => [...kept.values()].toSorted((a, b) => a.number - b.number));
  }
}

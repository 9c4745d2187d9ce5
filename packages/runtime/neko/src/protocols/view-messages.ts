import type { Wrapped } from '../message.js';
import { SeenNumbers } from './queues.js';

/** A message broadcast in a view of a group. */
export type GroupMessage = {
  readonly origin: number;
  /** How many messages its origin had broadcast in the view before. */
  readonly number: number;
  /** How many messages its origin had broadcast before, in all views. */
  readonly k: number;
  readonly inner: Wrapped;
};

/** The messages that a member has delivered in a view, and which of them all members are known to have delivered. */
export class ViewMessages {
  private count = 0;
  private readonly seen: readonly SeenNumbers[];
  /** Delivered without a gap, by origin. */
  private readonly complete: number[];
  /** What members have reported to have delivered without a gap: by member, then by origin. */
  private readonly reports = new Map<number, readonly number[]>();
  /** Not known to have been delivered by all, by origin and number. */
  private readonly kept: Map<number, GroupMessage>[];

  constructor(
    n: number,
    private readonly members: readonly number[],
  ) {
    this.seen = Array.from({ length: n }, () => new SeenNumbers());
    this.complete = Array.from({ length: n }, () => 0);
    this.kept = Array.from({ length: n }, () => new Map<number, GroupMessage>());
  }

  /** How many have been delivered. */
  get delivered(): number {
    return this.count;
  }

  /** What the next message of this member is called. */
  nextOf(origin: number): { origin: number; number: number } {
    return { origin, number: this.complete[origin]! };
  }

  /** Whether it is new. */
  add(message: GroupMessage): boolean {
    const { origin, number } = message;
    const seen = this.seen[origin]!;
    if (!seen.add(number)) return false;
    this.count++;
    this.kept[origin]!.set(number, message);
    while (seen.has(this.complete[origin]!)) this.complete[origin]!++;
    return true;
  }

  /** How many of each origin have been delivered without a gap. */
  counts(): number[] {
    return [...this.complete];
  }

  /** Takes what a member says that it has delivered, and forgets what all have. */
  report(member: number, counts: readonly number[]): void {
    const before = this.reports.get(member);
    // An older report may come later: the counts only grow.
    const latest = before === undefined ? counts : counts.map((count, origin) => Math.max(count, before[origin]!));
    this.reports.set(member, latest);
    if (!this.members.every((id) => this.reports.has(id))) return;
    for (const [origin, kept] of this.kept.entries()) {
      const stable = Math.min(...this.members.map((id) => this.reports.get(id)![origin]!));
      for (const number of kept.keys()) if (number < stable) kept.delete(number);
    }
  }

  /** What some member may lack. */
  unstable(): GroupMessage[] {
    return this.kept.flatMap((kept) => [...kept.values()].toSorted((a, b) => a.number - b.number));
  }
}

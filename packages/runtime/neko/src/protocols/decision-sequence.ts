import type { Consensus } from './consensus-protocol.js';
import { HoldBackQueue } from './queues.js';

/**
 * The decisions of a consensus in the order of instances, from 0. A process proposes for an instance only when it knows
 * the decision of the one before.
 */
export class DecisionSequence<T extends object> {
  private readonly queue = new HoldBackQueue<{ readonly value: T }>();
  private proposedUpTo = 0;
  private isTaking = false;

  /**
   * @param take Called with each decision.
   * @param settle Called when no further decision is available for now.
   */
  constructor(
    private readonly consensus: Consensus,
    private readonly take: (value: T) => void,
    private readonly settle: () => void,
  ) {
    consensus.onDecide((instance, value) => {
      this.queue.put(instance, { value: value as T });
      if (!this.isTaking) this.takeAll();
    });
  }

  /** The first instance whose decision has not been taken, which is the number of those taken. */
  get next(): number {
    return this.queue.next;
  }

  get hasProposed(): boolean {
    return this.proposedUpTo > this.next;
  }

  /** Takes decisions that the consensus made earlier. */
  restore(decisions: Iterable<readonly [instance: number, value: unknown]>): void {
    for (const [instance, value] of decisions) this.queue.put(instance, { value: value as T });
    this.takeAll();
  }

  propose(value: T): void {
    if (this.hasProposed) return;
    this.proposedUpTo = this.next + 1;
    this.consensus.propose(this.next, value);
  }

  private takeAll(): void {
    if (this.queue.peek() === undefined) return;
    this.isTaking = true;
    for (let next = this.queue.take(); next !== undefined; next = this.queue.take()) this.take(next.value);
    this.isTaking = false;
    this.settle();
  }
}

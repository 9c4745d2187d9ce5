/**
 * Mutual exclusion by permission of all (Ricart and Agrawala, An Optimal Algorithm for Mutual Exclusion in Computer
 * Networks, 1981): a process that wants to enter requests permission from all others. A process that is inside, or has
 * requested earlier, replies when it has left.
 *
 * Guarantee: at most one process is inside at any time; every process that requests enters, if those inside leave
 * again; in the order of the logical times of the requests. 2(n - 1) messages per entry.
 * Assumes: quasi-reliable channels without duplicates; they may reorder. No crashes: after one no process can enter.
 *
 * Wiring: `wire(new MutualExclusion(process), 'mutex', network or ReliableLink)`. It is called directly, not used as a
 * layer.
 */
import { type Guarantees, ONCE_LINK } from '../guarantees.js';
import { Protocol } from '../protocol.js';
import { LamportClock } from './lamport-clock.js';

type MutualExclusionContents = {
  REQUEST: { readonly time: number };
  REPLY: null;
};

/** A request or release in the wrong state. */
export class MutualExclusionError extends Error {
  override readonly name = 'MutualExclusionError';
}

export type MutualExclusionState = 'outside' | 'waiting' | 'inside';

export class MutualExclusion extends Protocol<MutualExclusionContents> {
  private readonly clock = new LamportClock();
  private readonly others: readonly number[] = Object.freeze(this.process.others);
  private readonly listeners: (() => void)[] = [];

  // Own request.
  private now: MutualExclusionState = 'outside';
  /** Logical time of the current request. */
  private requestTime = 0;
  private missingReplies = 0;

  // Requests of others, answered when this process has left.
  private readonly deferred = new Set<number>();

  protected readonly handlers = {
    REQUEST: ({ time }: MutualExclusionContents['REQUEST'], from: number) => {
      this.clock.witness(time);
      if (this.comesBefore(time, from)) this.deferred.add(from);
      else this.sendTo([from], 'REPLY', null);
    },
    REPLY: () => {
      if (--this.missingReplies === 0) this.enter();
    },
  };

  override get assumes(): Guarantees {
    return ONCE_LINK;
  }

  get state(): MutualExclusionState {
    return this.now;
  }

  /** Adds a listener that is called when this process is inside; it must release, then or later. */
  onEnter(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Requests to enter. Without other processes it is inside before this returns. */
  request(): void {
    if (this.process.isCrashed) return;
    if (this.now !== 'outside') throw this.misuse('request', 'call release first');
    this.now = 'waiting';
    this.requestTime = this.clock.tick();
    this.missingReplies = this.others.length;
    this.note('request', {});
    if (this.missingReplies === 0) this.enter();
    else this.sendTo(this.others, 'REQUEST', { time: this.requestTime });
  }

  /** Leaves, and lets the waiting processes enter. */
  release(): void {
    if (this.process.isCrashed) return;
    if (this.now !== 'inside') throw this.misuse('release', 'only a process that is inside can leave');
    this.now = 'outside';
    this.note('exit', {});
    const waiting = [...this.deferred].sort((a, b) => a - b);
    this.deferred.clear();
    if (waiting.length > 0) this.sendTo(waiting, 'REPLY', null);
  }

  private comesBefore(time: number, from: number): boolean {
    if (this.now !== 'waiting') return this.now === 'inside';
    return this.requestTime < time || (this.requestTime === time && this.process.id < from);
  }

  private enter(): void {
    this.now = 'inside';
    this.note('enter', {});
    for (const listener of this.listeners) listener();
  }

  private misuse(call: string, right: string): MutualExclusionError {
    return new MutualExclusionError(
      `${this.process.name}, protocol '${this.id}': ${call} while it is ${this.now}; ${right}`,
    );
  }
}

import type { Agenda } from './agenda.js';
import { WaitError } from './errors.js';
import { EventClass, type SimEvent } from './order.js';

/** What a wait needs of the process it belongs to. */
export interface Waiter {
  readonly id: number;
  readonly name: string;
  readonly agenda: Agenda;
  /** A process that was killed never goes on, whatever it still awaits. */
  readonly killed: boolean;
  /** Throws unless it is this process's turn. */
  checkTurn(action: string): void;
  armed(wait: Wait<unknown>): void;
  /** Somebody awaits it, or it became part of a composite. */
  noticed(wait: Wait<unknown>): void;
  /** It happened or was given up. */
  gone(wait: Wait<unknown>): void;
  /** Lets the continuations of a completed wait run, in the process's turn. */
  resume(wait: Wait<unknown>): void;
  /** Has the wait run, and so `wakeUp` called, when the events of this instant that come before authors' code are done. */
  resumeInOrder(wait: Wait<unknown>): void;
  wakeUp(wait: Wait<unknown>): void;
}

interface Listener {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** A wait made of others: `first`, `all`, `timeout`. */
export interface Composite {
  childCompleted(child: Wait<unknown>, inOrder: boolean): void;
  describe(): string;
}

/**
 * Something of the simulation that a process waits for. It is armed when it is made and can be awaited, returned, or
 * handed to `first`, `all` and `timeout`; unlike a promise it can be disarmed, and the kernel knows who listens.
 *
 * It goes from armed to completed (it happened; the value is there) and to delivered (the process went on with it), or
 * is disarmed. Completing and delivering are two steps: what happened at this instant is settled at once, but authors'
 * code runs only when nothing else of the instant is left that could change what it sees.
 */
export abstract class Wait<T> implements SimEvent {
  readonly class = EventClass.WakeUp;
  private state: 'armed' | 'completed' | 'delivered' | 'disarmed' = 'armed';
  private value: T | undefined;
  private parent: Composite | undefined;
  private listener: Listener | undefined;
  private moreListeners: Listener[] | undefined;

  constructor(protected readonly waiter: Waiter) {
    waiter.armed(this);
  }

  get low(): number {
    return this.waiter.id;
  }

  get high(): number {
    return this.waiter.id;
  }

  /** What is waited for, for people: `take(inbox)`. */
  abstract describe(): string;

  /** Takes back whatever would complete it: the timer, the place in the queue of a mailbox. */
  protected abstract release(): void;

  /** Whether leaving it un-awaited is surely a mistake. */
  get mustBeAwaited(): boolean {
    return true;
  }

  get hasHappened(): boolean {
    return this.state === 'completed' || this.state === 'delivered';
  }

  /** Whether the process goes on only when it happens. */
  get isAwaited(): boolean {
    return this.listener !== undefined;
  }

  /** The value. Only of a wait that has happened. */
  get result(): T {
    return this.value as T;
  }

  get owner(): Waiter {
    return this.waiter;
  }

  /** For `await`. There is no chaining by hand: `await` it, or compose it by `first`, `all` and `timeout`. */
  then(resolve: (value: T) => void, reject: (error: unknown) => void): void {
    if (this.waiter.killed) return;
    if (this.state === 'disarmed') {
      reject(new WaitError(`${this.waiter.name} awaits ${this.describe()}, which was given up: ${WHY_GIVEN_UP}`));
    } else if (this.state === 'delivered') {
      resolve(this.value as T);
    } else {
      const isFirst = this.listener === undefined;
      if (isFirst) this.listener = { resolve, reject };
      else (this.moreListeners ??= []).push({ resolve, reject });
      if (isFirst) this.waiter.noticed(this);
      // It had happened before anyone asked: the process goes on in this very turn.
      if (isFirst && this.state === 'completed') this.deliver();
    }
  }

  /** Run by the kernel when it is the time of authors' code. */
  run(): void {
    this.waiter.wakeUp(this);
  }

  /**
   * It happened. `inOrder`: it is not the time of authors' code yet, so that the process is only put on the list of
   * those who go on at this instant.
   */
  complete(value: T, inOrder: boolean): void {
    if (this.state !== 'armed') return;
    this.state = 'completed';
    this.value = value;
    this.waiter.gone(this);
    if (this.parent !== undefined) this.parent.childCompleted(this, inOrder);
    else if (this.listener === undefined) return;
    else if (inOrder) this.waiter.resumeInOrder(this);
    else this.waiter.resume(this);
  }

  /** Runs the continuations. Only the process does this, in its turn. */
  deliver(): void {
    this.state = 'delivered';
    const { listener, moreListeners } = this;
    this.listener = undefined;
    this.moreListeners = undefined;
    listener?.resolve(this.value as never);
    if (moreListeners !== undefined) for (const other of moreListeners) other.resolve(this.value as never);
  }

  /** Gives it up: it will not happen any more. */
  disarm(): void {
    if (this.state !== 'armed') return;
    this.state = 'disarmed';
    this.waiter.gone(this);
    this.release();
  }

  /** Gives it up and tells those who await it why. Only the process does this, in its turn. */
  abandon(error: unknown): void {
    const { listener, moreListeners } = this;
    this.listener = undefined;
    this.moreListeners = undefined;
    this.disarm();
    listener?.reject(error);
    if (moreListeners !== undefined) for (const other of moreListeners) other.reject(error);
  }

  /** Makes it part of a composite, which then is what the process waits for. */
  joinIn(parent: Composite): void {
    const busy = this.parent !== undefined || this.listener !== undefined;
    if (this.state === 'disarmed' || busy) {
      const why = busy ? 'is awaited elsewhere already' : `was given up: ${WHY_GIVEN_UP}`;
      throw new WaitError(`${this.describe()} cannot be part of ${parent.describe()}: it ${why}`);
    }
    this.parent = parent;
    this.waiter.noticed(this);
  }

  /** Leaves a composite that has settled, or was given up, without it. */
  leave(): void {
    this.parent = undefined;
    if (this.hasHappened) this.giveBack();
    else this.disarm();
  }

  /** Leaves a composite whose value it went into. */
  leaveUsed(): void {
    this.parent = undefined;
  }

  /** It happened, but nobody will see its value. */
  protected giveBack(): void {}
}

const WHY_GIVEN_UP = 'it lost a first() or timeout(), or its process was interrupted';

/**
 * Something under way that goes on whether anyone awaits it or not, such as a robot's motion. Whoever does the work
 * says when it is done. It survives losing a `first`, and may be awaited again.
 */
export class Completion<T> extends Wait<T> {
  constructor(
    waiter: Waiter,
    private readonly label: () => string,
  ) {
    super(waiter);
  }

  /** Says that it is done. Saying so twice has no effect. */
  settle(value: T): void {
    this.complete(value, true);
  }

  override describe(): string {
    return this.label();
  }

  override get mustBeAwaited(): boolean {
    return false;
  }

  override disarm(): void {
    // Not to wait for it does not end it.
  }

  protected override release(): void {}
}

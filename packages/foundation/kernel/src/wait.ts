import type { Agenda } from './event-queue.js';
import { WaitError } from './errors.js';
import type { Link } from './linked-list.js';
import { EventClass, type SimEvent } from './order.js';

/** The task of a wait, as the wait sees it. */
export interface Waiter {
  readonly id: number;
  readonly name: string;
  readonly agenda: Agenda;
  readonly killed: boolean;
  /** Whether it is the task's turn; ignored for a killed task. */
  readonly mayAct: boolean;
  /** Ends the run and throws, since the task acted out of its turn. */
  outOfTurn(action: string): never;
  armed(wait: Wait<unknown>): void;
  /** Called when the wait is awaited or joins a composite; `again` if this is not the first time. */
  noticed(wait: Wait<unknown>, again: boolean): void;
  gone(wait: Wait<unknown>): void;
  /** Runs the continuations of a completed wait, in the task's turn. */
  resume(wait: Wait<unknown>): void;
  /** Schedules the wait, which then calls `wakeUp`, after the events of this instant that come before authors' code. */
  resumeInOrder(wait: Wait<unknown>): void;
  wakeUp(wait: Wait<unknown>): void;
  /**
   * Called when the wait had happened before it was awaited, so that the task continues in the same turn. Returns false if
   * that repeats without end.
   */
  passAtOnce(wait: Wait<unknown>): boolean;
  /** Called when the wait that ended a round has happened or was disarmed. */
  nextRound(): void;
  roundFailed(error: unknown): void;
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
 * Something of the simulation that a task waits for. It is armed when it is created and can be awaited, returned, or
 * passed to `first`, `all` and `timeout`; unlike a promise it can be disarmed, and the kernel knows its listeners.
 *
 * It changes from armed to completed (it has a value) and to delivered (the task continued with it), or to disarmed.
 * Completing and delivering are two steps: an event of this instant completes it at once, but authors' code runs only
 * when nothing else of the instant is left that could change what it sees.
 */
export abstract class Wait<T> implements SimEvent, Link<Wait<unknown>> {
  // Links in the task's list.
  older: Wait<unknown> | undefined = undefined;
  newer: Wait<unknown> | undefined = undefined;
  private state: 'armed' | 'completed' | 'delivered' | 'disarmed' = 'armed';
  private noticed = false;
  private value: T | undefined = undefined;
  private parent: Composite | undefined = undefined;
  /** Whether a round returned it: the cheapest way to wait, since it allocates nothing. */
  private endsRound = false;
  // The first listener, nearly always the only one, without an object of its own.
  private resolve: ((value: never) => void) | undefined = undefined;
  private reject: ((error: unknown) => void) | undefined = undefined;
  private moreListeners: Listener[] | undefined = undefined;

  constructor(protected readonly waiter: Waiter) {
    // Waits of a killed task have no effect.
    if (waiter.killed) this.state = 'disarmed';
    else waiter.armed(this);
  }

  get class(): EventClass {
    return EventClass.WakeUp;
  }

  get low(): number {
    return this.waiter.id;
  }

  get high(): number {
    return this.waiter.id;
  }

  /** For messages, such as `take(inbox)`. */
  abstract describe(): string;

  /** Removes the source of its completion: the timer, or the position in a mailbox's queue. */
  protected abstract release(): void;

  /** Whether it is a mistake not to await it. */
  get mustBeAwaited(): boolean {
    return true;
  }

  /** Whether it must be awaited but is not yet. */
  get isForgotten(): boolean {
    return !this.noticed && this.mustBeAwaited;
  }

  get wasAwaited(): boolean {
    return this.noticed;
  }

  get isArmed(): boolean {
    return this.state === 'armed';
  }

  get hasHappened(): boolean {
    return this.state === 'completed' || this.state === 'delivered';
  }

  /** Whether the task continues only when it happens. */
  get isAwaited(): boolean {
    return this.resolve !== undefined || this.endsRound;
  }

  /** The value of a wait that has happened. Subclasses may compute it on first use. */
  get result(): T {
    return this.value as T;
  }

  get owner(): Waiter {
    return this.waiter;
  }

  /** For `await`. It cannot be chained: `await` it, or compose it with `first`, `all` and `timeout`. */
  then(resolve: (value: T) => void, reject: (error: unknown) => void): void {
    if (this.waiter.killed) return;
    if (!this.waiter.mayAct) this.waiter.outOfTurn(`await of ${this.describe()}`);
    if (this.state === 'disarmed') {
      reject(new WaitError(`${this.waiter.name} awaits ${this.describe()}, which was disarmed: ${WHY_DISARMED}`));
    } else if (this.parent !== undefined) {
      reject(
        new WaitError(
          `${this.waiter.name} awaits ${this.describe()}, which is part of ${this.parent.describe()}: await that`,
        ),
      );
    } else if (this.state === 'delivered') {
      if (this.waiter.passAtOnce(this)) resolve(this.result);
    } else if (this.isAwaited) {
      (this.moreListeners ??= []).push({ resolve, reject });
    } else {
      this.resolve = resolve;
      this.reject = reject;
      this.notice();
      if (this.state === 'completed' && this.waiter.passAtOnce(this)) this.deliver();
    }
  }

  /** Makes the task continue with its next round when it happens; returns false if that is not possible. */
  endRound(): boolean {
    if (this.state !== 'armed' || this.parent !== undefined || this.isAwaited) return false;
    this.endsRound = true;
    this.notice();
    return true;
  }

  /** Called by the kernel when authors' code may run. */
  run(): void {
    this.waiter.wakeUp(this);
  }

  /**
   * Completes it. `inOrder`: authors' code may not run yet, so the task is only scheduled to resume at this instant.
   */
  complete(value: T | undefined, inOrder: boolean): void {
    if (this.state !== 'armed') return;
    this.state = 'completed';
    this.value = value;
    this.waiter.gone(this);
    if (this.parent !== undefined) this.parent.childCompleted(this, inOrder);
    else if (!this.isAwaited) return;
    else if (inOrder) this.waiter.resumeInOrder(this);
    else this.waiter.resume(this);
  }

  /** Runs the continuations. Only called by the task, in its turn. */
  deliver(): void {
    const { resolve, moreListeners, endsRound } = this;
    this.forgetListeners();
    this.use();
    if (endsRound) this.waiter.nextRound();
    else resolve?.(this.result as never);
    if (moreListeners !== undefined) for (const other of moreListeners) other.resolve(this.result as never);
  }

  /** For a task that uses its value without awaiting it. */
  pass(): void {
    this.notice();
    this.use();
  }

  /** Marks its value as used: it can no longer be given back. */
  use(): void {
    if (this.state === 'completed') this.state = 'delivered';
  }

  disarm(): void {
    if (this.state !== 'armed') return;
    this.state = 'disarmed';
    this.waiter.gone(this);
    this.release();
  }

  /** Disarms it and rejects its listeners. Only called by the task, in its turn. */
  abandon(error: unknown): void {
    const { reject, moreListeners, endsRound } = this;
    this.forgetListeners();
    this.disarm();
    if (endsRound) this.waiter.roundFailed(error);
    else reject?.(error);
    if (moreListeners !== undefined) for (const other of moreListeners) other.reject(error);
  }

  /** Makes it part of a composite, which the task then waits for. */
  join(parent: Composite): void {
    const busy = this.parent !== undefined || this.isAwaited;
    if (this.state === 'disarmed' || busy) {
      const why = busy ? 'is awaited elsewhere already' : `was disarmed: ${WHY_DISARMED}`;
      throw new WaitError(`${this.describe()} cannot be part of ${parent.describe()}: it ${why}`);
    }
    this.parent = parent;
    this.notice();
  }

  /** Leaves a composite that used its value. */
  leaveUsed(): void {
    this.parent = undefined;
  }

  /** Leaves a composite that was completed or disarmed without it. */
  leave(composite: Composite): void {
    // An undertaking may be part of another composite by now.
    if (this.parent !== undefined && this.parent !== composite) return;
    this.parent = undefined;
    if (this.state === 'armed') this.disarm();
    else this.forgo();
  }

  /** Its value, if any, will not be used. */
  forgo(): void {
    if (this.state === 'completed' && this.giveBack()) this.state = 'disarmed';
  }

  /** Returns the value to its source; returns whether the wait lost it. */
  protected giveBack(): boolean {
    return false;
  }

  private notice(): void {
    const again = this.noticed;
    this.noticed = true;
    this.waiter.noticed(this, again);
  }

  private forgetListeners(): void {
    this.endsRound = false;
    this.resolve = undefined;
    this.reject = undefined;
    this.moreListeners = undefined;
  }
}

const WHY_DISARMED = 'it lost a first() or timeout(), or its task was interrupted';

/**
 * Something in progress that continues whether it is awaited or not, such as a robot's motion. Other code settles it.
 * It survives losing a `first`, and may be awaited again.
 */
export abstract class Undertaking<T> extends Wait<T> {
  /** Completes it. A second call has no effect. */
  settle(value: T): void {
    this.complete(value, true);
  }

  override get mustBeAwaited(): boolean {
    return false;
  }

  override disarm(): void {
    // An undertaking continues without being awaited.
  }

  protected override release(): void {}
}

/** An undertaking with a given description. */
export class Completion<T> extends Undertaking<T> {
  constructor(
    waiter: Waiter,
    private readonly label: () => string,
  ) {
    super(waiter);
  }

  override describe(): string {
    return this.label();
  }
}

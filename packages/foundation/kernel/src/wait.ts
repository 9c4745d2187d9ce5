import type { Agenda } from './agenda.js';
import { WaitError } from './errors.js';
import type { Link } from './linked-list.js';
import { EventClass, type SimEvent } from './order.js';

/** What a wait needs of the task it belongs to. */
export interface Waiter {
  readonly id: number;
  readonly name: string;
  readonly agenda: Agenda;
  /** A task that was killed never goes on, whatever it still awaits. */
  readonly killed: boolean;
  /** Whether it is this task's turn; of one that was killed it does not matter. */
  readonly mayAct: boolean;
  /** Ends the run, and throws: it did something when it was not its turn. */
  outOfTurn(action: string): never;
  /** The wait was made. */
  armed(wait: Wait<unknown>): void;
  /** Somebody awaits it, or it became part of a composite; `anew` if that had happened before. */
  noticed(wait: Wait<unknown>, anew: boolean): void;
  /** It happened or was given up. */
  gone(wait: Wait<unknown>): void;
  /** Lets the continuations of a completed wait run, in the task's turn. */
  resume(wait: Wait<unknown>): void;
  /** Has the wait run, and so `wakeUp` called, when the events of this instant that come before authors' code are done. */
  resumeInOrder(wait: Wait<unknown>): void;
  wakeUp(wait: Wait<unknown>): void;
  /** It had happened before it was awaited: the task goes on in this very turn. False if it did so without end. */
  passAtOnce(wait: Wait<unknown>): boolean;
  /** What ended a round has happened, or was given up. */
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
 * Something of the simulation that a task waits for. It is armed when it is made and can be awaited, returned, or
 * handed to `first`, `all` and `timeout`; unlike a promise it can be disarmed, and the kernel knows who listens.
 *
 * It goes from armed to completed (it happened; the value is there) and to delivered (the task went on with it), or
 * is disarmed. Completing and delivering are two steps: what happened at this instant is settled at once, but authors'
 * code runs only when nothing else of the instant is left that could change what it sees.
 */
export abstract class Wait<T> implements SimEvent, Link<Wait<unknown>> {
  // For the list of the task.
  older: Wait<unknown> | undefined = undefined;
  newer: Wait<unknown> | undefined = undefined;
  private state: 'armed' | 'completed' | 'delivered' | 'disarmed' = 'armed';
  /** Whether somebody awaited it, or it became part of a composite. */
  private noticed = false;
  private value: T | undefined = undefined;
  private parent: Composite | undefined = undefined;
  /** Whether a round returned it: of all ways to wait the cheapest, since nothing has to be made for it. */
  private endsRound = false;
  // The first listener, nearly always the only one, without an object of its own.
  private resolve: ((value: never) => void) | undefined = undefined;
  private reject: ((error: unknown) => void) | undefined = undefined;
  private moreListeners: Listener[] | undefined = undefined;

  constructor(protected readonly waiter: Waiter) {
    // Nothing that a task does after it was killed has an effect.
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

  /** What is waited for, for people: `take(inbox)`. */
  abstract describe(): string;

  /** Takes back whatever would complete it: the timer, the place in the queue of a mailbox. */
  protected abstract release(): void;

  /** Whether leaving it un-awaited is surely a mistake. */
  get mustBeAwaited(): boolean {
    return true;
  }

  /** Whether nobody has awaited it yet, which is a mistake. */
  get isForgotten(): boolean {
    return !this.noticed && this.mustBeAwaited;
  }

  /** Whether somebody awaited it, or it became part of a composite. */
  get wasAwaited(): boolean {
    return this.noticed;
  }

  get isArmed(): boolean {
    return this.state === 'armed';
  }

  get hasHappened(): boolean {
    return this.state === 'completed' || this.state === 'delivered';
  }

  /** Whether the task goes on only when it happens. */
  get isAwaited(): boolean {
    return this.resolve !== undefined || this.endsRound;
  }

  /** The value. Only of a wait that has happened. A kind of wait may make it when it is first read. */
  get result(): T {
    return this.value as T;
  }

  get owner(): Waiter {
    return this.waiter;
  }

  /** For `await`. There is no chaining by hand: `await` it, or compose it by `first`, `all` and `timeout`. */
  then(resolve: (value: T) => void, reject: (error: unknown) => void): void {
    if (this.waiter.killed) return;
    if (!this.waiter.mayAct) this.waiter.outOfTurn(`await of ${this.describe()}`);
    if (this.state === 'disarmed') {
      reject(new WaitError(`${this.waiter.name} awaits ${this.describe()}, which was given up: ${WHY_GIVEN_UP}`));
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

  /** Has the task go on with its next round when it happens; false if it cannot be waited for in this simple way. */
  endRound(): boolean {
    if (this.state !== 'armed' || this.parent !== undefined || this.isAwaited) return false;
    this.endsRound = true;
    this.notice();
    return true;
  }

  /** Run by the kernel when it is the time of authors' code. */
  run(): void {
    this.waiter.wakeUp(this);
  }

  /**
   * It happened. `inOrder`: it is not the time of authors' code yet, so that the task is only put on the list of
   * those who go on at this instant.
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

  /** Runs the continuations. Only the task does this, in its turn. */
  deliver(): void {
    const { resolve, moreListeners, endsRound } = this;
    this.forgetListeners();
    this.use();
    if (endsRound) this.waiter.nextRound();
    else resolve?.(this.result as never);
    if (moreListeners !== undefined) for (const other of moreListeners) other.resolve(this.result as never);
  }

  /** For a task that goes on with its value without having awaited it. */
  pass(): void {
    this.notice();
    this.use();
  }

  /** Its value has been seen: it can no longer be given back. */
  use(): void {
    if (this.state === 'completed') this.state = 'delivered';
  }

  /** Gives it up: it will not happen any more. */
  disarm(): void {
    if (this.state !== 'armed') return;
    this.state = 'disarmed';
    this.waiter.gone(this);
    this.release();
  }

  /** Gives it up and tells those who await it why. Only the task does this, in its turn. */
  abandon(error: unknown): void {
    const { reject, moreListeners, endsRound } = this;
    this.forgetListeners();
    this.disarm();
    if (endsRound) this.waiter.roundFailed(error);
    else reject?.(error);
    if (moreListeners !== undefined) for (const other of moreListeners) other.reject(error);
  }

  /** Makes it part of a composite, which then is what the task waits for. */
  joinIn(parent: Composite): void {
    const busy = this.parent !== undefined || this.isAwaited;
    if (this.state === 'disarmed' || busy) {
      const why = busy ? 'is awaited elsewhere already' : `was given up: ${WHY_GIVEN_UP}`;
      throw new WaitError(`${this.describe()} cannot be part of ${parent.describe()}: it ${why}`);
    }
    this.parent = parent;
    this.notice();
  }

  /** Leaves a composite whose value it went into. */
  leaveUsed(): void {
    this.parent = undefined;
  }

  /** Leaves a composite that has settled, or was given up, without it. */
  leave(composite: Composite): void {
    // What outlives a composite may be part of another one by now.
    if (this.parent !== undefined && this.parent !== composite) return;
    this.parent = undefined;
    if (this.state === 'armed') this.disarm();
    else this.forgo();
  }

  /** It may have happened, but nobody will see its value. */
  forgo(): void {
    if (this.state === 'completed' && this.giveBack()) this.state = 'disarmed';
  }

  /** Returns the value to where it came from; whether it went there, so that the wait no longer has it. */
  protected giveBack(): boolean {
    return false;
  }

  private notice(): void {
    const anew = this.noticed;
    this.noticed = true;
    this.waiter.noticed(this, anew);
  }

  private forgetListeners(): void {
    this.endsRound = false;
    this.resolve = undefined;
    this.reject = undefined;
    this.moreListeners = undefined;
  }
}

const WHY_GIVEN_UP = 'it lost a first() or timeout(), or its task was interrupted';

/**
 * Something under way that goes on whether anyone awaits it or not, such as a robot's motion. Whoever does the work
 * says when it is done. It survives losing a `first`, and may be awaited again.
 */
export abstract class Undertaking<T> extends Wait<T> {
  /** Says that it is done. Saying so twice has no effect. */
  settle(value: T): void {
    this.complete(value, true);
  }

  override get mustBeAwaited(): boolean {
    return false;
  }

  override disarm(): void {
    // Not to wait for it does not end it.
  }

  protected override release(): void {}
}

/** One that says what it is. */
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

import { WaitError } from './errors.js';
import { shownValue, sleep } from './sleep.js';
import { type Composite, Wait } from './wait.js';

/** Result of `first`: the index of the wait and its value. */
export interface First<T> {
  readonly index: number;
  readonly value: T;
}

/** Result of `timeout` when the time is over. */
export const TIMED_OUT = Symbol('timed out');

type ValueOf<W> = W extends Wait<infer T> ? T : never;

/**
 * The first of several waits to happen. The others are disarmed at the same instant, so that a `take` among them cannot
 * lose a message. (`Promise.race` leaves the losers armed.)
 */
export function first<const W extends readonly Wait<unknown>[]>(...waits: W): Wait<First<ValueOf<W[number]>>> {
  return new FirstWait(waits as unknown as Wait<ValueOf<W[number]>>[]).begin();
}

/** All of several waits, with their values in the given order. */
export function all<const W extends readonly Wait<unknown>[]>(...waits: W): Wait<{ [K in keyof W]: ValueOf<W[K]> }> {
  return new AllWait(waits).begin() as Wait<unknown> as Wait<{ [K in keyof W]: ValueOf<W[K]> }>;
}

/** A wait that is disarmed after some seconds. An event at that instant, before the timer, still counts. */
export function timeout<T>(wait: Wait<T>, seconds: number): Wait<T | typeof TIMED_OUT> {
  checkWait(wait, 'timeout', 1);
  return new TimeoutWait(wait, seconds).begin();
}

/** @param place From 1, among the arguments. */
function checkWait(part: unknown, label: string, place: number): void {
  if (part instanceof Wait) return;
  const what = Array.isArray(part) ? 'an array' : part instanceof Promise ? 'a promise' : shownValue(part);
  const hint = Array.isArray(part)
    ? `; pass the waits one by one: ${label}(a, b)`
    : part instanceof Promise
      ? '; await it through outside(promise)'
      : '';
  throw new WaitError(
    `${label}(): argument ${place}: expected a wait of a task, such as a motion, sleep() or receive(), got ${what}${hint}`,
  );
}

abstract class CompositeWait<T, R> extends Wait<R> implements Composite {
  constructor(
    private readonly label: string,
    protected readonly parts: readonly Wait<T>[],
  ) {
    const [one] = parts;
    if (one === undefined) throw new WaitError(`${label}() needs at least one wait, or it would wait forever`);
    for (const [i, part] of parts.entries()) checkWait(part, label, i + 1);
    if (new Set(parts).size < parts.length) throw new WaitError(`${label}() was given the same wait twice`);
    if (!one.owner.mayAct) one.owner.outOfTurn(`${label}()`);
    const stranger = parts.find((part) => part.owner !== one.owner);
    if (stranger !== undefined) {
      throw new WaitError(
        `${label}() was given a wait of ${one.owner.name} and one of ${stranger.owner.name}: a task can only wait ` +
          'for its own',
      );
    }
    super(one.owner);
  }

  begin(): this {
    if (this.waiter.killed) return this;
    for (const part of this.parts) part.join(this);
    // Some parts may have happened already, such as a message that was waiting.
    for (const part of this.parts) if (this.isArmed && part.hasHappened) this.childCompleted(part, true);
    return this;
  }

  abstract childCompleted(child: Wait<unknown>, inOrder: boolean): void;

  override describe(): string {
    return `${this.label}(${this.parts.map((part) => part.describe()).join(', ')})`;
  }

  override use(): void {
    super.use();
    for (const part of this.parts) part.use();
  }

  protected override release(): void {
    this.dismiss(undefined);
  }

  protected override giveBack(): boolean {
    this.dismiss(undefined);
    return true;
  }

  protected dismiss(winner: Wait<unknown> | undefined): void {
    // Armed parts leave first, so that none of them receives a value that another part gives back.
    for (const part of this.parts) if (part.isArmed) part.leave(this);
    for (const part of this.parts) if (part !== winner) part.leave(this);
    winner?.leaveUsed();
  }
}

class FirstWait<T> extends CompositeWait<T, First<T>> {
  constructor(parts: readonly Wait<T>[]) {
    super('first', parts);
  }

  override childCompleted(child: Wait<unknown>, inOrder: boolean): void {
    const index = this.parts.indexOf(child as Wait<T>);
    this.dismiss(child);
    this.complete({ index, value: this.parts[index]!.result }, inOrder);
  }
}

class AllWait extends CompositeWait<unknown, unknown[]> {
  private missing = this.parts.length;

  constructor(parts: readonly Wait<unknown>[]) {
    super('all', parts);
  }

  override childCompleted(_child: Wait<unknown>, inOrder: boolean): void {
    if (--this.missing > 0) return;
    for (const part of this.parts) part.leaveUsed();
    this.complete(
      this.parts.map((part) => part.result),
      inOrder,
    );
  }
}

class TimeoutWait<T> extends CompositeWait<T | void, T | typeof TIMED_OUT> {
  constructor(wait: Wait<T>, seconds: number) {
    super('timeout', [wait, sleep(wait.owner, seconds)]);
  }

  override childCompleted(child: Wait<unknown>, inOrder: boolean): void {
    this.dismiss(child);
    this.complete(child === this.parts[0] ? (child.result as T) : TIMED_OUT, inOrder);
  }
}

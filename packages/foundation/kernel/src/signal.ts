import { Wait, type Waiter } from './wait.js';

/** An event that may occur repeatedly; each time, the waiting tasks resume in the order of their ids. */
export class Signal<T = void> {
  /** Created on the first wait: most signals are never awaited. */
  private waits: Set<SignalWait<T>> | undefined;

  constructor(readonly name = 'a signal') {}

  fire(value: T): void {
    const { waits } = this;
    this.waits = undefined;
    if (waits !== undefined) for (const wait of waits) wait.complete(value, true);
  }

  wait(waiter: Waiter): Wait<T> {
    if (!waiter.mayAct) waiter.outOfTurn(`until(${this.name})`);
    const wait = new SignalWait<T>(waiter, this);
    if (wait.isArmed) this.remember(wait);
    return wait;
  }

  forget(wait: SignalWait<T>): void {
    this.waits?.delete(wait);
  }

  protected remember(wait: SignalWait<T>): void {
    (this.waits ??= new Set()).add(wait);
  }
}

/** An event that occurs once: later waits complete at once. */
export class Latch<T = void> extends Signal<T> {
  private outcome: { readonly value: T } | undefined;

  get isSet(): boolean {
    return this.outcome !== undefined;
  }

  override fire(value: T): void {
    if (this.outcome !== undefined) return;
    this.outcome = { value };
    super.fire(value);
  }

  protected override remember(wait: SignalWait<T>): void {
    if (this.outcome === undefined) super.remember(wait);
    else wait.complete(this.outcome.value, true);
  }
}

class SignalWait<T> extends Wait<T> {
  constructor(
    waiter: Waiter,
    private readonly signal: Signal<T>,
  ) {
    super(waiter);
  }

  override describe(): string {
    return `until(${this.signal.name})`;
  }

  protected override release(): void {
    this.signal.forget(this);
  }
}

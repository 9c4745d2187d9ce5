import { Wait, type Waiter } from './wait.js';

/** A queue between parties: what is put in is taken out once, in order, by whoever waited longest. */
export class Mailbox<T> {
  private items: T[] = [];
  private takers: Take<T>[] = [];

  constructor(readonly name = 'a mailbox') {}

  /** Number of items that nobody has taken yet. */
  get length(): number {
    return this.items.length;
  }

  put(item: T): void {
    const taker = this.takers.shift();
    if (taker === undefined) this.items.push(item);
    else taker.complete(item, true);
  }

  /** For `Process.take`. */
  wait(waiter: Waiter): Wait<T> {
    waiter.checkTurn(`take(${this.name})`);
    const take = new Take<T>(waiter, this);
    if (this.items.length > 0) take.complete(this.items.shift() as T, true);
    else this.takers.push(take);
    return take;
  }

  /** For a take that got its item but lost a `first`: the next one gets it, as if it had never left. */
  putBack(item: T): void {
    this.items.unshift(item);
  }

  /** For the take, when it is given up. */
  forget(take: Take<T>): void {
    this.takers = this.takers.filter((other) => other !== take);
  }
}

class Take<T> extends Wait<T> {
  constructor(
    waiter: Waiter,
    private readonly mailbox: Mailbox<T>,
  ) {
    super(waiter);
  }

  override describe(): string {
    return `take(${this.mailbox.name})`;
  }

  protected override release(): void {
    this.mailbox.forget(this);
  }

  protected override giveBack(): void {
    this.mailbox.putBack(this.result);
  }
}

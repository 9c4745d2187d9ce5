import { append, type Ends, type Link, remove } from './linked-list.js';
import { Wait, type Waiter } from './wait.js';

interface Item<T> {
  readonly value: T;
  readonly number: number;
}

/** A queue of items. Each item is taken once, in order, by the task that has waited longest. */
export class Mailbox<T> {
  private items: Item<T>[] = [];
  /** Items before this index are taken: shifting a long array takes linear time. */
  private firstItem = 0;
  private numbersGiven = 0;
  private readonly takers: Ends<Place<T>> = { oldest: undefined, newest: undefined };

  constructor(readonly name = 'a mailbox') {}

  /** Number of items not taken yet. */
  get length(): number {
    return this.items.length - this.firstItem;
  }

  put(value: T): void {
    const item = { value, number: this.numbersGiven++ };
    if (!this.handOver(item)) this.items.push(item);
  }

  wait(waiter: Waiter): Wait<T> {
    if (!waiter.mayAct) waiter.outOfTurn(`take(${this.name})`);
    const take = new Take<T>(waiter, this);
    if (!take.isArmed) return take;
    const item = this.shift();
    if (item === undefined) take.place = this.newPlace(take);
    else take.receive(item);
    return take;
  }

  /** Returns the item of a take that was disarmed; the next take gets it, as if it had never been taken. */
  putBack(item: Item<T>): void {
    if (this.handOver(item)) return;
    let place = this.firstItem;
    while (place < this.items.length && this.items[place]!.number < item.number) place++;
    this.items.splice(place, 0, item);
  }

  forget(place: Place<T>): void {
    remove(this.takers, place);
  }

  private newPlace(take: Take<T>): Place<T> {
    const place = { take, older: undefined, newer: undefined };
    append(this.takers, place);
    return place;
  }

  /** Gives an item to the longest waiting take; returns whether there was one. */
  private handOver(item: Item<T>): boolean {
    const place = this.takers.oldest;
    if (place === undefined) return false;
    remove(this.takers, place);
    place.take.receive(item);
    return true;
  }

  private shift(): Item<T> | undefined {
    if (this.firstItem === this.items.length) return undefined;
    const item = this.items[this.firstItem++];
    if (this.firstItem * 2 >= this.items.length) {
      this.items = this.items.slice(this.firstItem);
      this.firstItem = 0;
    }
    return item;
  }
}

/** Position of a take in the queue. */
interface Place<T> extends Link<Place<T>> {
  readonly take: Take<T>;
}

class Take<T> extends Wait<T> {
  place: Place<T> | undefined;
  private item: Item<T> | undefined;

  constructor(
    waiter: Waiter,
    private readonly mailbox: Mailbox<T>,
  ) {
    super(waiter);
  }

  receive(item: Item<T>): void {
    this.item = item;
    this.complete(item.value, true);
  }

  override describe(): string {
    return `take(${this.mailbox.name})`;
  }

  protected override release(): void {
    if (this.place !== undefined) this.mailbox.forget(this.place);
  }

  protected override giveBack(): boolean {
    this.mailbox.putBack(this.item!);
    return true;
  }
}

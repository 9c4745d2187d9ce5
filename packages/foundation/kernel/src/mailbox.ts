import { append, type Ends, type Link, remove } from './linked-list.js';
import { Wait, type Waiter } from './wait.js';

interface Item<T> {
  readonly value: T;
  /** Number of the item in the order in which they were put in. */
  readonly number: number;
}

/** A queue between parties: what is put in is taken out once, in order, by whoever waited longest. */
export class Mailbox<T> {
  private items: Item<T>[] = [];
  /** Items before this place are gone: to shift a long array costs as much as it is long. */
  private firstItem = 0;
  private numbersGiven = 0;
  private readonly takers: Ends<Place<T>> = { oldest: undefined, newest: undefined };

  constructor(readonly name = 'a mailbox') {}

  /** Number of items that nobody has taken yet. */
  get length(): number {
    return this.items.length - this.firstItem;
  }

  put(value: T): void {
    const item = { value, number: this.numbersGiven++ };
    if (!this.handOver(item)) this.items.push(item);
  }

  /** For `Task.take`. */
  wait(waiter: Waiter): Wait<T> {
    if (!waiter.mayAct) waiter.outOfTurn(`take(${this.name})`);
    const take = new Take<T>(waiter, this);
    if (!take.isArmed) return take;
    const item = this.shift();
    if (item === undefined) take.place = this.newPlace(take);
    else take.receive(item);
    return take;
  }

  /** For a take that got its item and then was given up: the next one gets it, as if it had never left. */
  putBack(item: Item<T>): void {
    if (this.handOver(item)) return;
    let place = this.firstItem;
    while (place < this.items.length && this.items[place]!.number < item.number) place++;
    this.items.splice(place, 0, item);
  }

  /** For the take, when it is given up. */
  forget(place: Place<T>): void {
    remove(this.takers, place);
  }

  private newPlace(take: Take<T>): Place<T> {
    const place = { take, older: undefined, newer: undefined };
    append(this.takers, place);
    return place;
  }

  /** Gives an item to whoever has waited longest, if there is somebody. */
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

/** The place of a take among those who wait. */
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

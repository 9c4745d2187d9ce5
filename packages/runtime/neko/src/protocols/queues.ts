/** A set of non-negative integers. Only those beyond the first gap take memory. */
export class SeenNumbers {
  private readonly beyond = new Set<number>();
  private firstUnseen = 0;

  has(number: number): boolean {
    return number < this.firstUnseen || this.beyond.has(number);
  }

  /** Returns whether the number is new. */
  add(number: number): boolean {
    if (this.has(number)) return false;
    this.beyond.add(number);
    while (this.beyond.delete(this.firstUnseen)) this.firstUnseen++;
    return true;
  }
}

/** Delivers numbered items in the order of their numbers, from 0. Early items wait, duplicates are dropped. */
export class HoldBackQueue<T extends object> {
  /** Number of the item that is taken next, which is the number of items taken so far. */
  next = 0;
  /** Number of items put without a gap, taken or not. */
  complete = 0;
  private readonly waiting = new Map<number, T>();

  put(number: number, item: T): void {
    if (number < this.next || this.waiting.has(number)) return;
    this.waiting.set(number, item);
    while (this.waiting.has(this.complete)) this.complete++;
  }

  /** The next item, if it is here. */
  peek(): T | undefined {
    return this.waiting.get(this.next);
  }

  take(): T | undefined {
    const item = this.waiting.get(this.next);
    if (item !== undefined) this.waiting.delete(this.next++);
    return item;
  }
}

/** A sorted list. An item usually belongs near the end, so the search for its place starts there. */
export class SortedQueue<T> {
  private readonly items: T[] = [];

  /** @param compare Negative when a comes before b; never 0 for two different items. */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get first(): T | undefined {
    return this.items[0];
  }

  insert(item: T): void {
    let place = this.items.length;
    while (place > 0 && this.compare(item, this.items[place - 1]!) < 0) place--;
    this.items.splice(place, 0, item);
  }

  takeFirst(): T | undefined {
    return this.items.shift();
  }

  remove(item: T): void {
    const place = this.items.indexOf(item);
    if (place >= 0) this.items.splice(place, 1);
  }
}

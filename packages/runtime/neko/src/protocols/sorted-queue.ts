/** A queue in the order of a comparison. What comes usually belongs near the end, where it is looked for first. */
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

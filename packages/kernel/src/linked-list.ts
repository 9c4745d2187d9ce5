/** What can stand in a `LinkedList`: it carries its own neighbours. */
export interface Link<T> {
  older: T | undefined;
  newer: T | undefined;
}

/**
 * A list that is linked through its items, in the order in which they came: joining and leaving cost the same however
 * long it is, and nothing is allocated, which counts where nearly every list has one item for a moment.
 */
export class LinkedList<T extends Link<T>> {
  oldest: T | undefined;
  private newest: T | undefined;

  add(item: T): void {
    item.older = this.newest;
    if (this.newest === undefined) this.oldest = item;
    else this.newest.newer = item;
    this.newest = item;
  }

  /** Has no effect on an item that is not in the list. */
  remove(item: T): void {
    const { older, newer } = item;
    if (older === undefined && newer === undefined && this.oldest !== item) return;
    if (older === undefined) this.oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.newest = older;
    else newer.older = older;
    item.older = undefined;
    item.newer = undefined;
  }

  find(matches: (item: T) => boolean): T | undefined {
    let item = this.oldest;
    while (item !== undefined && !matches(item)) item = item.newer;
    return item;
  }

  filter(matches: (item: T) => boolean): T[] {
    const found: T[] = [];
    for (let item = this.oldest; item !== undefined; item = item.newer) if (matches(item)) found.push(item);
    return found;
  }
}

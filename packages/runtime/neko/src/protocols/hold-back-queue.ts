/**
 * Brings numbered items into the order of their numbers, from 0: what comes early is held back until those before it have
 * come, what comes twice is dropped.
 */
export class HoldBackQueue<T extends object> {
  private readonly waiting = new Map<number, T>();
  private expected = 0;

  /** Number of the item that is taken next; as many have been taken. */
  get next(): number {
    return this.expected;
  }

  put(number: number, item: T): void {
    if (number >= this.expected && !this.waiting.has(number)) this.waiting.set(number, item);
  }

  /** The item whose turn it is, if it has come. */
  peek(): T | undefined {
    return this.waiting.get(this.expected);
  }

  take(): T | undefined {
    const item = this.waiting.get(this.expected);
    if (item !== undefined) this.waiting.delete(this.expected++);
    return item;
  }
}

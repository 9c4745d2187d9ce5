/** Maximum number of sendings with the same number that are examined; more than one occur only in damaged logs. */
const MAX_OF_ONE_NAME = 64;

/**
 * Copies of messages between their sending and their arrival, found by sender, number and receiver. Memory grows with the
 * copies in transit, not with the messages sent.
 */
export class Copies<T> {
  /** By sender, by number. */
  private readonly messages = new Map<number, Map<number, Outstanding<T>>>();
  private readonly numbers = new Map<number, { low: number; high: number }>();
  private count = 0;

  /** Number of copies in transit. */
  get size(): number {
    return this.count;
  }

  /** Stores a value for each copy until it is taken. Of two sendings with the same number, the earlier one comes first. */
  put(from: number, number: number, to: readonly number[], what: T): void {
    this.note(from, number);
    if (to.length === 0) return;
    let ofSender = this.messages.get(from);
    if (ofSender === undefined) this.messages.set(from, (ofSender = new Map<number, Outstanding<T>>()));
    const first = ofSender.get(number);
    const outstanding = new Outstanding(to, what);
    if (first === undefined) ofSender.set(number, outstanding);
    else {
      first.last.next = outstanding;
      first.last = outstanding;
    }
    this.count += to.length;
  }

  /** Removes a copy in transit and returns its value; undefined if there is none. */
  take(from: number, number: number, to: number): T | undefined {
    const ofSender = this.messages.get(from);
    const first = ofSender?.get(number);
    if (ofSender === undefined || first === undefined) return undefined;
    let each: Outstanding<T> | undefined = first;
    for (let looked = 0; each !== undefined && looked < MAX_OF_ONE_NAME; looked++, each = each.next) {
      if (!each.remove(to)) continue;
      this.count--;
      if (first.isDone) forget(ofSender, number, first);
      return each.what;
    }
    return undefined;
  }

  /** Whether a sender has used a number; a copy with such a number that is not in transit has already arrived. */
  isKnown(from: number, number: number): boolean {
    const range = this.numbers.get(from);
    return range !== undefined && number >= range.low && number <= range.high;
  }

  /** The value and the receiver of each copy in transit. */
  *remaining(): Generator<{ readonly to: number; readonly what: T }, void> {
    for (const ofSender of this.messages.values()) {
      for (const first of ofSender.values()) {
        for (let each: Outstanding<T> | undefined = first; each !== undefined; each = each.next) {
          for (const to of each.receivers()) yield { to, what: each.what };
        }
      }
    }
  }

  private note(from: number, number: number): void {
    const range = this.numbers.get(from);
    if (range === undefined) this.numbers.set(from, { low: number, high: number });
    else if (number > range.high) range.high = number;
    else if (number < range.low) range.low = number;
  }
}

/** The copies of one message that are in transit. */
class Outstanding<T> {
  /** The next sending with the same number. */
  next: Outstanding<T> | undefined;
  /** In the first node of a list: its last node. */
  last: Outstanding<T> = this;
  private left: number;
  /** Number of copies that each process waits for; created only if a process waits for several. */
  private readonly waiting: Map<number, number> | undefined;
  private readonly only: number;

  constructor(
    to: readonly number[],
    readonly what: T,
  ) {
    this.left = to.length;
    this.only = to[0]!;
    if (to.length > 1) {
      this.waiting = new Map();
      for (const id of to) this.waiting.set(id, (this.waiting.get(id) ?? 0) + 1);
    }
  }

  remove(to: number): boolean {
    if (this.waiting === undefined) {
      if (this.left === 0 || this.only !== to) return false;
    } else {
      const copies = this.waiting.get(to) ?? 0;
      if (copies === 0) return false;
      if (copies === 1) this.waiting.delete(to);
      else this.waiting.set(to, copies - 1);
    }
    this.left--;
    return true;
  }

  /** A receiver of several copies is listed several times. */
  receivers(): number[] {
    if (this.waiting === undefined) return this.left > 0 ? [this.only] : [];
    return [...this.waiting].flatMap(([to, copies]) => new Array<number>(copies).fill(to));
  }

  get isDone(): boolean {
    return this.left === 0;
  }
}

/** Removes leading sendings without pending copies. */
function forget<T>(ofSender: Map<number, Outstanding<T>>, number: number, first: Outstanding<T>): void {
  let left = first.next;
  while (left?.isDone === true) left = left.next;
  if (left === undefined) ofSender.delete(number);
  else {
    left.last = first.last;
    ofSender.set(number, left);
  }
}

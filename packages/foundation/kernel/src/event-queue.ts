import TinyQueue from 'tinyqueue';
import { compareKeys, type SimEvent } from './order.js';

export type HandleState = 'pending' | 'fired' | 'cancelled';

/** One scheduling of one event: what `schedule` returns and `cancel` takes. */
export class Handle {
  /** Written by the queue alone. */
  state: HandleState = 'pending';

  constructor(
    readonly time: number,
    readonly event: SimEvent,
    /** Number of the scheduling: of two events alike in all else, the one scheduled first runs first. */
    readonly serial: number,
    /** The queue that it is in. */
    readonly queue: EventQueue,
  ) {}
}

/** Negative when a comes first. Only a handle compared with itself gives 0. */
export function compareHandles(a: Handle, b: Handle): number {
  // Small integers, since a double that is returned may have to be boxed: a third of the cost of the heap.
  return a.time < b.time ? -1 : a.time > b.time ? 1 : compareTied(a, b);
}

/** Apart, so that the common case is short enough to become part of the heap's own code. */
function compareTied(a: Handle, b: Handle): number {
  return compareKeys(a.event, b.event) || a.serial - b.serial;
}

/**
 * The queue of general events: timers, messages, wake-ups, sensors. A heap has no cheap removal, so a cancelled entry
 * stays where it is, dead, and is dropped when it comes to the top; a sweep keeps the dead to half of the living.
 */
export class EventQueue {
  private heap = new TinyQueue<Handle>([], compareHandles);
  private dead = 0;
  private serial = 0;
  /** Built when first asked for and kept from then on: runs that never list an owner's events pay nothing for it. */
  private byOwner: Map<number, Set<Handle>> | undefined;

  /** Number of pending events; cancelled ones do not count. */
  get size(): number {
    return this.heap.length - this.dead;
  }

  /** Number of cancelled events that still take up room: at most half of `size`. */
  get deadEntries(): number {
    return this.dead;
  }

  push(time: number, event: SimEvent): Handle {
    const handle = new Handle(time, event, this.serial++, this);
    this.heap.push(handle);
    if (this.byOwner !== undefined) this.enlist(handle, this.byOwner);
    return handle;
  }

  /** Takes a pending event out. The caller has made sure that it is pending and of this queue. */
  cancel(handle: Handle): void {
    handle.state = 'cancelled';
    if (this.byOwner !== undefined) this.delist(handle, this.byOwner);
    this.dead++;
    this.sweepIfNeeded();
  }

  /** The first pending event, left in place. */
  peek(): Handle | undefined {
    let head = this.heap.peek();
    while (head !== undefined && head.state === 'cancelled') {
      this.heap.pop();
      this.dead--;
      head = this.heap.peek();
    }
    return head;
  }

  /** Takes the first pending event out and marks it fired. */
  pop(): Handle | undefined {
    const head = this.peek();
    if (head === undefined) return undefined;
    this.heap.pop();
    head.state = 'fired';
    if (this.byOwner !== undefined) this.delist(head, this.byOwner);
    if (this.dead > 0) this.sweepIfNeeded();
    return head;
  }

  /** The pending events that concern an owner, as low or high id, in the order in which they will run. */
  eventsOf(owner: number): Handle[] {
    this.byOwner ??= this.buildIndex();
    return [...(this.byOwner.get(owner) ?? [])].sort(compareHandles);
  }

  /** Each sweep costs at most three steps for every entry it drops. */
  private sweepIfNeeded(): void {
    if (this.dead * 2 <= this.size) return;
    this.heap = new TinyQueue(
      this.heap.data.filter((handle) => handle.state === 'pending'),
      compareHandles,
    );
    this.dead = 0;
  }

  private buildIndex(): Map<number, Set<Handle>> {
    const index = new Map<number, Set<Handle>>();
    for (const handle of this.heap.data) if (handle.state === 'pending') this.enlist(handle, index);
    return index;
  }

  private enlist(handle: Handle, index: Map<number, Set<Handle>>): void {
    for (const owner of ownersOf(handle)) {
      const events = index.get(owner);
      if (events === undefined) index.set(owner, new Set([handle]));
      else events.add(handle);
    }
  }

  private delist(handle: Handle, index: Map<number, Set<Handle>>): void {
    for (const owner of ownersOf(handle)) {
      const events = index.get(owner);
      events?.delete(handle);
      if (events?.size === 0) index.delete(owner);
    }
  }
}

const ownersOf = ({ event: { low, high } }: Handle): number[] => (low === high ? [low] : [low, high]);

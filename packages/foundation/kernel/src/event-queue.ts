import TinyQueue from 'tinyqueue';
import { compareKeys, type SimEvent } from './order.js';

export type HandleState = 'pending' | 'fired' | 'cancelled';

/** One scheduled event, returned by `schedule` and passed to `cancel`. */
export class Handle {
  /** Written only by the queue. */
  state: HandleState = 'pending';

  constructor(
    readonly time: number,
    readonly event: SimEvent,
    /** Sequence number: of otherwise equal events, the one scheduled first runs first. */
    readonly serial: number,
    readonly queue: EventQueue,
  ) {}
}

/** The part of the simulator that events, timers and tasks use. */
export interface Agenda {
  /** Simulated seconds. */
  readonly now: number;
  /** Schedules an event at a time that is not past. */
  schedule(at: number, event: SimEvent): Handle;
  cancel(handle: Handle): void;
}

/** Negative when a comes first; 0 only for the same handle. */
export function compareHandles(a: Handle, b: Handle): number {
  // Small integers, since a returned double may be boxed, which costs a third of the heap's time.
  return a.time < b.time ? -1 : a.time > b.time ? 1 : compareTied(a, b);
}

/** Separate, so that the common case is short enough to be inlined. */
function compareTied(a: Handle, b: Handle): number {
  return compareKeys(a.event, b.event) || a.serial - b.serial;
}

/**
 * Events of one instant that were pushed one after the other and run in this order: the starts of tasks, of which there
 * may be a million. Only the next one is in the heap.
 */
interface Series {
  readonly events: SimEvent[];
  /** The handle in the heap, of the event with the number `next`. */
  head: Handle;
  next: number;
}

/**
 * The queue of general events: timers, messages, wake-ups, sensors. A heap has no cheap removal, so a cancelled entry
 * stays until it reaches the top; sweeps keep the cancelled entries below half of the pending ones.
 */
export class EventQueue {
  private heap = new TinyQueue<Handle>([], compareHandles);
  private dead = 0;
  private serial = 0;
  /** Built on first use: runs that never list an owner's events pay nothing for it. */
  private byOwner: Map<number, Set<Handle>> | undefined;
  private series: Series | undefined = undefined;

  /** Number of pending events, without cancelled ones. */
  get size(): number {
    const { series } = this;
    const inHeap = this.heap.length - this.dead;
    return series === undefined ? inHeap : inHeap + series.events.length - series.next - 1;
  }

  /** Number of cancelled events still in the heap: at most half of `size`. */
  get deadEntries(): number {
    return this.dead;
  }

  push(time: number, event: SimEvent): Handle {
    const handle = new Handle(time, event, this.serial++, this);
    this.heap.push(handle);
    if (this.byOwner !== undefined) this.enlist(handle, this.byOwner);
    return handle;
  }

  /** Pushes an event that will not be cancelled; a series of such events takes less time and memory. */
  pushInSeries(time: number, event: SimEvent): void {
    const { series } = this;
    if (series === undefined) {
      const head = this.push(time, event);
      // With an index, each event needs a handle.
      if (this.byOwner === undefined) this.series = { events: [event], head, next: 0 };
    } else if (this.continues(series, time, event)) {
      series.events.push(event);
      this.serial++;
    } else {
      this.push(time, event);
    }
  }

  /** Cancels an event, which must be pending and in this queue. */
  cancel(handle: Handle): void {
    handle.state = 'cancelled';
    if (this.byOwner !== undefined) this.delist(handle, this.byOwner);
    this.dead++;
    this.sweepIfNeeded();
  }

  peek(): Handle | undefined {
    let head = this.heap.peek();
    while (head !== undefined && head.state === 'cancelled') {
      this.heap.pop();
      this.dead--;
      head = this.heap.peek();
    }
    return head;
  }

  /** Removes the first pending event and marks it fired. */
  pop(): Handle | undefined {
    const head = this.peek();
    if (head === undefined) return undefined;
    this.heap.pop();
    head.state = 'fired';
    if (this.byOwner !== undefined) this.delist(head, this.byOwner);
    if (this.series?.head === head) this.advance(this.series);
    if (this.dead > 0) this.sweepIfNeeded();
    return head;
  }

  /** The pending events with an owner as low or high id, in the order in which they will run. */
  eventsOf(owner: number): Handle[] {
    if (this.series !== undefined) this.dissolve(this.series);
    this.byOwner ??= this.buildIndex();
    return [...(this.byOwner.get(owner) ?? [])].sort(compareHandles);
  }

  /** A sweep costs at most three steps per entry that it drops. */
  private sweepIfNeeded(): void {
    if (this.dead * 2 <= this.size) return;
    this.heap = new TinyQueue(
      this.heap.data.filter((handle) => handle.state === 'pending'),
      compareHandles,
    );
    this.dead = 0;
  }

  /** Whether an event is the next one of a series: its serial number must follow too. */
  private continues({ events, head, next }: Series, time: number, event: SimEvent): boolean {
    return (
      head.time === time &&
      head.serial - next + events.length === this.serial &&
      compareKeys(events.at(-1)!, event) <= 0
    );
  }

  private advance(series: Series): void {
    const { events, head } = series;
    if (++series.next === events.length) {
      this.series = undefined;
    } else {
      series.head = new Handle(head.time, events[series.next]!, head.serial + 1, this);
      this.heap.push(series.head);
    }
  }

  /** Gives each event of a series a handle in the heap. */
  private dissolve({ events, head, next }: Series): void {
    this.series = undefined;
    for (let i = next + 1; i < events.length; i++) {
      this.heap.push(new Handle(head.time, events[i]!, head.serial + i - next, this));
    }
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

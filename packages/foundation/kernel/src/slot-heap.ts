import type { EventClass } from './order.js';
import { capacityFor, grown, isEntry, refuseEntry, type SlotQueue } from './slot-queue.js';

const ABSENT = -1;

/**
 * An indexed 4-ary heap on typed arrays: four children share a cache line, and the tree is half as deep as a binary
 * one. Times are in heap order, so that sifting reads neighbours; classes are read only when times tie.
 */
export class SlotHeap implements SlotQueue {
  // Fields are only declared, not defined, as in `BucketQueue`.

  size = 0;
  declare private times: Float64Array<ArrayBufferLike>;
  declare private slots: Int32Array<ArrayBufferLike>;
  /** By slot: its index in the heap, or ABSENT. */
  declare private places: Int32Array<ArrayBufferLike>;
  /** By slot. */
  declare private classes: Uint8Array<ArrayBufferLike>;

  constructor(capacity = 16) {
    this.times = new Float64Array(capacity);
    this.slots = new Int32Array(capacity);
    this.places = new Int32Array(capacity).fill(ABSENT);
    this.classes = new Uint8Array(capacity);
  }

  set(slot: number, time: number, eventClass: EventClass): void {
    if (!isEntry(slot, time)) refuseEntry(slot, time);
    if (slot >= this.places.length) this.reserve(slot);
    this.classes[slot] = eventClass;
    let place = this.places[slot]!;
    if (place === ABSENT) place = this.size++;
    this.times[place] = time;
    this.slots[place] = slot;
    this.sift(place);
  }

  clear(slot: number): void {
    const place = this.places[slot] ?? ABSENT;
    if (place === ABSENT) return;
    this.places[slot] = ABSENT;
    const last = --this.size;
    if (place === last) return;
    this.times[place] = this.times[last]!;
    this.slots[place] = this.slots[last]!;
    this.sift(place);
  }

  top(): number {
    return this.size > 0 ? this.slots[0]! : -1;
  }

  topTime(): number {
    return this.size > 0 ? this.times[0]! : Infinity;
  }

  timeOf(slot: number): number {
    const place = this.places[slot] ?? ABSENT;
    return place === ABSENT ? Infinity : this.times[place]!;
  }

  classOf(slot: number): EventClass {
    return this.classes[slot] as EventClass;
  }

  /** Moves an entry to its position. (The time stays in the array: as an argument it would be boxed.) */
  private sift(place: number): void {
    const { times, slots } = this;
    const parent = (place - 1) >> 2;
    const isBeforeParent =
      place > 0 &&
      (times[place]! < times[parent]! ||
        (times[place]! === times[parent]! && this.tiePrecedes(slots[place]!, slots[parent]!)));
    if (isBeforeParent) this.siftUp(place);
    else this.siftDown(place);
  }

  private tiePrecedes(slot: number, other: number): boolean {
    const byClass = this.classes[slot]! - this.classes[other]!;
    return byClass < 0 || (byClass === 0 && slot < other);
  }

  private siftUp(from: number): void {
    const { times, slots, places } = this;
    const time = times[from]!;
    const slot = slots[from]!;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      const parentTime = times[parent]!;
      const parentSlot = slots[parent]!;
      if (parentTime < time || (parentTime === time && !this.tiePrecedes(slot, parentSlot))) break;
      times[place] = parentTime;
      slots[place] = parentSlot;
      places[parentSlot] = place;
      place = parent;
    }
    times[place] = time;
    slots[place] = slot;
    places[slot] = place;
  }

  private siftDown(from: number): void {
    const { times, slots, places, size } = this;
    const time = times[from]!;
    const slot = slots[from]!;
    let place = from;
    for (;;) {
      const first = (place << 2) + 1;
      if (first >= size) break;
      const end = first + 4 < size ? first + 4 : size;
      let least = first;
      let leastTime = times[first]!;
      for (let child = first + 1; child < end; child++) {
        const childTime = times[child]!;
        if (childTime < leastTime || (childTime === leastTime && this.tiePrecedes(slots[child]!, slots[least]!))) {
          least = child;
          leastTime = childTime;
        }
      }
      const leastSlot = slots[least]!;
      if (time < leastTime || (time === leastTime && this.tiePrecedes(slot, leastSlot))) break;
      times[place] = leastTime;
      slots[place] = leastSlot;
      places[leastSlot] = place;
      place = least;
    }
    times[place] = time;
    slots[place] = slot;
    places[slot] = place;
  }

  private reserve(slot: number): void {
    const capacity = capacityFor(slot, this.places.length);
    this.times = grown(this.times, capacity, 0);
    this.slots = grown(this.slots, capacity, 0);
    this.places = grown(this.places, capacity, ABSENT);
    this.classes = grown(this.classes, capacity, 0);
  }
}

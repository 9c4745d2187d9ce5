import type { EventClass } from './order.js';
import { capacityFor, grown, isEntry, refuseEntry, type SlotQueue } from './slot-queue.js';

/**
 * Layout of a slot's record of integers: 32 bytes, of which the engine has the rest (see `SlotQueue`). One object, which
 * every file destructures into constants of its own: an imported constant is fetched and checked at each use.
 */
export const slotRecord = {
  /** Its index in the heap; in a list of the `BucketQueue`, the next slot. */
  PLACE: 0,
  /** In a list, the previous slot. */
  PREVIOUS: 1,
  /** ABSENT, IN_HEAP, or the number of its list from 1 on; below that, in CLASS_BITS, the class. */
  ENTRY: 2,
  /** The logarithm of the number of integers: a shift needs no check, but must not see invalid slots. */
  RECORD_BITS: 3,
  CLASS_BITS: 3,
  CLASS_MASK: 7,
  ABSENT: 0,
  IN_HEAP: -1,
} as const;

const { ABSENT, CLASS_BITS, CLASS_MASK, ENTRY, IN_HEAP, PLACE, RECORD_BITS } = slotRecord;
const RECORD = 1 << RECORD_BITS;
const MIN_CAPACITY = 16;

/**
 * An indexed 4-ary heap on typed arrays: four children share a cache line, and the tree is half as deep as a binary
 * one. Times are in heap order, so that sifting reads neighbours; classes are read only when times tie.
 */
export class SlotHeap implements SlotQueue {
  // Fields are only declared, not defined, as in `BucketQueue`.

  size = 0;
  readAhead: SlotQueue['readAhead'] = undefined;
  /** By slot. */
  declare times: Float64Array<ArrayBufferLike>;
  /** By slot, see `slotRecord`. */
  declare records: Int32Array<ArrayBufferLike>;
  // In the order of the heap. They grow with it: in a `BucketQueue` it stays small.
  private heapTimes: Float64Array<ArrayBufferLike> = new Float64Array(MIN_CAPACITY);
  private heapSlots: Int32Array<ArrayBufferLike> = new Int32Array(MIN_CAPACITY);

  constructor(capacity = MIN_CAPACITY) {
    this.times = new Float64Array(capacity);
    this.records = new Int32Array(capacity << RECORD_BITS);
  }

  set(slot: number, time: number, eventClass: EventClass): void {
    if (!isEntry(slot, time)) refuseEntry(slot, time);
    if (slot >= this.times.length) this.reserve(slot);
    const at = slot << RECORD_BITS;
    this.times[slot] = time;
    const isIn = this.records[at + ENTRY]! >> CLASS_BITS === IN_HEAP;
    this.records[at + ENTRY] = (IN_HEAP << CLASS_BITS) | eventClass;
    if (isIn) this.update(slot);
    else this.insert(slot);
  }

  clear(slot: number): void {
    if (this.listOf(slot) === IN_HEAP) this.remove(slot);
  }

  get integers(): Int32Array {
    return this.records;
  }

  top(): number {
    return this.size > 0 ? this.heapSlots[0]! : -1;
  }

  topTime(): number {
    return this.size > 0 ? this.heapTimes[0]! : Infinity;
  }

  timeOf(slot: number): number {
    return this.listOf(slot) === ABSENT ? Infinity : this.times[slot]!;
  }

  classOf(slot: number): EventClass {
    return (this.records[(slot << RECORD_BITS) + ENTRY]! & CLASS_MASK) as EventClass;
  }

  /** ABSENT, IN_HEAP, or the number of its list; any slot number may be passed. */
  listOf(slot: number): number {
    return (this.records[slot * RECORD + ENTRY] ?? ABSENT) >> CLASS_BITS;
  }

  // The time of a slot is passed in the array: as an argument it would be boxed.

  /** Adds a slot that is not in the heap; its time and class are set. */
  insert(slot: number): void {
    const place = this.size++;
    if (place === this.heapSlots.length) this.growHeap();
    const at = (slot << RECORD_BITS) + ENTRY;
    this.records[at] = (IN_HEAP << CLASS_BITS) | (this.records[at]! & CLASS_MASK);
    this.siftUp(slot, place);
  }

  /** Moves a slot of the heap whose time or class has changed. */
  update(slot: number): void {
    this.sift(slot, this.records[(slot << RECORD_BITS) + PLACE]!);
  }

  /** Removes a slot of the heap. */
  remove(slot: number): void {
    const at = slot << RECORD_BITS;
    const place = this.records[at + PLACE]!;
    this.records[at + ENTRY]! &= CLASS_MASK;
    const last = --this.size;
    if (place !== last) this.sift(this.heapSlots[last]!, place);
  }

  /** Makes room for a slot. */
  reserve(slot: number): void {
    if (slot < this.times.length) return;
    const capacity = capacityFor(slot, this.times.length);
    this.times = grown(this.times, capacity, 0);
    this.records = grown(this.records, capacity << RECORD_BITS, 0);
  }

  /** Puts a slot at a place or, if it does not belong there, above or below. */
  private sift(slot: number, place: number): void {
    if (place > 0) {
      const time = this.times[slot]!;
      const parent = (place - 1) >> 2;
      const parentTime = this.heapTimes[parent]!;
      if (time < parentTime || (time === parentTime && this.tiePrecedes(slot, this.heapSlots[parent]!))) {
        this.siftUp(slot, place);
        return;
      }
    }
    this.siftDown(slot, place);
  }

  /** Whether the entry of a slot comes before that of another. */
  precedes(slot: number, other: number): boolean {
    const time = this.times[slot]!;
    const otherTime = this.times[other]!;
    return time < otherTime || (time === otherTime && this.tiePrecedes(slot, other));
  }

  private tiePrecedes(slot: number, other: number): boolean {
    const { records } = this;
    const byClass =
      (records[(slot << RECORD_BITS) + ENTRY]! & CLASS_MASK) - (records[(other << RECORD_BITS) + ENTRY]! & CLASS_MASK);
    return byClass < 0 || (byClass === 0 && slot < other);
  }

  private siftUp(slot: number, from: number): void {
    const { heapTimes, heapSlots, records } = this;
    const time = this.times[slot]!;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 2;
      const parentTime = heapTimes[parent]!;
      const parentSlot = heapSlots[parent]!;
      if (parentTime < time || (parentTime === time && !this.tiePrecedes(slot, parentSlot))) break;
      heapTimes[place] = parentTime;
      heapSlots[place] = parentSlot;
      records[(parentSlot << RECORD_BITS) + PLACE] = place;
      place = parent;
    }
    heapTimes[place] = time;
    heapSlots[place] = slot;
    records[(slot << RECORD_BITS) + PLACE] = place;
  }

  private siftDown(slot: number, from: number): void {
    const { heapTimes, heapSlots, records, size } = this;
    const time = this.times[slot]!;
    let place = from;
    for (;;) {
      const first = (place << 2) + 1;
      if (first >= size) break;
      const end = first + 4 < size ? first + 4 : size;
      let least = first;
      let leastTime = heapTimes[first]!;
      for (let child = first + 1; child < end; child++) {
        const childTime = heapTimes[child]!;
        const isLess =
          childTime < leastTime || (childTime === leastTime && this.tiePrecedes(heapSlots[child]!, heapSlots[least]!));
        if (isLess) {
          least = child;
          leastTime = childTime;
        }
      }
      const leastSlot = heapSlots[least]!;
      if (time < leastTime || (time === leastTime && this.tiePrecedes(slot, leastSlot))) break;
      heapTimes[place] = leastTime;
      heapSlots[place] = leastSlot;
      records[(leastSlot << RECORD_BITS) + PLACE] = place;
      place = least;
    }
    heapTimes[place] = time;
    heapSlots[place] = slot;
    records[(slot << RECORD_BITS) + PLACE] = place;
  }

  private growHeap(): void {
    this.heapTimes = grown(this.heapTimes, 2 * this.size, 0);
    this.heapSlots = grown(this.heapSlots, 2 * this.size, 0);
  }
}

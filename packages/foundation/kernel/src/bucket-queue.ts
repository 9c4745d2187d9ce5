import type { EventClass } from './order.js';
import { SlotHeap, slotRecord } from './slot-heap.js';
import { isEntry, refuseEntry, type SlotQueue } from './slot-queue.js';

const { ABSENT, CLASS_BITS, CLASS_MASK, ENTRY, IN_HEAP, PLACE: NEXT, PREVIOUS, RECORD_BITS } = slotRecord;
const NONE = -1;
/** The list of an entry of the current bucket that is kept in order. */
const IN_ORDER = -2;
/** The list of the first bucket of the ring. */
const FIRST_LIST = 1;

/**
 * Number of entries of the current bucket that are kept in order; further ones are in the heap. A bucket mostly has two or
 * three: shifting those takes a third of the time that a heap needs.
 */
const MAX_ORDERED = 16;
/** V8 keeps arrays of up to 64 bytes in the heap, where the collector may move them. */
const ORDERED_LENGTH = MAX_ORDERED + 1;

// Places in `calendar`.
const ORIGIN = 0;
const BUCKETS_PER_SECOND = 1;
/** The bucket after the current one, counted from the origin. */
const FOLLOWING = 2;
/** The first bucket beyond the ring, which moves along with the current bucket. */
const HORIZON = 3;
/** The bucket at which the next lap begins. */
const LAP_END = 4;
/** More than it needs: V8 keeps arrays of up to 64 bytes in the heap, where the collector may move them. */
const CALENDAR_LENGTH = 9;

const MIN_RING = 64;
const SAMPLES = 63;
/** A width within this factor of the ideal one is kept: a rebuild would cost more than it gains. */
const TOLERATED_MISFIT = 4;
/** A heap of this size is as fast as the buckets. */
const SMALL_HEAP = 64;
/** Minimum number of operations between two checks of the fit; more after each check that finds it good, up to this factor. */
const MIN_BETWEEN_FITTINGS = 1024;
const MAX_PATIENCE = 16;
// Widths beyond these would not be finite; no simulation needs them.
const MIN_RATE = 1e-300;
const MAX_RATE = 1e300;

/**
 * A calendar of buckets (G. Paul, J. Comput. Phys. 221:615, 2007): an entry that is not due soon costs two list operations
 * instead of a walk through a large heap.
 *
 * Time is divided into buckets of equal width. Entries of the current bucket, or before it, are kept in order or, if they
 * are many, in a heap; those of the next `ringLength` buckets in unsorted linked lists; later ones in one overflow list
 * that is searched once per lap: an entry beyond the horizon is not due before the lap after this one. The width adapts to
 * the entries (a few per bucket), from their times alone, so that a run repeats exactly. Results do not depend on it, since
 * the bucket number never decreases with time.
 *
 * No sequence of operations costs more than with a heap, except for a constant (see `beginLap`), as long as the times
 * are no further apart than the largest double.
 */
export class BucketQueue implements SlotQueue {
  // Fields are only declared, not defined, so that each is written once: V8 then compiles such a field as a constant
  // where it knows the queue.

  size = 0;
  readAhead: SlotQueue['readAhead'] = undefined;
  /** Entries of the current bucket, if they are many; also has the times and records of all slots. */
  declare private readonly heap: SlotHeap;
  /** Entries of the current bucket, up to MAX_ORDERED: the earliest one last. */
  declare private readonly orderedTimes: Float64Array;
  declare private readonly orderedSlots: Int32Array;
  private ordered = 0;
  /** Numbers that every operation reads; as fields they would be boxed. */
  declare private readonly calendar: Float64Array;

  /** The first slot of every list from FIRST_LIST on: the buckets of the ring, then the overflow. */
  private heads = new Int32Array(FIRST_LIST + MIN_RING + 1).fill(NONE);
  private ringLength = MIN_RING;
  private inRing = 0;
  private setsUntilFitting = 0;
  /** Factor of the number of operations until the next check of the fit. */
  private patience = 1;
  declare private readonly sample: Float64Array;
  private operationsInLap = 0;
  /** Slots from here on were never set. */
  private slotsKnown = 0;

  constructor(capacity = 16) {
    this.heap = new SlotHeap(capacity);
    this.orderedTimes = new Float64Array(ORDERED_LENGTH);
    this.orderedSlots = new Int32Array(ORDERED_LENGTH);
    this.calendar = new Float64Array(CALENDAR_LENGTH);
    this.sample = new Float64Array(SAMPLES);
    this.calendar[BUCKETS_PER_SECOND] = 1;
    this.calendar[FOLLOWING] = 1;
    this.calendar[HORIZON] = MIN_RING + 1;
    this.calendar[LAP_END] = MIN_RING;
  }

  set(slot: number, time: number, eventClass: EventClass): void {
    if (!isEntry(slot, time)) refuseEntry(slot, time);
    const { heap } = this;
    if (slot >= heap.times.length) heap.reserve(slot);
    const { records, times } = heap;
    const at = slot << RECORD_BITS;
    const list = records[at + ENTRY]! >> CLASS_BITS;
    // Often only the class changes, or nothing. In a list there is no order.
    if (list > 0 && times[slot] === time) {
      records[at + ENTRY] = (list << CLASS_BITS) | eventClass;
      return;
    }
    times[slot] = time;
    if (list === IN_ORDER) this.takeOut(slot);
    else if (list > 0) this.unlink(at, list);
    else if (list === IN_HEAP) heap.remove(slot);
    else this.count(slot);
    records[at + ENTRY] = eventClass;
    this.operationsInLap++;
    this.place(slot);
    if (--this.setsUntilFitting < 0) this.fit();
  }

  clear(slot: number): void {
    const list = this.heap.listOf(slot);
    if (list === ABSENT) return;
    const at = slot << RECORD_BITS;
    this.operationsInLap++;
    if (list === IN_ORDER) this.takeOut(slot);
    else if (list === IN_HEAP) this.heap.remove(slot);
    else this.unlink(at, list);
    this.heap.records[at + ENTRY] = ABSENT;
    this.size--;
  }

  top(): number {
    if (this.ordered === 0) this.advance();
    if (this.heap.size > 0) return this.topOfBoth();
    return this.ordered > 0 ? this.orderedSlots[this.ordered - 1]! : -1;
  }

  get integers(): Int32Array {
    return this.heap.records;
  }

  reserve(slot: number): void {
    this.heap.reserve(slot);
  }

  topTime(): number {
    if (this.ordered === 0) this.advance();
    if (this.heap.size > 0) return this.heap.times[this.topOfBoth()]!;
    return this.ordered > 0 ? this.orderedTimes[this.ordered - 1]! : Infinity;
  }

  timeOf(slot: number): number {
    return this.heap.timeOf(slot);
  }

  classOf(slot: number): EventClass {
    return this.heap.classOf(slot);
  }

  private topOfBoth(): number {
    const { heap, ordered } = this;
    const least = heap.top();
    if (ordered === 0) return least;
    const first = this.orderedSlots[ordered - 1]!;
    return heap.precedes(first, least) ? first : least;
  }

  /** Adds an entry of the current bucket. */
  private putInOrder(slot: number): void {
    const { heap, orderedTimes, orderedSlots } = this;
    let place = this.ordered;
    if (place === MAX_ORDERED) {
      heap.insert(slot);
      return;
    }
    const time = heap.times[slot]!;
    this.ordered = place + 1;
    const { records } = heap;
    const at = (slot << RECORD_BITS) + ENTRY;
    records[at] = (IN_ORDER << CLASS_BITS) | (records[at]! & CLASS_MASK);
    while (place > 0) {
      const otherTime = orderedTimes[place - 1]!;
      const other = orderedSlots[place - 1]!;
      if (time < otherTime || (time === otherTime && heap.precedes(slot, other))) break;
      orderedTimes[place] = otherTime;
      orderedSlots[place] = other;
      place--;
    }
    orderedTimes[place] = time;
    orderedSlots[place] = slot;
  }

  /** Removes an entry that `putInOrder` added; mostly it is the earliest one. */
  private takeOut(slot: number): void {
    const { orderedTimes, orderedSlots } = this;
    const last = this.ordered - 1;
    this.ordered = last;
    if (orderedSlots[last] === slot) return;
    let place = last - 1;
    while (orderedSlots[place] !== slot) place--;
    for (; place < last; place++) {
      orderedTimes[place] = orderedTimes[place + 1]!;
      orderedSlots[place] = orderedSlots[place + 1]!;
    }
  }

  private count(slot: number): void {
    this.size++;
    if (slot >= this.slotsKnown) this.slotsKnown = slot + 1;
  }

  /** Puts an entry into the list of its time. (The time stays in the array: as an argument it would be boxed.) */
  private place(slot: number): void {
    const { calendar, heap } = this;
    const bucket = (heap.times[slot]! - calendar[ORIGIN]!) * calendar[BUCKETS_PER_SECOND]!;
    if (bucket < calendar[FOLLOWING]!) {
      this.putInOrder(slot);
    } else if (bucket < calendar[HORIZON]!) {
      this.inRing++;
      this.link(slot, FIRST_LIST + (bucket & (this.ringLength - 1)));
    } else {
      this.link(slot, FIRST_LIST + this.ringLength);
    }
  }

  private link(slot: number, list: number): void {
    const { records } = this.heap;
    const { heads } = this;
    const at = slot << RECORD_BITS;
    const head = heads[list]!;
    records[at + NEXT] = head;
    records[at + PREVIOUS] = NONE;
    records[at + ENTRY] = (list << CLASS_BITS) | (records[at + ENTRY]! & CLASS_MASK);
    if (head !== NONE) records[(head << RECORD_BITS) + PREVIOUS] = slot;
    heads[list] = slot;
  }

  private unlink(at: number, list: number): void {
    const { records } = this.heap;
    const next = records[at + NEXT]!;
    const previous = records[at + PREVIOUS]!;
    if (previous === NONE) this.heads[list] = next;
    else records[(previous << RECORD_BITS) + NEXT] = next;
    if (next !== NONE) records[(next << RECORD_BITS) + PREVIOUS] = previous;
    if (list < FIRST_LIST + this.ringLength) this.inRing--;
  }

  /** Advances to the next bucket with entries, if there are any. */
  private advance(): void {
    const { heap, calendar } = this;
    while (this.ordered === 0 && heap.size === 0 && this.size > 0) {
      // Everything lies beyond the ring: rebuild it rather than walk through empty laps.
      if (this.inRing === 0) {
        this.rebuild();
        continue;
      }
      const bucket = calendar[FOLLOWING]!;
      calendar[FOLLOWING] = bucket + 1;
      calendar[HORIZON] = bucket + 1 + this.ringLength;
      this.pour(FIRST_LIST + (bucket & (this.ringLength - 1)));
      if (bucket === calendar[LAP_END]) this.beginLap();
    }
  }

  /** Makes the entries of a bucket those of the current one. */
  private pour(list: number): void {
    const { heads } = this;
    const { records } = this.heap;
    let slot = heads[list]!;
    if (slot === NONE) return;
    heads[list] = NONE;
    while (slot !== NONE) {
      const following = records[(slot << RECORD_BITS) + NEXT]!;
      this.inRing--;
      this.putInOrder(slot);
      slot = following;
    }
    if (this.readAhead !== undefined) this.readAhead(this.orderedSlots, this.ordered);
  }

  /**
   * Takes in the overflow entries that are now within reach. This, and the
   * walk along the ring, cost about as much as the ring is long. A lap with too few operations to pay for that is the
   * last one of its ring. The first lap after a rebuild always pays, since it contains the median of all entries: half
   * of them have been moved or cleared by its end.
   */
  private beginLap(): void {
    if (this.operationsInLap * 16 < this.ringLength) {
      this.rebuild();
      return;
    }
    this.operationsInLap = 0;
    this.calendar[LAP_END]! += this.ringLength;
    const overflow = FIRST_LIST + this.ringLength;
    let slot = this.heads[overflow]!;
    this.heads[overflow] = NONE;
    while (slot !== NONE) {
      const following = this.heap.records[(slot << RECORD_BITS) + NEXT]!;
      this.place(slot);
      slot = following;
    }
  }

  /** Checks now and then whether ring and width still fit the entries. */
  private fit(): void {
    if (this.fits()) this.patience = Math.min(2 * this.patience, MAX_PATIENCE);
    else this.rebuild();
    this.setsUntilFitting = this.patience * Math.max(this.ringLength, MIN_BETWEEN_FITTINGS);
  }

  private fits(): boolean {
    if (this.size > this.ringLength || this.size * 16 < this.ringLength - MIN_RING) return false;
    const rate = this.fittingRate(this.sampleOfWaits());
    if (rate === undefined) return true;
    const misfit = this.calendar[BUCKETS_PER_SECOND]! / rate;
    // With a fitting width, the heap is large only when the current bucket is far ahead of most entries.
    const isCrowded = this.heap.size > SMALL_HEAP && this.heap.size * 2 > this.size;
    return misfit <= TOLERATED_MISFIT && misfit * TOLERATED_MISFIT >= 1 && !isCrowded;
  }

  private sampleOfWaits(): Float64Array {
    const first = this.topTime();
    const { heap } = this;
    const waits = this.sample;
    const stride = Math.ceil(this.slotsKnown / SAMPLES);
    let count = 0;
    for (let slot = 0; slot < this.slotsKnown; slot += stride) {
      if (heap.listOf(slot) !== ABSENT) waits[count++] = heap.times[slot]! - first;
    }
    return waits.subarray(0, count);
  }

  /**
   * Buckets per second that put about two entries into each of the next buckets (measured: fewer means more empty
   * buckets, more means a larger heap). Based on the median waiting time, so that a few distant entries do not spread
   * all the others out. At least half of the entries are then within the ring, so a rebuild is paid for by the entries
   * it brings within reach. Undefined when nothing has to wait and any rate is fine.
   */
  private fittingRate(waits: Float64Array): number | undefined {
    waits.sort();
    let middle = waits.length >> 1;
    // If half of the entries are due at once, take the first one that has to wait.
    while (middle < waits.length && waits[middle] === 0) middle++;
    if (middle === waits.length) return undefined;
    return Math.min(Math.max(this.size / (3 * waits[middle]!), MIN_RATE), MAX_RATE);
  }

  /** Starts a new ring at the first entry, with a fitting length and width. */
  private rebuild(): void {
    this.patience = 1;
    const slots = this.takeAll();
    const { calendar, heap } = this;
    let first = Infinity;
    for (const slot of slots) if (heap.times[slot]! < first) first = heap.times[slot]!;
    const waits = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i++) waits[i] = heap.times[slots[i]!]! - first;
    calendar[BUCKETS_PER_SECOND] = this.fittingRate(waits) ?? calendar[BUCKETS_PER_SECOND]!;
    calendar[ORIGIN] = first;
    calendar[FOLLOWING] = 1;
    this.operationsInLap = 0;
    this.ringLength = MIN_RING;
    while (this.ringLength < this.size) this.ringLength *= 2;
    const lists = FIRST_LIST + this.ringLength + 1;
    if (this.heads.length !== lists) this.heads = new Int32Array(lists).fill(NONE);
    calendar[HORIZON] = this.ringLength + 1;
    calendar[LAP_END] = this.ringLength;
    for (const slot of slots) this.place(slot);
  }

  /** Empties the current bucket and all lists; returns their slots. */
  private takeAll(): Int32Array {
    const { records } = this.heap;
    const slots = new Int32Array(this.size);
    let count = 0;
    while (this.ordered > 0) slots[count++] = this.orderedSlots[--this.ordered]!;
    while (this.heap.size > 0) {
      const slot = this.heap.top();
      this.heap.remove(slot);
      slots[count++] = slot;
    }
    // If the ring is empty, only the overflow is left.
    const overflow = FIRST_LIST + this.ringLength;
    for (let list = this.inRing > 0 ? FIRST_LIST : overflow; list <= overflow; list++) {
      for (let slot = this.heads[list]!; slot !== NONE; slot = records[(slot << RECORD_BITS) + NEXT]!) {
        slots[count++] = slot;
      }
      this.heads[list] = NONE;
    }
    this.inRing = 0;
    return slots;
  }
}

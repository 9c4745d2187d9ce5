import type { EventClass } from './order.js';
import { SlotHeap } from './slot-heap.js';
import { capacityFor, grown, isEntry, refuseEntry, type SlotQueue } from './slot-queue.js';

const NONE = -1;
/** Values of `whereabouts` below the numbers of the lists. */
const ABSENT = -1;
const IN_HEAP = -2;

const MIN_RING = 64;
const SAMPLES = 63;
/** A width within this factor of the ideal one is kept: a rebuild would cost more than it gains. */
const TOLERATED_MISFIT = 4;
/** A heap of this size is as fast as the buckets. */
const SMALL_HEAP = 64;
/** Minimum number of operations between two checks of the fit. */
const MIN_BETWEEN_FITTINGS = 1024;
// Widths beyond these would not be finite; no simulation needs them.
const MIN_RATE = 1e-300;
const MAX_RATE = 1e300;

/**
 * A calendar of buckets with a small heap for the current one (G. Paul, J. Comput. Phys. 221:615, 2007): an entry that
 * is not due soon costs two list operations instead of a walk through a large heap.
 *
 * Time is divided into buckets of equal width. Entries of the current bucket, or before it, are in the heap; those of
 * the next `ringLength` buckets in unsorted linked lists; later ones in one overflow list that is searched once per
 * lap. The width adapts to the entries (a few per bucket), from their times alone, so that a run repeats exactly.
 * Results do not depend on it, since the bucket number never decreases with time.
 *
 * No sequence of operations costs more than with a heap, except for a constant (see `beginLap`), as long as the times
 * are no further apart than the largest double.
 */
export class BucketQueue implements SlotQueue {
  // Fields are only declared, not defined, so that each is written once: V8 then compiles such a field as a constant
  // where it knows the queue.

  size = 0;
  declare private readonly heap: SlotHeap;
  // By slot.
  declare private times: Float64Array<ArrayBufferLike>;
  declare private classes: Uint8Array<ArrayBufferLike>;
  declare private next: Int32Array<ArrayBufferLike>;
  declare private previous: Int32Array<ArrayBufferLike>;
  /** ABSENT, IN_HEAP, or the number of its list. */
  declare private whereabouts: Int32Array<ArrayBufferLike>;

  /** The first slot of every list: the buckets of the ring, then the overflow. */
  private heads = new Int32Array(MIN_RING + 1).fill(NONE);
  private ringLength = MIN_RING;
  private inRing = 0;
  private origin = 0;
  private bucketsPerSecond = 1;
  /** Number of the bucket in the heap, counted from the origin. */
  private current = 0;
  /** The first bucket beyond the ring: always a multiple of the ring's length. */
  private horizon = MIN_RING;
  private setsUntilFitting = 0;
  private operationsInLap = 0;
  /** Slots from here on were never set. */
  private slotsKnown = 0;

  constructor(capacity = 16) {
    this.heap = new SlotHeap(capacity);
    this.times = new Float64Array(capacity);
    this.classes = new Uint8Array(capacity);
    this.next = new Int32Array(capacity);
    this.previous = new Int32Array(capacity);
    this.whereabouts = new Int32Array(capacity).fill(ABSENT);
  }

  set(slot: number, time: number, eventClass: EventClass): void {
    if (!isEntry(slot, time)) refuseEntry(slot, time);
    if (slot >= this.whereabouts.length) this.reserve(slot);
    this.times[slot] = time;
    this.classes[slot] = eventClass;
    this.move(slot);
    if (--this.setsUntilFitting < 0) this.fit();
  }

  clear(slot: number): void {
    const where = this.whereabouts[slot] ?? ABSENT;
    if (where === ABSENT) return;
    this.operationsInLap++;
    if (where === IN_HEAP) this.heap.clear(slot);
    else this.unlink(slot, where);
    this.whereabouts[slot] = ABSENT;
    this.size--;
  }

  top(): number {
    if (this.heap.size === 0) this.advance();
    return this.heap.top();
  }

  topTime(): number {
    if (this.heap.size === 0) this.advance();
    return this.heap.topTime();
  }

  timeOf(slot: number): number {
    return (this.whereabouts[slot] ?? ABSENT) === ABSENT ? Infinity : this.times[slot]!;
  }

  classOf(slot: number): EventClass {
    return this.classes[slot] as EventClass;
  }

  /** Moves an entry to the list of its time. (The time stays in the array: as an argument it would be boxed.) */
  private move(slot: number): void {
    const where = this.whereabouts[slot]!;
    if (where === IN_HEAP) {
      if ((this.times[slot]! - this.origin) * this.bucketsPerSecond < this.current + 1) {
        this.heap.set(slot, this.times[slot]!, this.classOf(slot));
        return;
      }
      this.heap.clear(slot);
    } else if (where === ABSENT) {
      this.size++;
      if (slot >= this.slotsKnown) this.slotsKnown = slot + 1;
    } else {
      this.unlink(slot, where);
    }
    this.operationsInLap++;
    this.place(slot);
  }

  private place(slot: number): void {
    const bucket = (this.times[slot]! - this.origin) * this.bucketsPerSecond;
    if (bucket < this.current + 1) {
      this.whereabouts[slot] = IN_HEAP;
      this.heap.set(slot, this.times[slot]!, this.classOf(slot));
    } else if (bucket < this.horizon) {
      this.inRing++;
      this.link(slot, Math.floor(bucket) & (this.ringLength - 1));
    } else {
      this.link(slot, this.ringLength);
    }
  }

  private link(slot: number, list: number): void {
    const head = this.heads[list]!;
    this.next[slot] = head;
    this.previous[slot] = NONE;
    this.whereabouts[slot] = list;
    if (head !== NONE) this.previous[head] = slot;
    this.heads[list] = slot;
  }

  private unlink(slot: number, list: number): void {
    const next = this.next[slot]!;
    const previous = this.previous[slot]!;
    if (previous === NONE) this.heads[list] = next;
    else this.next[previous] = next;
    if (next !== NONE) this.previous[next] = previous;
    if (list < this.ringLength) this.inRing--;
  }

  /** Advances to the next bucket with entries, if there are any. */
  private advance(): void {
    while (this.heap.size === 0 && this.size > 0) {
      // Everything lies beyond the ring: rebuild it rather than walk through empty laps.
      if (this.inRing === 0) {
        this.rebuild();
        continue;
      }
      this.current++;
      if (this.current === this.horizon) this.beginLap();
      this.pourIntoHeap(this.current & (this.ringLength - 1));
    }
  }

  private pourIntoHeap(bucket: number): void {
    let slot = this.heads[bucket]!;
    this.heads[bucket] = NONE;
    while (slot !== NONE) {
      const following = this.next[slot]!;
      this.inRing--;
      this.whereabouts[slot] = IN_HEAP;
      this.heap.set(slot, this.times[slot]!, this.classOf(slot));
      slot = following;
    }
  }

  /**
   * Reuses the ring for the next buckets, and takes in the overflow entries that are now within reach. This, and the
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
    this.horizon += this.ringLength;
    let slot = this.heads[this.ringLength]!;
    this.heads[this.ringLength] = NONE;
    while (slot !== NONE) {
      const following = this.next[slot]!;
      this.place(slot);
      slot = following;
    }
  }

  /** Checks now and then whether ring and width still fit the entries. */
  private fit(): void {
    this.setsUntilFitting = Math.max(this.ringLength, MIN_BETWEEN_FITTINGS);
    if (this.size > this.ringLength || this.size * 16 < this.ringLength - MIN_RING) {
      this.rebuild();
      return;
    }
    const rate = this.fittingRate(this.sampleOfWaits());
    if (rate === undefined) return;
    const misfit = this.bucketsPerSecond / rate;
    // With a fitting width, the heap is large only when the current bucket is far ahead of most entries.
    const isCrowded = this.heap.size > SMALL_HEAP && this.heap.size * 2 > this.size;
    if (misfit > TOLERATED_MISFIT || misfit * TOLERATED_MISFIT < 1 || isCrowded) this.rebuild();
  }

  private sampleOfWaits(): Float64Array {
    const first = this.topTime();
    const waits = new Float64Array(SAMPLES);
    const stride = Math.ceil(this.slotsKnown / SAMPLES);
    let count = 0;
    for (let slot = 0; slot < this.slotsKnown; slot += stride) {
      if (this.whereabouts[slot] !== ABSENT) waits[count++] = this.times[slot]! - first;
    }
    return waits.subarray(0, count);
  }

  /**
   * Buckets per second that put three or four entries into each of the next buckets (measured: fewer means more empty
   * buckets, more means a larger heap). Based on the median waiting time, so that a few distant entries do not spread
   * all the others out. At least half of the entries are then within the ring, so a rebuild is paid for by the entries
   * it brings within reach. Undefined when nothing has to wait and any rate is fine.
   */
  private fittingRate(waits: Float64Array): number | undefined {
    waits.sort();
    let middle = waits.length >> 1;
    // If half of them are due at once, take the first that has to wait.
    while (middle < waits.length && waits[middle] === 0) middle++;
    if (middle === waits.length) return undefined;
    return Math.min(Math.max(this.size / (6 * waits[middle]!), MIN_RATE), MAX_RATE);
  }

  /** Starts a new ring at the first entry, with a fitting length and width. */
  private rebuild(): void {
    const slots = this.takeAll();
    let first = Infinity;
    for (const slot of slots) if (this.times[slot]! < first) first = this.times[slot]!;
    const waits = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i++) waits[i] = this.times[slots[i]!]! - first;
    this.bucketsPerSecond = this.fittingRate(waits) ?? this.bucketsPerSecond;
    this.origin = first;
    this.current = 0;
    this.operationsInLap = 0;
    this.ringLength = MIN_RING;
    while (this.ringLength < 2 * this.size) this.ringLength *= 2;
    if (this.heads.length !== this.ringLength + 1) this.heads = new Int32Array(this.ringLength + 1).fill(NONE);
    this.horizon = this.ringLength;
    for (const slot of slots) this.place(slot);
  }

  /** Empties the heap and all lists; returns their slots. */
  private takeAll(): Int32Array {
    const slots = new Int32Array(this.size);
    let count = 0;
    while (this.heap.size > 0) {
      const slot = this.heap.top();
      this.heap.clear(slot);
      slots[count++] = slot;
    }
    // If the ring is empty, only the overflow is left.
    for (let list = this.inRing > 0 ? 0 : this.ringLength; list <= this.ringLength; list++) {
      for (let slot = this.heads[list]!; slot !== NONE; slot = this.next[slot]!) slots[count++] = slot;
      this.heads[list] = NONE;
    }
    this.inRing = 0;
    return slots;
  }

  private reserve(slot: number): void {
    const capacity = capacityFor(slot, this.whereabouts.length);
    this.times = grown(this.times, capacity, 0);
    this.classes = grown(this.classes, capacity, 0);
    this.next = grown(this.next, capacity, NONE);
    this.previous = grown(this.previous, capacity, NONE);
    this.whereabouts = grown(this.whereabouts, capacity, ABSENT);
  }
}

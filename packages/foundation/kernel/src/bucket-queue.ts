import type { EventClass } from './order.js';
import { SlotHeap, slotRecord } from './slot-heap.js';
import { isEntry, refuseEntry, type SlotQueue } from './slot-queue.js';

const { ABSENT, CLASS, IN_HEAP, LIST, PLACE: NEXT, PREVIOUS, RECORD, RECORD_BITS } = slotRecord;
const NONE = -1;
/** The list of an entry of the current bucket that is kept in order. */
const IN_ORDER = -3;

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

// Places in `counts`.
const SIZE = 0;
/** Number of entries of the current bucket that are kept in order. */
const ORDERED = 1;
const IN_RING = 2;
/** Number of buckets in the ring, a power of two. */
const RING_LENGTH = 3;
const OPERATIONS_IN_LAP = 4;
const SETS_UNTIL_FITTING = 5;
/** Slots from here on were never set. */
const SLOTS_KNOWN = 6;
/** As for the calendar. */
const COUNTS_LENGTH = 17;

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
 *
 * The functions are closures of `calendarOf`, with their numbers in arrays: V8 compiles the addresses of the arrays into the
 * code, as long as the process has one queue, and neither tags nor checks the numbers.
 */
export class BucketQueue implements SlotQueue {
  // Fields rather than what `calendarOf` returns: V8 stores an object literal with getters as a hash table. They are only
  // declared, not defined, so that each is written once: such fields of a known queue are constants, too.

  declare readonly set: SlotQueue['set'];
  declare readonly clear: SlotQueue['clear'];
  declare readonly top: SlotQueue['top'];
  declare readonly topTime: SlotQueue['topTime'];
  declare readonly timeOf: SlotQueue['timeOf'];
  declare readonly classOf: SlotQueue['classOf'];
  declare private readonly counts: Int32Array;
  declare private readonly heap: SlotHeap;
  declare private readonly workSoFar: () => number;

  constructor(capacity = 16) {
    const { set, clear, top, topTime, timeOf, classOf, counts, heap, workSoFar } = calendarOf(capacity);
    this.set = set;
    this.clear = clear;
    this.top = top;
    this.topTime = topTime;
    this.timeOf = timeOf;
    this.classOf = classOf;
    this.counts = counts;
    this.heap = heap;
    this.workSoFar = workSoFar;
  }

  get size(): number {
    return this.counts[SIZE]!;
  }

  /** Number of steps so far besides a constant number for each operation. */
  get work(): number {
    return this.workSoFar();
  }

  /** Number of entries of the current bucket that are in the heap. */
  get heapSize(): number {
    return this.heap.size;
  }
}

function calendarOf(capacity: number) {
  /** Entries of the current bucket, if they are many; also has the times and records of all slots. */
  const heap = new SlotHeap(capacity);
  /** Entries of the current bucket, up to MAX_ORDERED: the earliest one last. */
  const orderedTimes = new Float64Array(ORDERED_LENGTH);
  const orderedSlots = new Int32Array(ORDERED_LENGTH);
  const calendar = new Float64Array(CALENDAR_LENGTH);
  const counts = new Int32Array(COUNTS_LENGTH);
  /** The first slot of every list: the buckets of the ring, then the overflow. A field, since a larger ring replaces it. */
  const ring = { heads: new Int32Array(MIN_RING + 1).fill(NONE) };
  /** Buckets of earlier rings that were walked along, and entries that were placed again. */
  let workBefore = 0;
  calendar[BUCKETS_PER_SECOND] = 1;
  calendar[FOLLOWING] = 1;
  calendar[HORIZON] = MIN_RING + 1;
  calendar[LAP_END] = MIN_RING;
  counts[RING_LENGTH] = MIN_RING;
  return { set, clear, top, topTime, timeOf, classOf, counts, heap, workSoFar };

  function set(slot: number, time: number, eventClass: EventClass): void {
    if (!isEntry(slot, time)) refuseEntry(slot, time);
    if (slot >= heap.times.length) heap.reserve(slot);
    const { records, times } = heap;
    const at = slot << RECORD_BITS;
    records[at | CLASS] = eventClass;
    const list = records[at | LIST]!;
    // Often only the class changes, or nothing. In a list there is no order.
    if (list >= 0 && times[slot] === time) return;
    times[slot] = time;
    if (list === IN_ORDER) takeOut(slot);
    else if (list >= 0) unlink(at, list);
    else if (list === IN_HEAP) heap.remove(slot);
    else count(slot);
    counts[OPERATIONS_IN_LAP]!++;
    place(slot);
    if (--counts[SETS_UNTIL_FITTING]! < 0) fit();
  }

  function clear(slot: number): void {
    const at = slot * RECORD;
    const { records } = heap;
    const list = records[at + LIST] ?? ABSENT;
    if (list === ABSENT) return;
    counts[OPERATIONS_IN_LAP]!++;
    if (list === IN_ORDER) takeOut(slot);
    else if (list === IN_HEAP) heap.remove(slot);
    else unlink(at, list);
    records[at + LIST] = ABSENT;
    counts[SIZE]!--;
  }

  function top(): number {
    if (counts[ORDERED] === 0) advance();
    if (heap.size > 0) return topOfBoth();
    const ordered = counts[ORDERED]!;
    return ordered > 0 ? orderedSlots[ordered - 1]! : -1;
  }

  function topTime(): number {
    if (counts[ORDERED] === 0) advance();
    if (heap.size > 0) return heap.times[topOfBoth()]!;
    const ordered = counts[ORDERED]!;
    return ordered > 0 ? orderedTimes[ordered - 1]! : Infinity;
  }

  function timeOf(slot: number): number {
    return heap.timeOf(slot);
  }

  function classOf(slot: number): EventClass {
    return heap.records[(slot << RECORD_BITS) | CLASS] as EventClass;
  }

  function workSoFar(): number {
    return workBefore + calendar[FOLLOWING]!;
  }

  function topOfBoth(): number {
    const least = heap.top();
    const ordered = counts[ORDERED]!;
    if (ordered === 0) return least;
    const first = orderedSlots[ordered - 1]!;
    return heap.precedes(first, least) ? first : least;
  }

  /** Adds an entry of the current bucket. */
  function putInOrder(slot: number): void {
    let to = counts[ORDERED]!;
    if (to === MAX_ORDERED) {
      heap.insert(slot);
      return;
    }
    const time = heap.times[slot]!;
    counts[ORDERED] = to + 1;
    heap.records[(slot << RECORD_BITS) | LIST] = IN_ORDER;
    while (to > 0) {
      const otherTime = orderedTimes[to - 1]!;
      const other = orderedSlots[to - 1]!;
      if (time < otherTime || (time === otherTime && heap.precedes(slot, other))) break;
      orderedTimes[to] = otherTime;
      orderedSlots[to] = other;
      to--;
    }
    orderedTimes[to] = time;
    orderedSlots[to] = slot;
  }

  /** Removes an entry that `putInOrder` added; mostly it is the earliest one. */
  function takeOut(slot: number): void {
    const last = counts[ORDERED]! - 1;
    counts[ORDERED] = last;
    if (orderedSlots[last] === slot) return;
    let from = last - 1;
    while (orderedSlots[from] !== slot) from--;
    for (; from < last; from++) {
      orderedTimes[from] = orderedTimes[from + 1]!;
      orderedSlots[from] = orderedSlots[from + 1]!;
    }
  }

  function count(slot: number): void {
    counts[SIZE]!++;
    if (slot >= counts[SLOTS_KNOWN]!) counts[SLOTS_KNOWN] = slot + 1;
  }

  /** Puts an entry into the list of its time. (The time stays in the array: as an argument it would be boxed.) */
  function place(slot: number): void {
    const bucket = (heap.times[slot]! - calendar[ORIGIN]!) * calendar[BUCKETS_PER_SECOND]!;
    if (bucket < calendar[FOLLOWING]!) {
      putInOrder(slot);
    } else if (bucket < calendar[HORIZON]!) {
      counts[IN_RING]!++;
      link(slot, bucket & (counts[RING_LENGTH]! - 1));
    } else {
      link(slot, counts[RING_LENGTH]!);
    }
  }

  function link(slot: number, list: number): void {
    const { records } = heap;
    const { heads } = ring;
    const at = slot << RECORD_BITS;
    const head = heads[list]!;
    records[at | NEXT] = head;
    records[at | PREVIOUS] = NONE;
    records[at | LIST] = list;
    if (head !== NONE) records[(head << RECORD_BITS) | PREVIOUS] = slot;
    heads[list] = slot;
  }

  function unlink(at: number, list: number): void {
    const { records } = heap;
    const next = records[at | NEXT]!;
    const previous = records[at | PREVIOUS]!;
    if (previous === NONE) ring.heads[list] = next;
    else records[(previous << RECORD_BITS) | NEXT] = next;
    if (next !== NONE) records[(next << RECORD_BITS) | PREVIOUS] = previous;
    if (list < counts[RING_LENGTH]!) counts[IN_RING]!--;
  }

  /** Advances to the next bucket with entries, if there are any. */
  function advance(): void {
    while (counts[ORDERED] === 0 && heap.size === 0 && counts[SIZE]! > 0) {
      // Everything lies beyond the ring: rebuild it rather than walk through empty laps.
      if (counts[IN_RING] === 0) {
        rebuild();
        continue;
      }
      const bucket = calendar[FOLLOWING]!;
      calendar[FOLLOWING] = bucket + 1;
      calendar[HORIZON] = bucket + 1 + counts[RING_LENGTH]!;
      pour(bucket & (counts[RING_LENGTH]! - 1));
      if (bucket === calendar[LAP_END]) beginLap();
    }
  }

  /** Makes the entries of a bucket those of the current one. */
  function pour(bucket: number): void {
    const { heads } = ring;
    const { records } = heap;
    let slot = heads[bucket]!;
    if (slot === NONE) return;
    heads[bucket] = NONE;
    while (slot !== NONE) {
      const following = records[(slot << RECORD_BITS) | NEXT]!;
      counts[IN_RING]!--;
      putInOrder(slot);
      slot = following;
    }
  }

  /**
   * Takes in the overflow entries that are now within reach. This, and the
   * walk along the ring, cost about as much as the ring is long. A lap with too few operations to pay for that is the
   * last one of its ring. The first lap after a rebuild always pays, since it contains the median of all entries: half
   * of them have been moved or cleared by its end.
   */
  function beginLap(): void {
    const ringLength = counts[RING_LENGTH]!;
    if (counts[OPERATIONS_IN_LAP]! * 16 < ringLength) {
      rebuild();
      return;
    }
    counts[OPERATIONS_IN_LAP] = 0;
    calendar[LAP_END]! += ringLength;
    let slot = ring.heads[ringLength]!;
    ring.heads[ringLength] = NONE;
    while (slot !== NONE) {
      const following = heap.records[(slot << RECORD_BITS) | NEXT]!;
      place(slot);
      slot = following;
      workBefore++;
    }
  }

  /** Checks now and then whether ring and width still fit the entries. */
  function fit(): void {
    const size = counts[SIZE]!;
    const ringLength = counts[RING_LENGTH]!;
    counts[SETS_UNTIL_FITTING] = Math.max(ringLength, MIN_BETWEEN_FITTINGS);
    if (size > ringLength || size * 16 < ringLength - MIN_RING) {
      rebuild();
      return;
    }
    const rate = fittingRate(sampleOfWaits());
    if (rate === undefined) return;
    const misfit = calendar[BUCKETS_PER_SECOND]! / rate;
    // With a fitting width, the heap is large only when the current bucket is far ahead of most entries.
    const isCrowded = heap.size > SMALL_HEAP && heap.size * 2 > size;
    if (misfit > TOLERATED_MISFIT || misfit * TOLERATED_MISFIT < 1 || isCrowded) rebuild();
  }

  function sampleOfWaits(): Float64Array {
    const first = topTime();
    const { records, times } = heap;
    const slotsKnown = counts[SLOTS_KNOWN]!;
    const waits = new Float64Array(SAMPLES);
    const stride = Math.ceil(slotsKnown / SAMPLES);
    let found = 0;
    for (let slot = 0; slot < slotsKnown; slot += stride) {
      const list = records[(slot << RECORD_BITS) | LIST];
      if (list !== ABSENT) waits[found++] = times[slot]! - first;
    }
    return waits.subarray(0, found);
  }

  /**
   * Buckets per second that put about two entries into each of the next buckets (measured: fewer means more empty
   * buckets, more means a larger heap). Based on the median waiting time, so that a few distant entries do not spread
   * all the others out. At least half of the entries are then within the ring, so a rebuild is paid for by the entries
   * it brings within reach. Undefined when nothing has to wait and any rate is fine.
   */
  function fittingRate(waits: Float64Array): number | undefined {
    waits.sort();
    let middle = waits.length >> 1;
    // If half of the entries are due at once, take the first one that has to wait.
    while (middle < waits.length && waits[middle] === 0) middle++;
    if (middle === waits.length) return undefined;
    return Math.min(Math.max(counts[SIZE]! / (3 * waits[middle]!), MIN_RATE), MAX_RATE);
  }

  /** Starts a new ring at the first entry, with a fitting length and width. */
  function rebuild(): void {
    workBefore += calendar[FOLLOWING]! + counts[RING_LENGTH]! + 2 * counts[SIZE]!;
    const slots = takeAll();
    let first = Infinity;
    for (const slot of slots) if (heap.times[slot]! < first) first = heap.times[slot]!;
    const waits = new Float64Array(slots.length);
    for (let i = 0; i < slots.length; i++) waits[i] = heap.times[slots[i]!]! - first;
    calendar[BUCKETS_PER_SECOND] = fittingRate(waits) ?? calendar[BUCKETS_PER_SECOND]!;
    calendar[ORIGIN] = first;
    calendar[FOLLOWING] = 1;
    counts[OPERATIONS_IN_LAP] = 0;
    let ringLength = MIN_RING;
    while (ringLength < slots.length) ringLength *= 2;
    counts[RING_LENGTH] = ringLength;
    if (ring.heads.length !== ringLength + 1) ring.heads = new Int32Array(ringLength + 1).fill(NONE);
    calendar[HORIZON] = ringLength + 1;
    calendar[LAP_END] = ringLength;
    for (const slot of slots) place(slot);
  }

  /** Empties the current bucket and all lists; returns their slots. */
  function takeAll(): Int32Array {
    const { records } = heap;
    const { heads } = ring;
    const ringLength = counts[RING_LENGTH]!;
    const slots = new Int32Array(counts[SIZE]!);
    let taken = 0;
    while (counts[ORDERED]! > 0) slots[taken++] = orderedSlots[--counts[ORDERED]!]!;
    while (heap.size > 0) {
      const slot = heap.top();
      heap.remove(slot);
      slots[taken++] = slot;
    }
    // If the ring is empty, only the overflow is left.
    for (let list = counts[IN_RING]! > 0 ? 0 : ringLength; list <= ringLength; list++) {
      for (let slot = heads[list]!; slot !== NONE; slot = records[(slot << RECORD_BITS) | NEXT]!) {
        slots[taken++] = slot;
      }
      heads[list] = NONE;
    }
    counts[IN_RING] = 0;
    return slots;
  }
}

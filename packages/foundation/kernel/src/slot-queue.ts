import type { EventClass } from './order.js';

/**
 * The engine's queue: one entry per slot (a body), its earliest event, moved in place when it changes, so that there
 * are no dead entries. Order: time, class, slot. Slots are in the order of the bodies' ids, and a body's partner is
 * implied by its slot, so this is the full order of events.
 *
 * Two implementations with the same results: `BucketQueue` (fast at any size) and `SlotHeap` (the reference).
 */
export interface SlotQueue {
  /** Number of slots that have an entry. */
  readonly size: number;
  /**
   * Eight integers for each slot, which are 0 at first: the queue uses the first three, and the engine may use the others, so
   * that an event reads one place in memory. Only `reserve` replaces the array if all slots that are set have room.
   */
  readonly integers: Int32Array;
  /** Makes room for all slots up to one. */
  reserve(slot: number): void;
  /**
   * Called now and then, if the engine has set it, with slots whose events come next: the first `count` of an array. The
   * engine may read there what these events need. It must not change anything. The reference never calls it.
   */
  readAhead: ((slots: Int32Array, count: number) => void) | undefined;
  /** Sets or replaces the entry of a slot. */
  set(slot: number, time: number, eventClass: EventClass): void;
  /** Removes the entry of a slot, if there is one. */
  clear(slot: number): void;
  /** The slot of the first entry, or -1. */
  top(): number;
  /** The time of the first entry, or Infinity. */
  topTime(): number;
  /** The time of a slot's entry, or Infinity. */
  timeOf(slot: number): number;
  /** The class of a slot's entry, which must exist. */
  classOf(slot: number): EventClass;
}

/** Limits the memory that an invalid slot number can make a queue allocate. */
const MAX_SLOTS = 1 << 27;

/** Whether a slot number and a time are valid; x - x is 0 for finite x only. */
export function isEntry(slot: number, time: number): boolean {
  return (slot | 0) === slot && slot >= 0 && slot < MAX_SLOTS && time - time === 0;
}

/** Separate from `set`, to keep its common path short. */
export function refuseEntry(slot: number, time: number): never {
  if (!Number.isInteger(slot) || slot < 0 || slot >= MAX_SLOTS) {
    throw new RangeError(`slot: expected an integer from 0 to ${MAX_SLOTS - 1}, got ${slot}`);
  }
  throw new RangeError(`time of slot ${slot}: expected a finite number, got ${time}; clear() removes an entry`);
}

/** A capacity of more than `slot`, by doubling. */
export function capacityFor(slot: number, capacity: number): number {
  let wanted = Math.max(capacity, 16);
  while (wanted <= slot) wanted *= 2;
  return wanted;
}

export function grown<A extends Float64Array | Int32Array | Uint8Array>(array: A, capacity: number, fill: number): A {
  const larger = new (array.constructor as new (length: number) => A)(capacity);
  larger.set(array);
  larger.fill(fill, array.length);
  return larger;
}

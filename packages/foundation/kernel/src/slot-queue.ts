import type { EventClass } from './order.js';

/**
 * The engine's queue: one entry per slot (a body), its earliest event, moved in place when it changes, so that there
 * is never a dead entry. Order: time, class, slot. Slots stand in the order of the bodies' ids, and a body's partner
 * is implied by its slot, so this is the full order of events.
 *
 * Implemented twice, with the same answers: `BucketQueue` (fast at any size) and `SlotHeap` (the reference).
 */
export interface SlotQueue {
  /** Number of slots that have an entry. */
  readonly size: number;
  /** Gives a slot its entry, or moves the one it has. */
  set(slot: number, time: number, eventClass: EventClass): void;
  /** Takes a slot's entry away, if it has one. */
  clear(slot: number): void;
  /** The slot whose entry comes first, or -1 when there is none. */
  top(): number;
  /** When the first entry is due; Infinity when there is none. */
  topTime(): number;
  /** When a slot's entry is due; Infinity when it has none. */
  timeOf(slot: number): number;
  /** The class of a slot's entry. Only of a slot that has one. */
  classOf(slot: number): EventClass;
}

/** A queue grows by itself; this bounds what a wrong slot number can make it allocate. */
const MAX_SLOTS = 1 << 27;

/** Whether a slot number and a time can be queued; x - x is 0 for finite x only. */
export function isEntry(slot: number, time: number): boolean {
  return (slot | 0) === slot && slot >= 0 && slot < MAX_SLOTS && time - time === 0;
}

/** For the cold road of `set`: says what was wrong with its arguments. */
export function refuseEntry(slot: number, time: number): never {
  if (!Number.isInteger(slot) || slot < 0 || slot >= MAX_SLOTS) {
    throw new RangeError(`slot ${slot} is not a whole number from 0 to ${MAX_SLOTS - 1}`);
  }
  throw new RangeError(
    `slot ${slot} cannot be set to time ${time}: a time must be finite (clear() takes an entry away)`,
  );
}

/** Capacity for at least `slot`, by doubling. */
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

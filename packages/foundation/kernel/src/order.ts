/**
 * The total order of events: time, class, low id, high id, serial. There is no epsilon in it: "equal within 1e-8" is
 * not transitive and would leave a sorted container without a defined order.
 */

/** The kind of an event. At one instant lower classes run first; ids decide within a class. */
export const EventClass = {
  /** Internal bookkeeping of the engine: cell crossings, re-checks. Not counted as an event. */
  GridUpkeep: 0,
  /** Two bodies, or a body and an obstacle, touch. Ids: the two bodies. */
  Contact: 1,
  /** A motion starts, changes its leg or finishes. */
  Motion: 2,
  /** A message arrives. Ids: receiver, sender. */
  Delivery: 3,
  Sensor: 4,
  /**
   * Timers fire and tasks resume: authors' code runs when nothing of the instant is left that could change what it
   * sees.
   */
  WakeUp: 5,
  /** For observers: runs when everything else of the instant is done. */
  Observer: 6,
} as const;
export type EventClass = (typeof EventClass)[keyof typeof EventClass];

/** The position of an event among those of its instant, except for the serial number that the queue adds. */
export interface OrderKey {
  readonly class: EventClass;
  /** The owner: the lower id of a contact, the receiver of a delivery. */
  readonly low: number;
  /** The other party: the higher id of a contact, the sender of a delivery; otherwise the owner again. */
  readonly high: number;
}

/** An event. One object may be scheduled repeatedly (its key never changes); each call of `schedule` returns a handle. */
export interface SimEvent extends OrderKey {
  run(now: number): void;
  /** For error messages and lists of future events. */
  describe(): string;
}

/** Negative when a comes first, 0 if the serial number decides. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return a.class - b.class || a.low - b.low || a.high - b.high;
}

/**
 * The total order of events: time, class, low id, high id, serial. There is no epsilon in it: "equal within 1e-8" is
 * not transitive and would leave a sorted container without a defined order.
 */

/** What kind of event it is. At one instant lower classes run first; ids decide within a class. */
export const EventClass = {
  /** Bookkeeping of the engine that no user sees: cell crossings, re-checks. Not counted as an event. */
  GridUpkeep: 0,
  /** Two bodies, or a body and an obstacle, touch. Ids: the two bodies. */
  Contact: 1,
  /** A motion starts, changes its leg or finishes. */
  Motion: 2,
  /** A message arrives. Ids: receiver, sender. */
  Delivery: 3,
  Sensor: 4,
  /** Timers fire and tasks go on: authors' code runs when nothing of the instant is left that could change what they see. */
  WakeUp: 5,
  /** Looks only: runs when everything of the instant is done. */
  Observer: 6,
} as const;
export type EventClass = (typeof EventClass)[keyof typeof EventClass];

/** An event's place among those of its instant, but for the serial number that the queue adds. */
export interface OrderKey {
  readonly class: EventClass;
  /** The owner; of a contact the lower of the two ids, of a delivery the receiver. */
  readonly low: number;
  /** The other party: of a contact the higher id, of a delivery the sender. The owner again where there is no other. */
  readonly high: number;
}

/** What can happen. One object may be scheduled again and again (its key never changes); each time gives a handle. */
export interface SimEvent extends OrderKey {
  run(now: number): void;
  /** For people: error messages and the list of future events. */
  describe(): string;
}

/** Negative when a comes first, 0 when only the serial number can tell. */
export function compareKeys(a: OrderKey, b: OrderKey): number {
  return a.class - b.class || a.low - b.low || a.high - b.high;
}

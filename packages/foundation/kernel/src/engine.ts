/** A crowd of bodies with one pending event each, which the simulator runs in order with all other events. */
import { EventError } from './errors.js';
import type { Handle } from './event-queue.js';
import { compareKeys, type OrderKey } from './order.js';
import type { SlotQueue } from './slot-queue.js';

export interface Engine {
  readonly queue: SlotQueue;
  /** The ids that decide between a slot's event and a general one of the same time and class. */
  low(slot: number): number;
  high(slot: number): number;
  /** Runs the event of a slot; gives the slot its next one, or clears it. */
  run(slot: number, now: number): void;
  describe(slot: number): string;
  /** Without it, upkeep is run event by event. */
  readonly upkeep?: Upkeep;
}

/**
 * The engine's own bookkeeping, of class GridUpkeep, several events in a row: no user sees them, and they are more than half
 * of all events, so that the loop around them counts.
 */
export interface Upkeep {
  /**
   * Runs the engine's first events as long as they are upkeep, each later than the one before and than `now`, and before
   * `limit`, but not for long; whether there were any.
   */
  run(now: number, limit: number): boolean;
  /** Of the last event that was run: its time, in an array of one, and its slot. */
  readonly time: Float64Array;
  readonly slot: number;
}

/** Whether the engine's first event comes before a general one, or only a serial number could tell. */
export function comesFirst(engine: Engine, general: Handle): boolean {
  const time = engine.queue.topTime();
  if (time !== general.time) return time < general.time;
  return compareKeys(keyOfSlot(engine, engine.queue.top()), general.event) <= 0;
}

export function keyOfSlot(engine: Engine, slot: number): OrderKey {
  return { class: engine.queue.classOf(slot), low: engine.low(slot), high: engine.high(slot) };
}

export function failureOfSlot(engine: Engine, slot: number, time: number, error: unknown): EventError {
  return new EventError(() => engine.describe(slot), engine.low(slot), time, error);
}

/** A set of bodies with one pending event each, which the simulator runs in order with all other events. */
import { EventError } from './errors.js';
import type { Handle } from './event-queue.js';
import { compareKeys, EventClass, type OrderKey } from './order.js';
import type { SlotQueue } from './slot-queue.js';

export interface Engine {
  readonly queue: SlotQueue;
  /** The ids that decide between a slot's event and a general one of the same time and class. */
  low(slot: number): number;
  high(slot: number): number;
  /** Runs the event of a slot; sets the next one, or clears the slot. */
  run(slot: number, now: number): void;
  describe(slot: number): string;
  /** Without it, upkeep runs event by event. */
  readonly upkeep?: Upkeep;
}

/**
 * Runs the engine's bookkeeping (class GridUpkeep) in batches. Users never see these events, but they are more than
 * half of all events, so the cost of the loop around them matters.
 */
export interface Upkeep {
  /**
   * Runs the engine's first events while they are upkeep, each later than the one before and than `now`, and before
   * `limit`, up to a batch size; returns whether there were any.
   */
  run(now: number, limit: number): boolean;
  /** The time of the last event that was run, in an array of one, and its slot. */
  readonly time: Float64Array;
  readonly slot: number;
}

/** Whether the engine's first event comes before a general one; also if only a serial number could decide. */
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

/**
 * Runs a batch of upkeep if the engine's first event is upkeep; returns whether any ran. Upkeep at the instant of
 * another event is left to the event loop, which counts events per instant.
 */
export function runUpkeep(engine: Engine, upkeep: Upkeep, now: number, limit: number): boolean {
  if (engine.queue.classOf(engine.queue.top()) !== EventClass.GridUpkeep) return false;
  try {
    return upkeep.run(now, limit);
  } catch (error) {
    throw failureOfSlot(engine, upkeep.slot, upkeep.time[0]!, error);
  }
}

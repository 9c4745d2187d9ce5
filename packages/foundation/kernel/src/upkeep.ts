import { type Engine, failureOfSlot, type Upkeep } from './engine.js';
import { EventClass } from './order.js';

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

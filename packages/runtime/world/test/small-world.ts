/** A world with its simulator and everything that it put on record. */
import type { RecordOf, RecordType, TraceRecord } from '@kineko/formats/trace';
import { EventClass, Random, Simulator } from '@kineko/kernel';
import { World, type WorldOptions } from '../src/world.js';
import type { WorldSpec } from '../src/world-spec.js';

export function smallWorld(spec: WorldSpec, options: Partial<WorldOptions> = {}) {
  const simulator = new Simulator();
  const records: TraceRecord[] = [];
  const random = new Random(1);
  const world = new World(spec, { simulator, random, emit: (record) => void records.push(record), ...options });
  const recordsOf = <T extends RecordType>(type: T): RecordOf<T>[] =>
    records.filter((record): record is RecordOf<T> => record.type === type);
  /** Does something at a time. */
  const at = (time: number, act: () => void): void => {
    simulator.schedule(time, { class: EventClass.WakeUp, low: 0, high: 0, run: act, describe: () => 'test' });
  };
  return { simulator, world, records, recordsOf, at };
}

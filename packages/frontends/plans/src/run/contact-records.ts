/** Contacts as records, for viewers and logs: bodies that pass through each other record none. */
import type { RecordHandler } from '@kineko/formats/trace';
import { EventClass, type Simulator } from '@kineko/kernel';

/** Simulated seconds. */
export interface TimedContact {
  readonly pair: readonly [number, number];
  readonly entry: number;
  readonly exit: number;
}

export function recordContacts(simulator: Simulator, emit: RecordHandler, contacts: Iterable<TimedContact>): void {
  for (const { pair, entry, exit } of contacts) {
    const [robot, id] = pair;
    const other = { kind: 'robot' as const, id };
    const at = (time: number, type: 'touch' | 'release'): void => {
      simulator.schedule(time, {
        class: EventClass.Motion,
        low: robot,
        high: robot,
        run: () => emit({ type, time: simulator.now, robot, other }),
        describe: () => `${type} of robots ${robot} and ${id}`,
      });
    };
    at(entry, 'touch');
    at(exit, 'release');
  }
}

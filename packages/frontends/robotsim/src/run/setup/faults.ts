/** The fault schedule of a configuration. */
import { type Fault, type FaultSchedule, problemsOfFaults } from '@kineko/neko';
import type { NekoConfig } from '../../format/config.js';
import type { ClassContext } from './classes.js';

/** The faults of the list, and the crashes of the keys for processes. */
export function faultsOf(config: NekoConfig, n: number, context: ClassContext): FaultSchedule {
  const listed = config.structured('faults');
  const schedule = [...listed.map(({ value }) => value as unknown as Fault), ...crashesOf(config, n)];
  for (const text of problemsOfFaults(schedule, n)) {
    const [, index] = /^faults\[(\d+)\]/.exec(text) ?? [];
    const place = index === undefined ? config.placeOf('faults') : listed[Number(index)]?.place;
    context.problems.push({ severity: 'error', place, text });
  }
  return schedule;
}

function crashesOf(config: NekoConfig, n: number): Fault[] {
  const crashes: Fault[] = [];
  const memory = config.get('process.crash.memory');
  for (let process = 0; process < n; process++) {
    for (const at of config.of(process, 'process.crash.start') ?? [])
      crashes.push({ kind: 'crash', at, process, memory });
    for (const at of config.of(process, 'process.crash.stop') ?? []) crashes.push({ kind: 'recover', at, process });
  }
  return crashes;
}

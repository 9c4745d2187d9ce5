/** The fault schedule of a configuration. */
import { BEHAVIOURS, type Fault, type FaultSchedule, type Lie, problemsOfFaults } from '@kineko/neko';
import { isFile } from '../../format/checks/class-names.js';
import type { NekoConfig } from '../../format/config.js';
import { expected, oneOf } from '@kineko/formats/problem';
import { Catalog } from './catalog.js';
import { type ClassContext, isPlainFunction, type Wanted } from './classes.js';

/** Functions of authors that lie for a Byzantine process. */
export const LIE_WANTED: Wanted<Lie> = {
  what: 'a behaviour',
  explained: 'a function (message, to, random) that returns the content which arrives, or undefined for none',
  catalog: new Catalog('behaviour', []),
  take: (exported) => (isPlainFunction(exported) ? (exported as Lie) : undefined),
};

/** The faults of the list, and the crashes of the keys for processes. */
export function faultsOf(config: NekoConfig, n: number, context: ClassContext): FaultSchedule {
  const listed = config.structured('faults');
  const schedule = [...listed.map(({ value }) => value as unknown as Fault), ...crashesOf(config, n)];
  const unknown = schedule.flatMap((fault, index) => {
    const { kind, behaviour } = fault as { readonly kind: string; readonly behaviour?: unknown };
    if (kind !== 'byzantine' || typeof behaviour !== 'string') return [];
    if (Object.hasOwn(BEHAVIOURS, behaviour) || isFile(behaviour)) return [];
    const what = oneOf([...Object.keys(BEHAVIOURS), 'your own file, such as ./lies.ts']);
    return [`faults[${index}].behaviour: ${expected(what, behaviour)}`];
  });
  for (const text of [...problemsOfFaults(schedule, n), ...unknown]) {
    const [, index] = /^faults\[(\d+)\]/.exec(text) ?? [];
    const place = index === undefined ? config.placeOf('faults') : listed[Number(index)]?.place;
    context.problems.push({ severity: 'error', place, text });
  }
  return schedule;
}

function crashesOf(config: NekoConfig, n: number): Fault[] {
  const crashes: Fault[] = [];
  for (let process = 0; process < n; process++) {
    const memory = config.of(process, 'process.crash.memory') === 'lost' ? ({ memory: 'lost' } as const) : {};
    for (const at of config.of(process, 'process.crash.start') ?? [])
      crashes.push({ kind: 'crash', at, process, ...memory });
    for (const at of config.of(process, 'process.crash.stop') ?? []) crashes.push({ kind: 'recover', at, process });
  }
  return crashes;
}

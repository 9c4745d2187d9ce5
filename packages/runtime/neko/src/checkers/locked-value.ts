import type { OfProtocol } from './broadcast-events.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';
import { getOrAdd } from '../get-or-add.js';

/** A recorded step of one round. */
interface Step {
  readonly record: ProtocolEvent;
  readonly round: number;
  readonly value: string;
}

interface Rounds {
  readonly adopted: Step[];
  readonly coordinated: Step[];
}

/**
 * The locked value of consensus with rotating coordinators (Chandra and Toueg, 1996, lemma 6.2.1): the value that a
 * majority adopted in one round is the value of the coordinator of every later round, whether or not it knows. Such a
 * consensus is safe because of it, and it breaks earlier and more often than the decisions do. Its premise is a
 * coordinator after a majority has adopted a value.
 */
export function lockedValue({ protocol }: OfProtocol): Checker {
  return checkerOf('locked value', ({ records, n }, findings) => {
    const majority = Math.floor(n / 2) + 1;
    for (const [instance, { adopted, coordinated }] of roundsOf(eventsOf(records, protocol))) {
      const lock = firstLock(adopted, majority);
      if (lock === undefined) continue;
      for (const { record, round, value } of coordinated) {
        if (round <= lock.round) continue;
        findings.premise();
        if (value === lock.value) continue;
        findings.violation(
          `p${record.process} stood for ${value} in round ${round} of instance ${instance} at t = ${record.time}, though a ` +
            `majority had adopted ${lock.value} in round ${lock.round}, the last of them p${lock.record.process} at ` +
            `t = ${lock.record.time}`,
          lock.record,
          record,
        );
      }
    }
  });
}

function roundsOf(events: readonly ProtocolEvent[]): Map<number, Rounds> {
  const instances = new Map<number, Rounds>();
  for (const record of events) {
    if (record.event !== 'adopt' && record.event !== 'coordinate') continue;
    const number = Number(fieldOf(record, 'instance'));
    const rounds = getOrAdd(instances, number, () => ({ adopted: [], coordinated: [] }));
    const step = { record, round: Number(fieldOf(record, 'round')), value: canonical(fieldOf(record, 'value')) };
    (record.event === 'adopt' ? rounds.adopted : rounds.coordinated).push(step);
  }
  return instances;
}

/** The adoption that completed the majority of the earliest round that has one. */
function firstLock(adopted: readonly Step[], majority: number): Step | undefined {
  const adopters = new Map<string, Set<number>>();
  let first: Step | undefined;
  for (const step of adopted) {
    const ids = getOrAdd(adopters, `${step.round} ${step.value}`, () => new Set());
    ids.add(step.record.process);
    if (ids.size === majority && (first === undefined || step.round < first.round)) first = step;
  }
  return first;
}

import type { OfProtocol } from './broadcast-events.js';
import { getOrAdd } from '../get-or-add.js';
import type { NekoRecord } from '../records.js';
import { canonical, type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';

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
 * The locked value of consensus in rounds (Chandra and Toueg, 1996, lemma 6.2.1; in Paxos the rounds are ballots): the value that
 * a majority adopted in one round is the value of the coordinator of every later round, whether or not it knows, and nothing
 * else is decided. Such a consensus is safe because of it, and it breaks earlier and more often than the decisions do.
 * Its premises are a coordinator after a majority has adopted a value, and a decision.
 */
export function lockedValue({ protocol }: OfProtocol): Checker {
  return checkerOf('locked value', ({ records, n }, findings) => {
    const majority = Math.floor(n / 2) + 1;
    checkDecisions(records, protocol, majority, findings);
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

/** Every decision comes after a majority has adopted its value in one round. */
function checkDecisions(records: readonly NekoRecord[], protocol: string, majority: number, findings: Findings): void {
  const adopters = new Map<string, Set<number>>();
  const locked = new Set<string>();
  for (const record of records) {
    if (record.type === 'protocolEvent' && record.protocol === protocol && record.event === 'adopt') {
      const value = `${String(fieldOf(record, 'instance'))} ${canonical(fieldOf(record, 'value'))}`;
      const ids = getOrAdd(adopters, `${String(fieldOf(record, 'round'))} ${value}`, () => new Set());
      if (ids.add(record.process).size >= majority) locked.add(value);
    } else if (record.type === 'decide' && record.protocol === protocol) {
      findings.premise();
      const value = canonical(record.value);
      if (locked.has(`${record.instance} ${value}`)) continue;
      findings.violation(
        `p${record.process} decided ${value} in instance ${record.instance} at t = ${record.time}, before a majority had ` +
          'adopted it in one round',
        record,
      );
    }
  }
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

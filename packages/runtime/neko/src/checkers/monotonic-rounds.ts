import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';

/**
 * The rounds in which a process takes part in an instance of consensus never fall: it promises and adopts nothing in a lower
 * round, or ballot, than before. Paxos is safe because of it: a majority that has promised a ballot completes none below
 * it. Its premise is a process that takes a second step in an instance.
 */
export function monotonicRounds({ protocol }: OfProtocol): Checker {
  return checkerOf('monotonic rounds', ({ records }, findings) => {
    const highest = new Map<string, ProtocolEvent>();
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'promise' && record.event !== 'adopt') continue;
      const instance = String(fieldOf(record, 'instance'));
      const key = `${record.process} ${instance}`;
      const last = highest.get(key);
      if (last !== undefined) findings.premise();
      if (last === undefined || roundOf(record) >= roundOf(last)) {
        highest.set(key, record);
        continue;
      }
      findings.violation(
        `p${record.process} ${VERBS[record.event]} round ${roundOf(record)} of instance ${instance} at t = ${record.time}, though ` +
          `it had ${VERBS[last.event as keyof typeof VERBS]} round ${roundOf(last)} at t = ${last.time}`,
        last,
        record,
      );
    }
  });
}

const VERBS = { promise: 'promised', adopt: 'adopted a value in' };

function roundOf(record: ProtocolEvent): number {
  return Number(fieldOf(record, 'round'));
}

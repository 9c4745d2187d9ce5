import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

/** Leader election: a term has at most one leader. Its premise is an `elect` that can be compared with another one. */
export function leaderElection({ protocol }: OfProtocol): Checker {
  return checkerOf('leader election', ({ records, n }, findings) => {
    const first = new Map<unknown, ProtocolEvent>();
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'elect') continue;
      const term = fieldOf(record, 'term');
      const leader = fieldOf(record, 'leader');
      const other = first.get(term);
      if (other === undefined) {
        first.set(term, record);
        if (!(Number.isInteger(leader) && (leader as number) >= 0 && (leader as number) < n))
          findings.violation(`p${record.process} elected ${String(leader)} at t = ${record.time}: n is ${n}`, record);
        continue;
      }
      findings.premise();
      const rival = fieldOf(other, 'leader');
      if (leader === rival) continue;
      findings.violation(
        `term ${String(term)} has two leaders: p${String(rival)} according to p${other.process} at t = ${other.time}, ` +
          `p${String(leader)} according to p${record.process} at t = ${record.time}`,
        other,
        record,
      );
    }
  });
}

export interface OmegaOptions extends OfProtocol {
  /** Time from which all must trust the same process; without it, the end of the run. */
  readonly stableFrom?: number;
}

/**
 * Ω (Chandra, Hadzilacos, Toueg, 1996): from some time on all correct processes trust the same correct process. Its
 * premise is a process that named its leader.
 */
export function omega({ protocol, stableFrom = Infinity }: OmegaOptions): Checker {
  return checkerOf('Ω', ({ records, n, isComplete }, findings) => {
    const last = new Map<number, ProtocolEvent>();
    const { correct } = new Crashes(records, n);
    const isCorrect = (id: number): boolean => correct.includes(id);
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'leader') continue;
      findings.premise();
      last.set(record.process, record);
      if (isComplete && record.time > stableFrom && isCorrect(record.process)) {
        findings.violation(
          `p${record.process} changed its leader to p${String(fieldOf(record, 'leader'))} at t = ${record.time}, after t = ${stableFrom}`,
          record,
        );
      }
    }
    if (!isComplete || last.size === 0) return;
    const [reference] = correct.map((id) => last.get(id)).filter((record) => record !== undefined);
    for (const id of correct) {
      const record = last.get(id);
      if (record === undefined) {
        findings.violation(`p${id}, which is correct, never named a leader`);
        continue;
      }
      const leader = fieldOf(record, 'leader');
      const trust = `p${id} trusts p${String(leader)} since t = ${record.time}`;
      if (!isCorrect(leader as number)) findings.violation(`${trust}, which is not correct`, record);
      if (leader !== fieldOf(reference!, 'leader')) {
        findings.violation(
          `${trust}, but p${reference!.process} trusts p${String(fieldOf(reference!, 'leader'))}`,
          reference,
          record,
        );
      }
    }
  });
}

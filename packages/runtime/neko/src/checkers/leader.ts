import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type Findings, isEventOf, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

export interface LeaderElectionOptions extends OfProtocol {
  /** Whether there must be a last term, with a correct leader that all correct processes know. Default: false. */
  readonly lasting?: boolean;
  /** Whether every process passes through all terms, from 0. Default: false: it may miss some. */
  readonly oneByOne?: boolean;
}

/**
 * Leader election: a term has at most one leader, and no process goes back to an earlier term or names the leader of a term
 * twice, unless it has recovered in between and may have lost its memory. Its premise is an `elect` that can be compared with
 * another one.
 */
export function leaderElection({ protocol, lasting = false, oneByOne = false }: LeaderElectionOptions): Checker {
  return checkerOf('leader election', ({ records, n, isComplete }, findings) => {
    const first = new Map<unknown, ProtocolEvent>();
    const last = new Map<number, ProtocolEvent>();
    const recovered = new Set<number>();
    for (const record of records) {
      if (record.type === 'recover') recovered.add(record.process);
      if (!isEventOf(record, protocol) || record.event !== 'elect') continue;
      const term = fieldOf(record, 'term');
      const leader = fieldOf(record, 'leader');
      const before = last.get(record.process);
      const due = termOf(before) + (recovered.delete(record.process) ? 0 : 1);
      if (oneByOne ? term !== termOf(before) + 1 : Number(term) < due) {
        const after = before === undefined ? 'as its first one' : `after term ${termOf(before)}`;
        findings.violation(
          `p${record.process} entered term ${String(term)} at t = ${record.time} ${after}`,
          before,
          record,
        );
      }
      last.set(record.process, record);
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
    if (lasting && isComplete) checkLastTerm(last, new Crashes(records, n), findings);
  });
}

function checkLastTerm(last: ReadonlyMap<number, ProtocolEvent>, { correct }: Crashes, findings: Findings): void {
  const latest = correct.map((id) => last.get(id)).reduce((a, b) => (termOf(b) > termOf(a) ? b : a), undefined);
  for (const id of correct) {
    const own = last.get(id);
    if (own === undefined) findings.violation(`p${id}, which is correct, never knew a leader`);
    else if (termOf(own) < termOf(latest)) {
      const newer = `p${latest!.process} is in term ${termOf(latest)} since t = ${latest!.time}`;
      findings.violation(`p${id}, which is correct, is still in term ${termOf(own)}, but ${newer}`, own, latest);
    } else if (!correct.includes(Number(fieldOf(own, 'leader')))) {
      const leader = String(fieldOf(own, 'leader'));
      findings.violation(`the last leader of p${id}, since t = ${own.time}, is p${leader}, which is not correct`, own);
    }
  }
}

function termOf(record: ProtocolEvent | undefined): number {
  return record === undefined ? -1 : Number(fieldOf(record, 'term'));
}

export interface OmegaOptions extends OfProtocol {
  /** Time from which all must trust the same process; without it, the end of the run. */
  readonly stableFrom?: number;
  /** Whether it must be the correct process with the lowest id. Default: false. */
  readonly lowest?: boolean;
}

/**
 * Ω (Chandra, Hadzilacos, Toueg, 1996): from some time on all correct processes trust the same correct process. Its
 * premise is a process that named its leader.
 */
export function omega({ protocol, stableFrom = Infinity, lowest = false }: OmegaOptions): Checker {
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
      else if (lowest && leader !== correct[0])
        findings.violation(`${trust}, and p${correct[0]} is correct too`, record);
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

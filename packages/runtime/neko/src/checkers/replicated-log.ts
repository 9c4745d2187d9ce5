import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, fieldOf, type Findings, type Observed, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

/**
 * A replicated log: no two processes apply different commands at one index, a process applies the indices one by one (from an
 * `install` on: at its start, and when it takes over a snapshot), only submitted commands and each at one index; in the end all correct processes have
 * applied the commands of correct processes. Its premise is an index that a second process applies.
 */
export function replicatedLog({ protocol }: OfProtocol): Checker {
  return checkerOf('replicated log', (observed, findings) => {
    const { submitted, first, reached } = walk(observed, protocol, findings);
    if (observed.isComplete) checkLiveness(observed, submitted, first, reached, findings);
  });
}

interface Walked {
  readonly submitted: Map<string, ProtocolEvent>;
  /** The first application of each index. */
  readonly first: Map<number, ProtocolEvent>;
  /** The highest index of each process. */
  readonly reached: Map<number, number>;
}

function walk({ records }: Observed, protocol: string, findings: Findings): Walked {
  const submitted = new Map<string, ProtocolEvent>();
  const first = new Map<number, ProtocolEvent>();
  const indexOf = new Map<string, number>();
  const reached = new Map<number, number>();
  for (const record of records) {
    if (record.type !== 'protocolEvent' || record.protocol !== protocol) continue;
    const { process, event, time } = record;
    const index = Number(fieldOf(record, 'index'));
    const message = messageOf(record);
    if (event === 'submit') submitted.set(message, record);
    if (event === 'install') reached.set(process, index);
    if (event !== 'apply') continue;
    const last = reached.get(process) ?? 0;
    if (index !== last + 1)
      findings.violation(`p${process} applied index ${index} at t = ${time} after index ${last}`, record);
    reached.set(process, index);
    const other = first.get(index);
    if (other === undefined) first.set(index, record);
    else if (other.process !== process) findings.premise();
    if (other !== undefined && messageOf(other) !== message) {
      findings.violation(
        `p${process} applied ${message} at index ${index} at t = ${time}, but p${other.process} applied ` +
          `${messageOf(other)} there at t = ${other.time}`,
        other,
        record,
      );
    }
    if (message === 'nothing') continue;
    if (!submitted.has(message))
      findings.violation(`p${process} applied ${message}, which no process had submitted`, record);
    const place = indexOf.get(message) ?? index;
    indexOf.set(message, place);
    if (place !== index)
      findings.violation(`p${process} applied ${message} at index ${index}; it was applied at ${place}`, record);
  }
  return { submitted, first, reached };
}

function checkLiveness(
  { records, n }: Observed,
  submitted: Walked['submitted'],
  first: Walked['first'],
  reached: Walked['reached'],
  findings: Findings,
): void {
  const crashes = new Crashes(records, n);
  const indices = new Map([...first].map(([index, record]) => [messageOf(record), index]));
  for (const [message, record] of submitted) {
    if (!crashes.isCorrect(record.process)) continue;
    const index = indices.get(message) ?? Infinity;
    const lacking = crashes.correct.find((id) => (reached.get(id) ?? 0) < index);
    if (lacking !== undefined)
      findings.violation(`p${record.process} submitted ${message}, and p${lacking} never applied it`, record);
  }
}

/** The command of an event; the first entry of a leader has none. */
function messageOf(record: ProtocolEvent): string {
  const message = fieldOf(record, 'message');
  return typeof message === 'string' ? message : 'nothing';
}

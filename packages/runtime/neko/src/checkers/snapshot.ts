import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type Findings, type ProtocolEvent } from './checker.js';
import { getOrAdd } from '../get-or-add.js';

/** Number of messages that a process had sent to, and received from, each process, by id. */
export interface Counts {
  readonly sent: readonly number[];
  readonly received: readonly number[];
}

export interface SnapshotOptions extends OfProtocol {
  /** Reads these numbers from a state recorded by the application. */
  readonly countsOf: (state: unknown) => Counts;
}

/** The part of a snapshot that one process recorded. */
interface Part {
  readonly record: ProtocolEvent;
  readonly counts: Counts;
  /** Number of messages under way to it, by sender. */
  readonly underWay: readonly number[];
}

/**
 * A snapshot is a consistent cut: between any two processes, the messages sent are those received plus those under way.
 * Its premise is a snapshot with all its parts.
 */
export function snapshotConsistency({ protocol, countsOf }: SnapshotOptions): Checker {
  return checkerOf('snapshot', ({ records, n, isComplete }, findings) => {
    const snapshots = new Map<string, (Part | undefined)[]>();
    for (const record of eventsOf(records, protocol)) {
      if (record.event !== 'snapshot') continue;
      const id = String(fieldOf(record, 'id'));
      const parts = getOrAdd(snapshots, id, () => Array.from({ length: n }, () => undefined));
      if (parts[record.process] !== undefined)
        findings.violation(`p${record.process} recorded its part of snapshot ${id} twice`, record);
      const counts = countsOf(fieldOf(record, 'state'));
      parts[record.process] = { record, counts, underWay: underWayTo(record, n) };
    }
    for (const [id, parts] of snapshots) {
      const there = parts.filter((part) => part !== undefined);
      if (there.length === n) checkCut(id, there, findings);
      else if (isComplete) {
        const missing = parts.flatMap((part, process) => (part === undefined ? [`p${process}`] : []));
        findings.violation(`snapshot ${id} has no part of ${missing.join(', ')}`, there[0]?.record);
      }
    }
  });
}

function underWayTo(record: ProtocolEvent, n: number): number[] {
  const channels = fieldOf(record, 'channels') as readonly { from: number; messages: readonly unknown[] }[];
  const underWay = new Array<number>(n).fill(0);
  for (const { from, messages } of channels) underWay[from] = messages.length;
  return underWay;
}

function checkCut(id: string, parts: readonly Part[], findings: Findings): void {
  findings.premise();
  for (const [from, sender] of parts.entries()) {
    for (const [to, receiver] of parts.entries()) {
      const sent = sender.counts.sent[to] ?? 0;
      const received = receiver.counts.received[from] ?? 0;
      const underWay = receiver.underWay[from]!;
      if (sent === received + underWay) continue;
      findings.violation(
        `in snapshot ${id} p${from} had sent ${sent} messages to p${to}, which had received ${received}, with ` +
          `${underWay} under way`,
        sender.record,
        receiver.record,
      );
    }
  }
}

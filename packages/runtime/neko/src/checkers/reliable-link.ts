import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

export interface ReliableLinkCheck extends OfProtocol {
  /** Whether messages between two processes are delivered in the order in which they were accepted. Default: false. */
  readonly fifo?: boolean;
}

/**
 * A reliable link: a message that a correct process accepted for a correct one is delivered there, once; nothing else
 * is. Its premise is a message accepted for a process.
 */
export function reliableLink(options: ReliableLinkCheck): Checker {
  return checkerOf('reliable link', ({ records, n, isComplete }, findings) => {
    const accepted = new Map<string, { readonly record: ProtocolEvent; readonly place: number }>();
    const delivered = new Map<string, ProtocolEvent>();
    const latest = new Map<string, { readonly record: ProtocolEvent; readonly place: number }>();
    for (const record of eventsOf(records, options.protocol)) {
      const { event, process, time } = record;
      const message = fieldOf(record, 'message');
      if ((event !== 'accept' && event !== 'deliver') || typeof message !== 'string') continue;
      if (event === 'accept') {
        const to = fieldOf(record, 'to') as readonly number[];
        findings.premise(to.length);
        for (const id of to) accepted.set(`${message} ${id}`, { record, place: accepted.size });
        continue;
      }
      const key = `${message} ${process}`;
      const origin = accepted.get(key);
      const did = `p${process} delivered ${message} at t = ${time}`;
      if (origin === undefined) findings.violation(`${did}, which no process had sent to it`, record);
      const earlier = delivered.get(key);
      if (earlier !== undefined) findings.violation(`${did} and had done so at t = ${earlier.time}`, earlier, record);
      delivered.set(key, record);
      if (options.fifo !== true || origin === undefined) continue;
      const link = `${origin.record.process} ${process}`;
      const before = latest.get(link);
      if (before !== undefined && before.place > origin.place)
        findings.violation(`${did}, after ${String(fieldOf(before.record, 'message'))}, which was sent later`, record);
      latest.set(link, { record, place: origin.place });
    }
    if (!isComplete) return;
    const crashes = new Crashes(records, n);
    for (const [key, { record }] of accepted) {
      const to = Number(key.slice(key.lastIndexOf(' ')));
      if (delivered.has(key) || !crashes.isCorrect(record.process) || !crashes.isCorrect(to)) continue;
      const message = key.slice(0, key.lastIndexOf(' '));
      findings.violation(
        `p${record.process} sent ${message} to p${to} at t = ${record.time}; it never arrived`,
        record,
      );
    }
  });
}

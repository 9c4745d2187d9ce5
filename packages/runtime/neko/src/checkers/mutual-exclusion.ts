import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, type ProtocolEvent } from './checker.js';
import { Crashes } from './crashes.js';

/**
 * Mutual exclusion: no two processes are inside at once; in the end every correct process that requested entry has
 * entered. Its premise is an entry. A process that crashed inside and never recovered counts as outside.
 */
export function mutualExclusion({ protocol }: OfProtocol): Checker {
  return checkerOf('mutual exclusion', ({ records, n, isComplete }, findings) => {
    const inside = new Map<number, ProtocolEvent>();
    const waiting = new Map<number, ProtocolEvent>();
    const crashes = new Crashes(records, n);
    const events = eventsOf(records, protocol);
    const wanted = new Set<unknown>(events);
    for (const record of records) {
      if (record.type === 'crash' && crashes.last.get(record.process) === record) inside.delete(record.process);
      if (record.type !== 'protocolEvent' || !wanted.has(record)) continue;
      const { process, event, time } = record;
      if (event === 'request') {
        waiting.set(process, record);
      } else if (event === 'enter') {
        findings.premise();
        if (!waiting.has(process)) findings.violation(`p${process} entered at t = ${time} without asking`, record);
        waiting.delete(process);
        for (const [other, entry] of inside) {
          findings.violation(
            `p${process} entered at t = ${time}, while p${other} was inside since t = ${entry.time}`,
            entry,
            record,
          );
        }
        inside.set(process, record);
      } else if (event === 'exit') {
        if (!inside.delete(process))
          findings.violation(`p${process} left at t = ${time} without having entered`, record);
      }
    }
    if (!isComplete) return;
    for (const [process, record] of waiting) {
      if (crashes.isCorrect(process))
        findings.violation(`p${process} asked to enter at t = ${record.time} and never entered`, record);
    }
  });
}

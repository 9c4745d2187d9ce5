import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf, type ProtocolEvent } from './checker.js';

/**
 * A token: one process holds it at a time, and the next holder is the process that it was passed to. Only its holder assigns
 * numbers. Its premise is a process that gets the token from another.
 */
export function token({ protocol }: OfProtocol): Checker {
  return checkerOf('token', ({ records }, findings) => {
    let holder: ProtocolEvent | undefined;
    let passed: ProtocolEvent | undefined;
    for (const record of eventsOf(records, protocol)) {
      const { event, process, time } = record;
      if (event === 'hold') {
        if (passed !== undefined) findings.premise();
        const did = `p${process} got the token at t = ${time}`;
        if (holder !== undefined) {
          findings.violation(`${did}, which p${holder.process} holds since t = ${holder.time}`, holder, record);
        } else if (passed !== undefined && fieldOf(passed, 'to') !== process) {
          findings.violation(
            `${did}, which p${passed.process} had passed to p${String(fieldOf(passed, 'to'))}`,
            passed,
            record,
          );
        }
        holder = record;
      } else if (event === 'pass') {
        if (holder?.process !== process)
          findings.violation(`p${process} passed the token at t = ${time} without holding it`, record);
        holder = undefined;
        passed = record;
      } else if (event === 'number' && holder?.process !== process) {
        findings.violation(`p${process} assigned a number at t = ${time} without holding the token`, record);
      }
    }
  });
}

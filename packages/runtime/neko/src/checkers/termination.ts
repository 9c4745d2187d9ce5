import type { OfProtocol } from './broadcast-events.js';
import { type Checker, checkerOf, eventsOf, fieldOf } from './checker.js';

/**
 * Termination detection: when the end is announced, all processes are passive and no message is under way; in the end, if that
 * holds, it has been announced. Its premises are the messages before an announcement, or before the end of the work.
 */
export function termination({ protocol }: OfProtocol): Checker {
  return checkerOf('termination', ({ records, n, isComplete }, findings) => {
    const passive = new Set<number>();
    let [underWay, messages, isAnnounced] = [0, 0, false];
    for (const record of eventsOf(records, protocol)) {
      const { process, event, time } = record;
      if (event === 'passive') passive.add(process);
      if (event === 'send') underWay += Number(fieldOf(record, 'copies'));
      if (event === 'send') messages++;
      if (event === 'receive') {
        underWay--;
        passive.delete(process);
      }
      if (event !== 'terminate') continue;
      isAnnounced = true;
      findings.premise(messages);
      if (underWay > 0)
        findings.violation(`p${process} announced the end at t = ${time}, with ${underWay} messages under way`, record);
      if (passive.size < n)
        findings.violation(
          `p${process} announced the end at t = ${time}, with ${n - passive.size} active processes`,
          record,
        );
    }
    const isOver = passive.size === n && underWay === 0;
    if (!isComplete || !isOver || isAnnounced) return;
    findings.premise(messages);
    findings.violation('the work ended, and no process announced it');
  });
}

/** What a page and a terminal say in the same words. */
import type { PairReport, TrafficCounts } from '../report.js';
import { counted, plural } from './numbers.js';

export function partnerName({ partnerKind, partner }: PairReport): string {
  return partner === null ? partnerKind : `${partnerKind} ${partner}`;
}

/** Why copies were lost, and what does not fit together. */
export function remarksOn(all: TrafficCounts): string[] {
  const { duplicatesDelivered, duplicatesDropped, deliveredWithoutSend, droppedWithoutSend, deliveredBeforeSend } = all;
  const odd = [
    [duplicatesDelivered + duplicatesDropped, 'more than were sent'],
    [deliveredWithoutSend + droppedWithoutSend, 'whose sending is not in the log'],
    [deliveredBeforeSend, 'delivered before they were sent'],
  ] as const;
  return [
    ...all.droppedByReason.map(({ reason, copies }) => `dropped ${counted(copies)}: ${reason}`),
    ...odd.filter(([copies]) => copies > 0).map(([copies, what]) => `${plural(copies, 'copy', 'copies')} ${what}`),
  ];
}

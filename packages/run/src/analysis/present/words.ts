/** What a page and a terminal say in the same words. */
import type { PairReport, TrafficCounts } from '../report.js';
import { counted, plural } from './numbers.js';

export function partnerName({ partnerKind, partner }: PairReport): string {
  return partner === null ? UNKNOWN : `${partnerKind} ${partner}`;
}

const UNKNOWN = '?';

/** Why some have collided with nobody knows whom; said once for all of them. */
export function remarksOnPairs(pairs: readonly PairReport[]): string[] {
  const unknown = pairs.filter(({ partner }) => partner === null).reduce((sum, pair) => sum + pair.collisions, 0);
  if (unknown === 0) return [];
  const many = plural(unknown, 'collision');
  return [
    `${UNKNOWN}: with whom is not on record (${many}). A Neko log does not tell, the exact trace does: kineko run --log trace`,
  ];
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

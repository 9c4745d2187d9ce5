/** Phrases that the page and the terminal share. */
import type { CollisionsReport, PairReport, Totals, TrafficCounts } from '../report.js';
import { counted, plural } from './numbers.js';

export function partnerName({ partnerKind, partner }: PairReport): string {
  return `${partnerKind} ${partner}`;
}

export function collisionsText({ collisions }: Totals): string {
  return collisions === null ? 'number of collisions not known' : plural(collisions, 'collision');
}

/** The number of collisions in a cell of a table. */
export function collisionsCell(collisions: number | null): string {
  return collisions === null ? '?' : counted(collisions);
}

/** Why the number of collisions is not known. */
export function remarksOnCollisions({ endsWithoutPartner }: CollisionsReport): string[] {
  if (endsWithoutPartner === 0) return [];
  return [
    `${plural(endsWithoutPartner, 'motion')} ended in contact. How many collisions these are is not known: the log has ` +
      'neither the partner of a contact nor its end. The exact trace has both: kineko run --log trace',
  ];
}

/** Notes on lost copies and on inconsistent records. */
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

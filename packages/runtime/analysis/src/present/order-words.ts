/** Descriptions of two delivery orders, for a cell and as a sentence. */
import type { DeliveryOrderReport, OrderPairReport } from '../report.js';
import { counted, NOTHING, plural } from './numbers.js';

export const MATRIX_KEY =
  '= the same, – nothing to compare; < the row is the start of the column, > the reverse; a number: the first position at which they differ';

/** The cells of each process with each other one. */
export function matrixOf({ comparedProcesses, pairs }: DeliveryOrderReport): string[][] {
  const cells = new Map<string, string>();
  for (const pair of pairs) {
    cells.set(`${pair.a} ${pair.b}`, cellOf(pair, false));
    cells.set(`${pair.b} ${pair.a}`, cellOf(pair, true));
  }
  return comparedProcesses.map((a, i) =>
    comparedProcesses.map((b, k) => (i === k ? '·' : (cells.get(`${a} ${b}`) ?? ''))),
  );
}

function cellOf({ relation, commonPrefix }: OrderPairReport, isReversed: boolean): string {
  if (relation === 'equal') return commonPrefix === 0 ? NOTHING : '=';
  if (relation === 'differ') return String(commonPrefix + 1);
  return (relation === 'aIsPrefix') === isReversed ? '>' : '<';
}

/** Describes the pairs that differ in more than their lengths. */
export function differencesOf({ pairs }: DeliveryOrderReport): string[] {
  return pairs.filter(({ relation }) => relation === 'differ').map(differenceOf);
}

function differenceOf(pair: OrderPairReport): string {
  const { a, b, firstDifference, firstDisorder, missingAtA, missingAtB } = pair;
  const parts = [`p${a} and p${b} differ from position ${firstDifference!.place} on`];
  parts.push(`there p${a} delivers ${firstDifference!.atA} and p${b} ${firstDifference!.atB}`);
  for (const [id, { count, examples }] of [
    [a, missingAtA],
    [b, missingAtB],
  ] as const) {
    if (count === 0) continue;
    const more = count > examples.length ? ', …' : '';
    parts.push(`p${id} lacks ${counted(count)} (${examples.join(', ')}${more})`);
  }
  parts.push(
    firstDisorder === null
      ? 'their common messages are in the same order'
      : `out of order: ${firstDisorder.atA} at p${a} where p${b} has ${firstDisorder.atB}`,
  );
  return parts.join('; ');
}

/** Notes on deliveries and processes that were not compared. */
export function cutOf({ deliveries, comparedDeliveries, processes, comparedProcesses }: DeliveryOrderReport): string[] {
  const cut: string[] = [];
  if (comparedDeliveries < deliveries) {
    cut.push(
      `only the first ${plural(comparedDeliveries, 'delivery', 'deliveries')} of ${counted(deliveries)} are compared: ` +
        'missing messages may have come later',
    );
  }
  if (comparedProcesses.length < processes) {
    cut.push(
      `only the first ${counted(comparedProcesses.length)} of ${plural(processes, 'process', 'processes')} are compared`,
    );
  }
  return cut;
}

export function titleOf({ protocol }: DeliveryOrderReport): string {
  return protocol === null ? 'messages to several, as the network brought them' : `protocol ${protocol}`;
}

/** The messages of a branch as arrows of a space-time diagram. */
import type { CopyUnderWay, Moment } from './branch.js';

export interface Arrow extends CopyUnderWay {
  /** Number of the step that sent it. */
  readonly sent: number;
  /** Number of the step that ended it; undefined if it is under way at the end. */
  readonly ended: number | undefined;
  readonly fate: 'delivered' | 'changed' | 'lost' | 'under way';
}

export function arrowsOf(moments: readonly Moment[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const [k, { step, underWay, records }] of moments.entries()) {
    const present = new Set(underWay.map(({ key }) => key));
    const fate = isLoss(records) ? 'lost' : step?.startsWith('lie ') === true ? 'changed' : 'delivered';
    for (const arrow of arrows.values())
      if (arrow.ended === undefined && !present.has(arrow.key)) arrows.set(arrow.key, { ...arrow, ended: k, fate });
    for (const copy of underWay)
      if (!arrows.has(copy.key)) arrows.set(copy.key, { ...copy, sent: k, ended: undefined, fate: 'under way' });
  }
  return [...arrows.values()];
}

/** Whether a step only lost a message. */
export function isLoss(records: Moment['records']): boolean {
  return records.some(({ type }) => type === 'drop');
}

/** The process that takes a step. */
export function processOf(step: string): number {
  const [, receiver, process] = /^\w+ (?:\d+>(\d+)|p(\d+))/.exec(step) ?? [];
  return Number(receiver ?? process ?? NaN);
}

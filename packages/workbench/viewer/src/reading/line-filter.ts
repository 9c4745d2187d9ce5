/** Which lines of a log are wanted: those of one robot or of all, of some kinds, with a text. Plain data, sent to the reader. */
import type { TraceRecord } from '@kineko/formats/trace';
import { type EventKind, kindOf } from '../scene/event-kinds.js';
import { wordsOf } from '../scene/event-words.js';
import { CYCLES, SECONDS } from '../scene/units.js';

export interface LineFilter {
  /** The robot or process; undefined for all. */
  readonly owner: number | undefined;
  /** Undefined for all. */
  readonly kinds?: readonly EventKind[] | undefined;
  /** Part of the line or of its words, in any case. */
  readonly text?: string | undefined;
  readonly isInCycles?: boolean | undefined;
}

/** The robot or process that a record belongs to. */
export function ownerOf(record: TraceRecord): number | undefined {
  if ('robot' in record) return record.robot;
  return 'process' in record ? record.process : undefined;
}

/** Whether a record is listed as a line; legs are not. */
export function isListed(record: TraceRecord): boolean {
  return record.type !== 'leg' && record.type !== 'obstacleLeg';
}

/** Whether the record of a line passes, before its text is known. */
export function passes({ owner, kinds }: LineFilter, record: TraceRecord): boolean {
  if (owner !== undefined && ownerOf(record) !== owner) return false;
  return isListed(record) && (kinds === undefined || kinds.includes(kindOf(record)));
}

export function contains({ text, isInCycles }: LineFilter, line: string, record: TraceRecord | undefined): boolean {
  if (text === undefined || text === '') return true;
  const { what, whom } = (record && wordsOf(record, isInCycles === true ? CYCLES : SECONDS)) ?? { what: '', whom: '' };
  return `${line} ${what} ${whom}`.toLowerCase().includes(text.toLowerCase());
}

/** Whether few of the lines pass, so that more of the file has to be read. */
export function isNarrow({ kinds, text }: LineFilter): boolean {
  return kinds !== undefined || (text !== undefined && text !== '');
}

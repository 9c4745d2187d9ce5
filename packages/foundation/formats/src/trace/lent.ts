import type { RecordOf, TraceRecord } from './records.js';

/** The types of which a run of robots has most. */
export type LentType = 'leg' | 'motionRequest' | 'motionEvent' | 'motionEnd' | 'touch' | 'release';

/**
 * Takes records of the types of which a run has most, by methods of their names. They are only lent: whoever makes them
 * uses the same object, and what is in it, for the next one, so that it has to be copied by whoever wants to keep it. To
 * make each of them anew takes as long as the simulation itself.
 */
export type LentRecords = { readonly [T in LentType]: (record: RecordOf<T>) => void };

/** Where records go, one by one. Who has no use for a record after the call says so by taking lent ones too. */
export interface RecordTaker {
  (record: TraceRecord): void;
  readonly lent?: LentRecords | undefined;
}

/** How to lend records to somebody: one who does not take lent ones is given copies. */
export function lentTo(take: RecordTaker): LentRecords {
  return take.lent ?? copiesFor(take);
}

function copiesFor(take: RecordTaker): LentRecords {
  return {
    leg: (record) => take({ ...record, leg: { ...record.leg } }),
    motionRequest: (record) => take({ ...record, request: { ...(record.request as object) } }),
    motionEvent: (record) => take({ ...record }),
    motionEnd: (record) => take({ ...record }),
    touch: (record) => take({ ...record }),
    release: (record) => take({ ...record }),
  };
}

/** A record that is used again and again. */
export type Reused<R> = { -readonly [K in keyof R]: R[K] };

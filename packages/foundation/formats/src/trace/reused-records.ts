import type { RecordOf, TraceRecord } from './records.js';

/** The most frequent types in a run of robots. */
export type ReusedType = 'leg' | 'motionRequest' | 'motionEvent' | 'motionEnd' | 'touch' | 'release';

/**
 * Handlers of the most frequent records, by type. The record and everything in it are reused for the next one; copy it if you
 * keep it. Allocating each of them would take as long as the simulation itself.
 */
export type ReusedRecords = { readonly [T in ReusedType]: (record: RecordOf<T>) => void };

/** Handles records one by one. With `reused`, it also handles records that are only valid during the call. */
export interface RecordHandler {
  (record: TraceRecord): void;
  readonly reused?: ReusedRecords | undefined;
}

/** The handlers of reused records; a handler without them gets copies. */
export function reusedRecordsOf(take: RecordHandler): ReusedRecords {
  return take.reused ?? copiesFor(take);
}

function copiesFor(take: RecordHandler): ReusedRecords {
  return {
    leg: (record) => take({ ...record, leg: { ...record.leg } }),
    motionRequest: (record) => take({ ...record, request: { ...(record.request as object) } }),
    motionEvent: (record) => take({ ...record }),
    motionEnd: (record) => take({ ...record }),
    touch: (record) => take({ ...record }),
    release: (record) => take({ ...record }),
  };
}

/** A record whose members can be assigned. */
export type Mutable<R> = { -readonly [K in keyof R]: R[K] };

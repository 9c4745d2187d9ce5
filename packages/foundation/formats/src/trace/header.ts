import type { TraceRecord } from './records.js';
import { expected, oneOf } from '../problem.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject } from './values.js';

/** Metadata ahead of the records. Result hashes leave it out. */
export interface TraceHeader {
  readonly version: { readonly major: number; readonly minor: number };
  /** Anything about the run: program, seed, hash of the scenario. */
  readonly info: TraceObject;
}

/** The end of a trace. */
export interface TraceEnd {
  /** Whether the file stops within a record or its header, or has no index, as that of a killed run. */
  readonly truncated: boolean;
  /** The end of the last complete record, or of the last block of records. */
  readonly offset: number;
  /** Number of records up to there, skipped ones included. */
  readonly records: number;
  /** Number of records of a type that only a later version knows. */
  readonly skipped: number;
}

/** Takes bytes and returns records as soon as they are complete; every method may throw a TraceError. */
export interface RecordReader {
  /** Undefined until it has been read. */
  readonly header: TraceHeader | undefined;
  /** Undefined until everything has been read. */
  readonly end: TraceEnd | undefined;
  /** The bytes may be reused once `next` has returned undefined. */
  feed(bytes: Uint8Array): void;
  /** Ends the input. */
  close(): void;
  /** The next record; undefined if more bytes are needed for it, or none is left. */
  next(): TraceRecord | undefined;
}

export function requireInfo(info: unknown): TraceObject {
  if (typeof info !== 'object' || info === null || Array.isArray(info)) throw new Misfit(expected('an object', info));
  return info as TraceObject;
}

/** A later minor version only has more types of records. */
export function requireVersion(
  name: string,
  place: string,
  majors: readonly number[],
  major: number,
  minor: number,
  offset: number,
): void {
  if (majors.includes(major)) return;
  const known = oneOf(majors.map((each) => `${each}.x`));
  throw new TraceError(name, place, `expected a trace of version ${known}, got ${major}.${minor}`, { offset });
}

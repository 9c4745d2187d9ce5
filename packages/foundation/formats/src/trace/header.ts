import { MAJOR, type TraceRecord } from './records.js';
import { Misfit, TraceError } from './trace-error.js';
import type { TraceObject } from './values.js';

/** What a trace says of itself before its first record. It is no part of the result: hashes leave it out. */
export interface TraceHeader {
  readonly version: { readonly major: number; readonly minor: number };
  /** Whatever the writer wants to be known: program, seed, hash of the scenario. */
  readonly info: TraceObject;
}

/** How a trace ended. */
export interface TraceEnd {
  /** Whether the file stops within a record (or within its header), as that of a killed run does. */
  readonly truncated: boolean;
  /** Up to this byte all is whole. */
  readonly offset: number;
  /** How many records there were up to there, the skipped ones included. */
  readonly records: number;
  /** How many were of a type that only a later version knows. */
  readonly skipped: number;
}

/** Takes bytes as they come and gives records as soon as they are whole; every method may throw a TraceError. */
export interface RecordReader {
  /** As soon as it has been read. */
  readonly header: TraceHeader | undefined;
  /** When all has been read. */
  readonly end: TraceEnd | undefined;
  /** The bytes may be used for something else once `next` has returned undefined. */
  feed(bytes: Uint8Array): void;
  /** Says that nothing more will come. */
  close(): void;
  /** The next record; undefined if more bytes are needed for it, or none is left. */
  next(): TraceRecord | undefined;
}

export function requireInfo(info: unknown): TraceObject {
  if (typeof info !== 'object' || info === null || Array.isArray(info)) throw new Misfit('must be an object');
  return info as TraceObject;
}

/** A later minor version only has more types of records. */
export function requireVersion(name: string, place: string, major: number, minor: number, offset: number): void {
  if (major === MAJOR) return;
  throw new TraceError(
    name,
    place,
    `is a trace of version ${major}.${minor}; known are ${MAJOR}.0 and later ${MAJOR}.x`,
    {
      offset,
    },
  );
}

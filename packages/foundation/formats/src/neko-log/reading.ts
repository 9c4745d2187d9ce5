/** Reads a Neko log, whole or in chunks. */
import { type Chunks, LogStream, WholeLog } from '../log-reading.js';
import type { TraceEnd } from '../trace/header.js';
import type { TraceRecord } from '../trace/records.js';
import { NekoLogReader } from './reader.js';

export type NekoLog = WholeLog<TraceRecord, TraceEnd>;
export type NekoLogStream = LogStream<TraceRecord, TraceEnd>;

/** Reads a whole file. @param name The file, for problems. */
export function readNekoLog(bytes: Uint8Array, name: string): NekoLog {
  return new WholeLog(new NekoLogReader(name), bytes);
}

/** Reads a file, or the log of a running simulation, chunk by chunk. @param name The file, for problems. */
export function readNekoLogStream(chunks: Chunks, name: string): NekoLogStream {
  return new LogStream(new NekoLogReader(name), chunks);
}

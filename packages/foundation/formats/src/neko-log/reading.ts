/** Reads a Neko log from bytes at hand, or as they come. */
import { type Chunks, LogStream, WholeLog } from '../log-reading.js';
import type { TraceEnd } from '../trace/header.js';
import type { TraceRecord } from '../trace/records.js';
import { NekoLogReader } from './reader.js';

export type NekoLog = WholeLog<TraceRecord, TraceEnd>;
export type NekoLogStream = LogStream<TraceRecord, TraceEnd>;

/** All of a file. `name` is what problems call it. */
export function readNekoLog(bytes: Uint8Array, name: string): NekoLog {
  return new WholeLog(new NekoLogReader(name), bytes);
}

/** A file as it is read, or a run as it goes. `name` is what problems call it. */
export function readNekoLogStream(chunks: Chunks, name: string): NekoLogStream {
  return new LogStream(new NekoLogReader(name), chunks);
}

/**
 * The record stream of a run, in Node and in a page: the records, their canonical binary form and JSON lines.
 * `docs/trace.md` specifies both.
 */
export { BinaryReader, BinaryWriter } from './trace/binary.js';
export { binaryHeader, isTrace } from './trace/file-header.js';
export { TraceBlocks } from './trace/packed/trace-blocks.js';
export { TraceWriter } from './trace/packed/trace-writer.js';
export { CollisionPairs } from './trace/collision-pairs.js';
export type { TraceHeader } from './trace/header.js';
export { jsonHeader, JsonReader, JsonWriter } from './trace/json.js';
export {
  type FrequentRecords,
  frequentRecordsOf,
  type RecordedMotion,
  type RecordHandler,
} from './trace/frequent-records.js';
export type { RecordSink } from './trace/record-sink.js';
export { readTrace, readTraceStream } from './trace/reading.js';
export { MAJOR, type Party, type RecordOf, type RecordType, type TraceLeg, type TraceRecord } from './trace/records.js';
export { TraceError } from './trace/trace-error.js';
export type { TraceObject, TraceValue } from './trace/values.js';
export { ByteQueue } from './trace/byte-queue.js';

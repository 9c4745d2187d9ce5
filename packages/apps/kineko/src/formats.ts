/** Readers and writers of traces and Neko logs, in Node and in a page, and reports of what they record. */
export {
  BinaryReader,
  binaryHeader,
  BinaryWriter,
  isTrace,
  jsonHeader,
  JsonReader,
  JsonWriter,
  type RecordOf,
  type RecordType,
  readTrace,
  readTraceStream,
  TraceBlocks,
  TraceError,
  type TraceHeader,
  type TraceLeg,
  type TraceObject,
  type TraceRecord,
  type TraceValue,
  TraceWriter,
} from '@kineko/formats/trace';
export { isNekoLog, NekoLogReader, NekoLogWriter, readNekoLog, readNekoLogStream } from '@kineko/formats/neko-log';
export { InputError, type Place, type Problem } from '@kineko/formats/problem';
export { analyse, type AnalysisReport, Analyzer, csvTables, htmlReport, textReport } from '@kineko/analysis';

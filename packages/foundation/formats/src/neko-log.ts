/**
 * The Neko log of a run, in Node and in a page: human-readable lines with three decimals, which old tools read, written from
 * the same records as the trace and read back as far as possible. `docs/neko-log.md` specifies it.
 */
export { javaDouble } from './neko-log/java-double.js';
export { NekoLogReader } from './neko-log/reader.js';
export { readNekoLog, readNekoLogStream } from './neko-log/reading.js';
export { isNekoLog } from './neko-log/recognition.js';
export { NekoLogWriter } from './neko-log/writer.js';
export { SILENT as NOT_IN_NEKO_LOG } from './neko-log/lines.js';
export { TextSink } from './neko-log/text-sink.js';

export { authorFrame, type Frame } from './author-frame.js';
export { MOST_BYTES, NodeHost, readSource } from './host.js';
export { loadModule, type LoadOptions, MODULE_ENDINGS } from './load-module.js';
export { keepFlushing } from './keep-flushing.js';
export { SinkError } from './sinks/growing-file.js';
export { JsonTraceSink, NekoLogSink } from './sinks/text-file-sink.js';
export type { NekoLogMessages } from './sinks/text-maker.js';
export { TraceFileSink } from './sinks/trace-file-sink.js';

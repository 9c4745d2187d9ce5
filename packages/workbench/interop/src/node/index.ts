export { McapExport } from './export.js';
export { FoxgloveHub } from './foxglove.js';
export { McapSink } from './mcap-sink.js';
export { traceInRecording } from './recorded-trace.js';
export { Rosbridge, type RosWorld } from './rosbridge/rosbridge.js';

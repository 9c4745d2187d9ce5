export { attachedTrace, hasTrace } from './attached-trace.js';
export { McapExport } from './export.js';
export { FoxgloveHub } from './foxglove.js';
export { mcapLibraries } from './libraries.js';
export { McapSink } from './mcap-sink.js';
export { openRecording, recordsOfRecording } from './recording.js';
export { Rosbridge, type RosWorld } from './rosbridge/rosbridge.js';

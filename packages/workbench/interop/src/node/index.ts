export { attachedTrace, hasTrace } from './attached-trace.js';
export { McapExport } from './export.js';
export { mcapLibraries } from './libraries.js';
export { openRecording, type RecordingOptions, recordsOfRecording } from './recording.js';
export { Rosbridge, type RosWorld } from './rosbridge/rosbridge.js';

/** ChirpSim: worlds in JSON, robots with two wheels and eight distance sensors, controllers outside. */
export { ChirpRun, type ChirpRunOptions, type LiveOptions } from './run/chirp-run.js';
export { FRAME_SECONDS, type WheelSpeeds } from './run/driving.js';
export { type ChirpCommand, MAX_MESSAGE_CHARACTERS, problemOfCommand } from './run/commands.js';
export { type ChirpRequest, MAX_REQUEST_BYTES, readRequest } from './run/request.js';
export { chirp, ChirpScenario } from './run/scenario.js';
export { Sensing, type SensorKind, SENSORS } from './run/sensing.js';
export { CHIRP_TABLE } from './run/settings.js';

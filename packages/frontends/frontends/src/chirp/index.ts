/** ChirpSim: worlds in JSON, robots with two wheels and eight distance sensors, controllers outside. */
export { ChirpRun, type ChirpRunOptions, type LiveOptions } from './chirp-run.js';
export { FRAME_SECONDS, type WheelSpeeds } from './driving.js';
export { type ChirpOrder, MAX_MESSAGE_CHARACTERS, problemOfOrder } from './orders.js';
export { type ChirpRequest, MAX_REQUEST_BYTES, readRequest } from './request.js';
export { chirp, ChirpScenario } from './scenario.js';
export { Sensing, type SensorKind, SENSORS } from './sensing.js';

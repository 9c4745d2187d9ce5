/** ChirpSim: worlds in JSON, robots with two wheels and eight distance sensors, external controllers. */
export { ChirpRun } from './run/chirp-run.js';
export { ChirpScenario } from './run/scenario.js';
export { CHIRP_TABLE } from './run/settings.js';

/** Environment models of the Cooperative Robotics Simulator, for the world editor. */
export { CRSIM } from './crsim-format.js';
export { openCrsim } from './open-crsim.js';

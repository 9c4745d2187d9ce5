/** Environment models of the Cooperative Robotics Simulator in the world editor. */
export { CRSIM } from './crsim-format.js';
export { openCrsim } from './open-crsim.js';

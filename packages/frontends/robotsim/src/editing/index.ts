/** Neko configurations, for the world editor. */
export { openRobotsim } from './open-robotsim.js';
export { ROBOTSIM } from './robotsim-format.js';

/** For the command line and the playground: names of algorithms, and activation schedules as scenarios. */
export { lcmAlgorithms } from './algorithms/index.js';
export { scheduleFrontEnd } from './schedule-scenario.js';

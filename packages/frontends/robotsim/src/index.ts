export { AbstractAlgorithm } from './run/algorithm.js';
export { PathReservation } from './run/algorithms/path-reservation.js';
export { RandomMovement } from './run/algorithms/random-movement.js';
export { robotsim } from './run/scenario.js';
export { NekoRobot } from './run/neko-robot.js';

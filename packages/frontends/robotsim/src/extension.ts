/** For front ends that are built on robotsim: families of algorithms, and names for their classes. */
export { AbstractAlgorithm } from './run/algorithm.js';
export { exitPoint } from './run/algorithms/voronoi-cell.js';
export type { NekoRobot } from './run/neko-robot.js';
export type { AlgorithmEntry } from './run/setup/algorithms.js';
export { type AlgorithmFamily, FAMILY, type FamilyRequest, type FamilyRun } from './run/setup/family.js';

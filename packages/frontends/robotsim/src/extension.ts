/** For front ends that are built on robotsim: families of algorithms, and names for their classes. */
export { AbstractAlgorithm } from './run/algorithm.js';
export { ALGORITHM } from './run/brand.js';
export { exitPoint } from './run/algorithms/voronoi-cell.js';
export type { NekoRobot } from './run/neko-robot.js';
export type { AlgorithmClass } from './run/routine.js';
export type { AlgorithmEntry } from './run/setup/algorithms.js';
export { type AlgorithmFamily, FAMILY, type FamilyRequest, type FamilyRun } from './run/setup/family.js';

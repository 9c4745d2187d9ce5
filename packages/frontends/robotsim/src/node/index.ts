/** What needs Node: runs over real networks. */
export { realRuns, type RealRunOptions } from './real-run.js';
export { type OwnParts, ownParts, realAlgorithms } from './real-algorithms.js';

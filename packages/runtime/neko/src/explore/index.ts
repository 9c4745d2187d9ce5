/** Tries all that can happen to a few processes. */
export type { ExecutionOptions, ExploreAction } from './execution.js';
export type { LinkOrder } from './explore-network.js';
export { type Counterexample, explore, type ExploreOptions, type ExploreReport, replay } from './explore.js';

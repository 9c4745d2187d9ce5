/** Many runs: sweeps, metrics and properties written by authors, and the exploration of all delivery schedules. Needs Node. */
export {
  type AuthorMetric,
  type AuthorProperty,
  closestApproach,
  csvOf,
  type MeasuredRun,
  readExperiment,
  type RobotMotion,
  spansGathered,
  spansWithin,
  spreadAt,
} from '@kineko/lab';
export { checkers, explore, type ExploreOptions, replay } from '@kineko/neko';
export { labWorker, prepareSweep } from '@kineko/lab/node';
export { labSite } from './lab-site.js';

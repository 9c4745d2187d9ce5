/** Many runs of any scenario: sweeps, properties, counterexamples. Files and threads are in `@kineko/lab/node`. */
export { labCatalogs } from './catalogs.js';
export { readExperiment } from './experiment/read-experiment.js';
export type { MeasuredRun } from './metrics/built-in.js';
export type { AuthorMetric } from './metrics/measuring.js';
export type { RobotMotion } from './motion/motion.js';
export { RunObserver } from './observed-run.js';
export { csvOf } from './results/table.js';
export { judge, type Judgement } from './judging.js';
export { CHECKERS } from './properties/checkers.js';
export type { AuthorProperty, Property } from './properties/property.js';
export { PropertyError, readProperty } from './properties/read-property.js';
export {
  type Case,
  type Found,
  type Knobs,
  type KnobsOptions,
  type LabFrontEnd,
  type ProcessSystem,
  type Reduction,
  type Variation,
  VARIATIONS,
  withSettings,
} from './shrink/knobs.js';
export { DEFAULT_RUNS, withoutParts } from './shrink/shrink.js';
export { spansGathered, spreadAt } from './motion/gathering.js';
export { closestApproach, spansWithin } from './motion/pairs.js';

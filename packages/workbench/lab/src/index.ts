/** Many runs of any scenario: sweeps, properties, counterexamples. What needs files and threads is in `@kineko/lab/node`. */
export { type CellResult, type CellRun, runCell } from './cell.js';
export type { Experiment, Parameter, PlotSpec, Point, StopConditions } from './experiment/experiment.js';
export { pointsOf } from './experiment/points.js';
export { readExperiment } from './experiment/read-experiment.js';
export { type Expression, ExpressionError, readExpression } from './expression.js';
export { BUILT_IN_METRICS, type BuiltInMetric, type MeasuredRun } from './metrics/built-in.js';
export { type AuthorMetric, Measuring, MetricError } from './metrics/measuring.js';
export type { RobotMotion, Stretch } from './motion/motion.js';
export type { Span } from './motion/spans.js';
export { type ObservedRun, RunObserver } from './observed-run.js';
export type { CellOrder, ScenarioOrder } from './orders.js';
export { plotSvg } from './results/plot-svg.js';
export { reportPage } from './results/report.js';
export { type Estimate, estimate, type PointSummary, summarise, summaryTable } from './results/summary.js';
export { csvOf, parquetOf, type Results, resultsTable, type Table } from './results/table.js';
export { vegaLiteOf } from './results/vega.js';
export { type Cell, type Sweep, sweepOf } from './sweep.js';
export { describeExceeded, type ExceededLimit, isLimitMessage, LimitError, type RunLimits } from './limits.js';
export { judge, type JudgeOptions, type JudgeOrder, type Judgement } from './judging.js';
export { CHECKERS } from './properties/checkers.js';
export { CONDITIONS } from './properties/conditions.js';
export { type PropertyResult, PropertyTally } from './properties/merge.js';
export type { AuthorFinding, AuthorProperty, Modality, Property, Verdict, Violation } from './properties/property.js';
export { PropertyError, readProperty } from './properties/read-property.js';
export { faultKinds, randomFaults, type Stage, type Variation, VARIATIONS, withinLimits } from './search/schedules.js';
export { search, type SearchOptions, type SearchOutcome } from './search/search.js';
export {
  type Case,
  type Found,
  type Knobs,
  type KnobsOptions,
  type LabFrontEnd,
  type Reduction,
  withSettings,
} from './shrink/knobs.js';
export {
  DEFAULT_RUNS,
  shrink,
  type ShrinkOptions,
  type ShrinkProgress,
  type Shrunk,
  withoutParts,
} from './shrink/shrink.js';
export { type Assignment, type Limits, readAssignment, type Task } from './grading/assignment.js';
export { type Grade, type GradedRun, gradeOf, type TaskGrade } from './grading/grade.js';
export { spansGathered, spreadAt } from './motion/gathering.js';
export { closestApproach, spansWithin } from './motion/pairs.js';

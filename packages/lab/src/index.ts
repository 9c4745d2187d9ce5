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

/** An experiment as its file describes it: a scenario, what is varied, how often, and what is measured. */
import type { Expression } from '../expression.js';
import type { Scalar } from '../scalar.js';
import type { MetricSpec } from '../metrics/metric-spec.js';

export interface Experiment {
  /** Short, for people: the name of its file without the ending. */
  readonly name: string;
  readonly file: string;
  /** As it is named there, relative to the experiment's file. */
  readonly scenario: string;
  /** Values in place of those of the scenario, the same in every cell. */
  readonly set: ReadonlyMap<string, string>;
  /** In the order of the file: the columns of the results. */
  readonly parameters: readonly Parameter[];
  /** Names whose values go side by side, instead of each with each. */
  readonly zipped: readonly (readonly string[])[];
  readonly repetitions: number;
  /** Of the first repetition; the others count on from it. */
  readonly seed: number;
  readonly metrics: readonly MetricSpec[];
  readonly stop: StopConditions;
  /** Share of the confidence intervals: 0.95. */
  readonly confidence: number;
  readonly plots: readonly PlotSpec[];
}

export interface Parameter {
  /** A key of the scenario, or the name of a variable that only formulas see. */
  readonly name: string;
  readonly isVariable: boolean;
  readonly values: readonly Scalar[] | Expression;
}

/** When a run is over, besides what its scenario says. */
export interface StopConditions {
  /** Simulated seconds. */
  readonly time?: number | undefined;
  readonly events?: number | undefined;
  /** Looked at every so many simulated seconds. */
  readonly when?: { readonly expression: Expression; readonly every: number } | undefined;
}

/** A picture of the results: a metric against a parameter, a line for each value of another. */
export interface PlotSpec {
  readonly x: string;
  readonly y: readonly string[];
  readonly by?: string | undefined;
  readonly title?: string | undefined;
  readonly scale: 'linear' | 'log';
}

/** One choice of all parameters. */
export interface Point {
  readonly index: number;
  /** By name, in the order of the parameters. */
  readonly values: ReadonlyMap<string, Scalar>;
}

/** The settings that a point makes: what a scenario is given, as it would be written there. */
export function settingsOf(experiment: Experiment, point: Point): [key: string, value: string][] {
  const chosen = experiment.parameters
    .filter(({ isVariable }) => !isVariable)
    .map(({ name }): [string, string] => [name, String(point.values.get(name)!)]);
  return [...experiment.set, ...chosen];
}

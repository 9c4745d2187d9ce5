/** An experiment: a scenario, parameters, repetitions and metrics. */
import type { Place } from '@kineko/formats/problem';
import type { Path } from '@kineko/formats/shape';
import type { Expression } from '../expression.js';
import type { Scalar } from '../scalar.js';

export interface Experiment {
  /** Name of its file, without the ending. */
  readonly name: string;
  readonly file: string;
  /** Path relative to the file of the experiment. */
  readonly scenario: string;
  /** Values that override those of the scenario in every cell. */
  readonly set: ReadonlyMap<string, string>;
  /** In the order of the file, which is that of the columns. */
  readonly parameters: readonly Parameter[];
  /** Names of parameters that vary together. */
  readonly zipped: readonly (readonly string[])[];
  readonly repetitions: number;
  /** Seed of the first repetition; the others count up from it. */
  readonly seed: number;
  readonly metrics: readonly MetricSpec[];
  readonly stop: StopSpec;
  /** Level of the confidence intervals: 0.95. */
  readonly confidence: number;
  readonly plots: readonly PlotSpec[];
  /** Places of values in the file, for messages. */
  placeOf(path: Path): Place;
}

export interface Parameter {
  /** A key of the scenario, or a variable for expressions. */
  readonly name: string;
  readonly isVariable: boolean;
  readonly values: readonly Scalar[] | Expression;
}

/** A metric, as plain data for other threads and machines. */
export type MetricSpec =
  /** A built-in metric, or one of the scenario. */
  | {
      readonly kind: 'named';
      readonly name: string;
      readonly of: string;
      readonly options: Readonly<Record<string, number>>;
    }
  /** An expression of other metrics and parameters. */
  | { readonly kind: 'expression'; readonly name: string; readonly text: string }
  /** An author's function: `./metrics.ts#order`. */
  | { readonly kind: 'file'; readonly name: string; readonly file: string };

/** Conditions that end a run before its scenario does, as plain data. */
export interface StopSpec {
  /** Simulated seconds. */
  readonly time?: number | undefined;
  readonly events?: number | undefined;
  /** An expression, and the interval of its evaluation in simulated seconds. */
  readonly when?: readonly [text: string, every: number] | undefined;
}

/** A plot of metrics against a parameter, with a line per value of another one. */
export interface PlotSpec {
  readonly x: string;
  readonly y: readonly string[];
  readonly by?: string | undefined;
  readonly title?: string | undefined;
  readonly scale: 'linear' | 'log';
}

/** One value of each parameter. */
export interface Point {
  readonly index: number;
  /** By name, in the order of the parameters. */
  readonly values: ReadonlyMap<string, Scalar>;
}

/** The settings of the scenario at a point. */
export function settingsOf(experiment: Experiment, point: Point): [key: string, value: string][] {
  const chosen = experiment.parameters
    .filter(({ isVariable }) => !isVariable)
    .map(({ name }): [string, string] => [name, String(point.values.get(name)!)]);
  return [...experiment.set, ...chosen];
}

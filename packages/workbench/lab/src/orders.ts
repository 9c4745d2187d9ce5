/** What threads and machines are asked to do, as plain data. */
import { type Experiment, settingsOf } from './experiment/experiment.js';
import type { RunLimits } from './limits.js';
import { type MetricOrder, orderOf } from './metrics/metric-spec.js';
import type { Cell } from './sweep.js';

/** A scenario with the values it is to have: the same wherever it is opened. */
export interface ScenarioOrder {
  /** Of its file. */
  readonly path: string;
  /** In this order; later ones win. */
  readonly settings: readonly (readonly [key: string, value: string])[];
  /** What the environment of the user says to scenarios; that of a worker does not count. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute paths of modules with classes for it, from the command line. */
  readonly plugins?: readonly string[] | undefined;
  /** Whether unknown keys, and authors' calls that make a run unrepeatable, are errors. */
  readonly strict?: boolean | undefined;
}

export interface CellOrder {
  readonly id: string;
  readonly seed: number;
  readonly scenario: ScenarioOrder;
  /** The file of the experiment: what authors' metrics are relative to. */
  readonly experiment: string;
  readonly metrics: readonly MetricOrder[];
  readonly stop: {
    readonly time?: number;
    readonly events?: number;
    readonly when?: readonly [text: string, every: number];
  };
  /** Numbers, for formulas. */
  readonly parameters: Readonly<Record<string, number>>;
  /** No part of what the cell is: a limit either does not matter or leaves it without a result. */
  readonly limits?: RunLimits | undefined;
}

export function cellOrderOf(
  experiment: Experiment,
  { id, seed, point }: Cell,
  base: ScenarioOrder,
  limits?: RunLimits,
): CellOrder {
  const { time, events, when } = experiment.stop;
  const numbers = [...point.values].filter(([, value]) => typeof value === 'number') as [string, number][];
  return {
    id,
    seed,
    scenario: { ...base, settings: [...base.settings, ...settingsOf(experiment, point)] },
    experiment: experiment.file,
    metrics: experiment.metrics.map(orderOf),
    stop: {
      ...(time !== undefined && { time }),
      ...(events !== undefined && { events }),
      ...(when !== undefined && { when: [when.expression.text, when.every] as const }),
    },
    parameters: Object.fromEntries(numbers),
    ...(limits !== undefined && { limits }),
  };
}

/** Requests to threads and other machines, as plain data. */
import { type Experiment, type MetricSpec, settingsOf, type StopSpec } from './experiment/experiment.js';
import type { RunLimits } from './limits.js';
import type { Cell } from './sweep.js';

/** A scenario with its values, which is the same wherever it is opened. */
export interface ScenarioRequest {
  readonly path: string;
  /** Later values win. */
  readonly settings: readonly (readonly [key: string, value: string])[];
  /** Variables of the user's environment; those of a worker are ignored. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute paths of modules with classes, from the command line. */
  readonly plugins?: readonly string[] | undefined;
  /** Whether unknown keys, and non-deterministic calls in author code, are errors. */
  readonly strict?: boolean | undefined;
}

export interface CellRequest {
  readonly id: string;
  readonly seed: number;
  readonly scenario: ScenarioRequest;
  /** File of the experiment; paths of authors' metrics are relative to it. */
  readonly experiment: string;
  readonly metrics: readonly MetricSpec[];
  readonly stop: StopSpec;
  /** Parameters, variables and values of `set` that are numbers, for expressions. */
  readonly parameters: Readonly<Record<string, number>>;
  /** Not part of the identity of a cell: a limit either has no effect or leaves it without a result. */
  readonly limits?: RunLimits | undefined;
}

export function cellRequestOf(
  experiment: Experiment,
  { id, seed, point }: Cell,
  base: ScenarioRequest,
  limits?: RunLimits,
): CellRequest {
  const values = [...[...experiment.set].map(([key, value]) => [key, Number(value || NaN)] as const), ...point.values];
  const numbers = values.filter(([, value]) => typeof value === 'number' && !Number.isNaN(value)) as [string, number][];
  return {
    id,
    seed,
    scenario: { ...base, settings: [...base.settings, ...settingsOf(experiment, point)] },
    experiment: experiment.file,
    metrics: experiment.metrics,
    stop: experiment.stop,
    parameters: Object.fromEntries(numbers),
    ...(limits !== undefined && { limits }),
  };
}

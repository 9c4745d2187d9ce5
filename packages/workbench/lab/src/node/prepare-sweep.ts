/** Reads an experiment and lists its cells. */
import { resolve } from 'node:path';
import { InputError, inputError } from '@kineko/formats/problem';
import { type Host, textOf } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import type { Experiment } from '../experiment/experiment.js';
import { readExperiment } from '../experiment/read-experiment.js';
import { ExpressionError } from '../expression.js';
import type { RunLimits } from '../limits.js';
import { type CellRequest, cellRequestOf, type ScenarioRequest } from '../requests.js';
import { type Cell, type Sweep, sweepOf } from '../sweep.js';
import { scenarioOf } from './lab-files.js';
import { type LabSite, Opening } from './opening.js';
import { type FileSet, fileSet, RecordingHost, withImports } from './scenario-files.js';

export interface SweepRequest {
  /** The file of the experiment. */
  readonly path: string;
  readonly version: string;
  /** Values of the command line: the same in every cell. */
  readonly settings?: readonly (readonly [string, string])[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Absolute paths of modules with classes for the scenario. */
  readonly plugins?: readonly string[];
  readonly strict?: boolean;
  /** Overrides those of the file, to extend a sweep. */
  readonly repetitions?: number | undefined;
  /** Limits of each run. */
  readonly limits?: RunLimits | undefined;
}

export interface PreparedSweep {
  readonly sweep: Sweep;
  /** The name of the scenario's front end. */
  readonly frontEnd: string;
  /** All files that another machine needs. */
  readonly files: FileSet;
  requestOf(cell: Cell): CellRequest;
}

/** Throws an `InputError` with all problems, before anything is run. */
export async function prepareSweep(
  request: SweepRequest,
  site: LabSite,
  inner: Host = new NodeHost({ base: site.base }),
): Promise<PreparedSweep> {
  const path = resolve(request.path);
  const source = await readSource(request.path);
  const read = await readExperiment(path, textOf(source.bytes));
  const experiment = { ...read, repetitions: request.repetitions ?? read.repetitions };
  checkSettings(experiment, request);
  const host = new RecordingHost(inner);
  const opening = new Opening(site, host);
  const base: ScenarioRequest = {
    path: await scenarioOf(path, experiment.scenario, experiment.placeOf(['scenario'])),
    settings: request.settings ?? [],
    environment: request.environment ?? {},
    plugins: request.plugins ?? [],
    ...(request.strict === true && { strict: true }),
  };
  const scenario = await opening.load(base);
  for (const plugin of request.plugins ?? []) for (const file of withImports(plugin)) host.files.add(file);
  const filesOf = async (): Promise<string> => {
    for (const metric of experiment.metrics) if (metric.kind === 'file') await opening.function(metric.file, path);
    // Without the experiment file: more repetitions must not change the ids of cells.
    return fileSet([base.path, ...host.files]).hash;
  };
  try {
    const sweep = await sweepOf(experiment, { scenario, version: request.version, filesOf });
    const files = fileSet([base.path, path, ...host.files]);
    return {
      sweep,
      frontEnd: scenario.frontEnd,
      files,
      requestOf: (cell) => cellRequestOf(experiment, cell, base, request.limits),
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw inputError(error.message, path);
  }
}

/** A parameter of the experiment cannot be set on the command line. */
function checkSettings({ parameters, file }: Experiment, { settings = [] }: SweepRequest): void {
  const problems = settings
    .filter(([key]) => parameters.some(({ name }) => name === key))
    .map(([key, value]) => ({
      severity: 'error' as const,
      place: { file: `--set ${key}=${value}` },
      text: `${file} varies this key; change it there`,
    }));
  if (problems.length > 0) throw new InputError(problems);
}

/** From the file of an experiment to the list of what is to be run. */
import { dirname, resolve } from 'node:path';
import { InputError } from '@kineko/formats/problem';
import { textOf } from '@kineko/run';
import { NodeHost, readSource } from '@kineko/run/node';
import type { Experiment } from '../experiment/experiment.js';
import { readExperiment } from '../experiment/read-experiment.js';
import { ExpressionError } from '../expression.js';
import type { RunLimits } from '../limits.js';
import { type CellOrder, cellOrderOf, type ScenarioOrder } from '../orders.js';
import { type Cell, type Sweep, sweepOf } from '../sweep.js';
import { type LabSite, Opening } from './opening.js';
import { type FileSet, fileSet, NotingHost, withImports } from './scenario-files.js';

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
  /** In place of those of the file: a sweep may be extended. */
  readonly repetitions?: number | undefined;
  /** Of each run. */
  readonly limits?: RunLimits | undefined;
}

export interface PreparedSweep {
  readonly sweep: Sweep;
  /** The name of the scenario's front end. */
  readonly frontEnd: string;
  /** All that another machine needs. */
  readonly files: FileSet;
  orderOf(cell: Cell): CellOrder;
}

/** Throws an `InputError` with all that is wrong, before anything is run. */
export async function prepareSweep(request: SweepRequest, site: LabSite): Promise<PreparedSweep> {
  const path = resolve(request.path);
  const source = await readSource(request.path);
  const experiment = withRepetitions(await readExperiment(path, textOf(source.bytes)), request.repetitions);
  checkSettings(experiment, request);
  const host = new NotingHost(new NodeHost({ base: site.base }));
  const opening = new Opening(site, host);
  const base: ScenarioOrder = {
    path: resolve(dirname(path), experiment.scenario),
    settings: request.settings ?? [],
    environment: request.environment ?? {},
    plugins: request.plugins ?? [],
    ...(request.strict === true && { strict: true }),
  };
  const scenario = await opening.load(base);
  for (const plugin of request.plugins ?? []) for (const file of withImports(plugin)) host.files.add(file);
  const filesOf = async (): Promise<string> => {
    for (const metric of experiment.metrics) if (metric.kind === 'file') await opening.function(metric.file, path);
    // Without the experiment itself: more repetitions do not make other cells.
    return fileSet([base.path, ...host.files]).hash;
  };
  try {
    const sweep = await sweepOf(experiment, { scenario, version: request.version, filesOf });
    const files = fileSet([base.path, path, ...host.files]);
    return {
      sweep,
      frontEnd: scenario.frontEnd,
      files,
      orderOf: (cell) => cellOrderOf(experiment, cell, base, request.limits),
    };
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    throw new InputError([{ severity: 'error', place: { file: path }, text: error.message }]);
  }
}

function withRepetitions(experiment: Experiment, repetitions: number | undefined): Experiment {
  return repetitions === undefined ? experiment : { ...experiment, repetitions };
}

/** What is varied cannot be fixed. */
function checkSettings({ parameters, file }: Experiment, { settings = [] }: SweepRequest): void {
  const problems = settings
    .filter(([key]) => parameters.some(({ name }) => name === key))
    .map(([key, value]) => ({
      severity: 'error' as const,
      place: { file: `--set ${key}=${value}` },
      text: `${file} varies ${key}: change it there`,
    }));
  if (problems.length > 0) throw new InputError(problems);
}

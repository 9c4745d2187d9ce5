/** A sweep: the numbered list of the cells of an experiment. */
import { InputError, type Place, type Problem, unknownName } from '@kineko/formats/problem';
import type { Scenario } from '@kineko/run';
import { canonical, hashOf } from './canonical.js';
import { type Experiment, type Point, settingsOf } from './experiment/experiment.js';
import { pointsOf } from './experiment/points.js';
import { BUILT_IN_METRICS } from './metrics/built-in.js';

export interface Cell {
  /** All points of the first repetition come first, so that early results cover all points. */
  readonly index: number;
  /** Hash of the resolved configuration, the metrics and the version, with the seed: the same on every machine. */
  readonly id: string;
  readonly point: Point;
  readonly repetition: number;
  readonly seed: number;
}

export interface Sweep {
  readonly experiment: Experiment;
  readonly points: readonly Point[];
  readonly cells: readonly Cell[];
  /** Those of the scenario at any point. */
  readonly warnings: readonly Problem[];
}

export interface SweepSite {
  /** The scenario, with the values of the command line. */
  readonly scenario: Scenario;
  readonly version: string;
  /** Hash of the files that the scenario names. */
  readonly filesOf: () => Promise<string>;
}

/** Throws an `InputError` with the problems of all points. */
export async function sweepOf(experiment: Experiment, site: SweepSite): Promise<Sweep> {
  const { scenario } = site;
  const fixed = new Map(scenario.config().map(({ key, value }) => [key, Number(value === '' ? NaN : value)]));
  const points = pointsOf(experiment, (key) => {
    const value = fixed.get(key);
    return value === undefined || Number.isNaN(value) ? undefined : value;
  });
  const resolved: string[] = [];
  const found = new Map<string, Problem>();
  for (const point of points) {
    for (const [key, value] of settingsOf(experiment, point)) {
      scenario.set(key, value, { kind: 'set', place: placeOfSetting(experiment, key) });
    }
    for (const problem of await scenario.problems()) found.set(problem.text, problem);
    resolved.push(canonical(Object.fromEntries(scenario.config().map(({ key, value }) => [key, value]))));
  }
  const problems = [...found.values(), ...unknownMetrics(experiment, (await scenario.metricNames?.()) ?? [])];
  if (problems.some(({ severity }) => severity === 'error')) throw new InputError(problems);
  const common = canonical({
    door: scenario.frontEnd,
    version: site.version,
    files: await site.filesOf(),
    metrics: experiment.metrics,
    stop: experiment.stop,
  });
  const ofPoints: string[] = [];
  // Variables count too, since metrics may use them.
  for (const [i, config] of resolved.entries())
    ofPoints.push(await hashOf(`${common}\n${config}\n${canonical([...points[i]!.values])}`));
  const cells: Cell[] = [];
  for (let repetition = 0; repetition < experiment.repetitions; repetition++) {
    const seed = experiment.seed + repetition;
    for (const [i, point] of points.entries()) {
      cells.push({ index: cells.length, id: `${ofPoints[i]}-${seed}`, point, repetition, seed });
    }
  }
  return { experiment, points, cells, warnings: problems };
}

function placeOfSetting({ set, placeOf }: Experiment, key: string): Place {
  return placeOf([set.has(key) ? 'set' : 'parameters', key]);
}

/** @param ofScenario The metrics that the scenario itself defines. */
function unknownMetrics({ metrics, placeOf }: Experiment, ofScenario: readonly string[]): Problem[] {
  const known = [...BUILT_IN_METRICS.map(({ name }) => name), ...ofScenario];
  return metrics.flatMap((spec, index): Problem[] => {
    if (spec.kind !== 'named' || known.includes(spec.of)) return [];
    return [{ severity: 'error', place: placeOf(['metrics', index]), text: unknownName('metric', spec.of, known) }];
  });
}

/** A sweep: the numbered list of the cells of an experiment. */
import { InputError } from '@kineko/formats/problem';
import type { Scenario } from '@kineko/run';
import { canonical, hashOf } from './canonical.js';
import { type Experiment, type Point, settingsOf } from './experiment/experiment.js';
import { pointsOf } from './experiment/points.js';

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
  const wrong = new Map<string, InputError['problems'][number]>();
  for (const point of points) {
    for (const [key, value] of settingsOf(experiment, point)) {
      scenario.set(key, value, { kind: 'set', place: { file: experiment.file } });
    }
    for (const problem of await scenario.problems()) {
      if (problem.severity === 'error') wrong.set(problem.text, problem);
    }
    resolved.push(canonical(Object.fromEntries(scenario.config().map(({ key, value }) => [key, value]))));
  }
  if (wrong.size > 0) throw new InputError([...wrong.values()]);
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
  return { experiment, points, cells };
}

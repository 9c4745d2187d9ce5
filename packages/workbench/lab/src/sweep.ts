/** A sweep: the numbered list of the cells of an experiment. */
import { InputError } from '@kineko/formats/problem';
import type { Scenario } from '@kineko/run';
import { canonical, hashOf } from './canonical.js';
import { type Experiment, type Point, settingsOf } from './experiment/experiment.js';
import { pointsOf } from './experiment/points.js';
import { orderOf } from './metrics/metric-spec.js';

export interface Cell {
  /** Its number in the sweep: all points of the first repetition come first, so that early results are about everything. */
  readonly index: number;
  /** Of its resolved configuration, its seed, what is measured and the version: the same cell has the same one everywhere. */
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
  /** The scenario, with the values of the command line; always the same object, or always a new one. */
  readonly scenario: Scenario;
  /** Of the program. */
  readonly version: string;
  /** Stands for what is in the files that the scenario names. */
  readonly filesOf: () => Promise<string>;
}

/** Looks at every point, and throws an `InputError` with all that is wrong at any. */
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
    metrics: experiment.metrics.map(orderOf),
    stop: {
      ...experiment.stop,
      when: experiment.stop.when && [experiment.stop.when.expression.text, experiment.stop.when.every],
    },
  });
  const ofPoints: string[] = [];
  // Variables count too: metrics may be made of them.
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

/** Metrics of a run. */
import { type AnalysisReport, Analyzer } from '@kineko/analysis';
import type { TraceRecord } from '@kineko/formats/trace';
import { pointDistance, smallestEnclosingCircle } from '@kineko/geometry';
import type { World } from '@kineko/world';
import { Catalog } from './catalog.js';
import { type FoundClass, isPlainFunction, type Wanted } from './classes.js';
import type { RunView } from './finish.js';

/** Computes a number from the analysis of a run and its final state. */
export type Metric = (report: AnalysisReport, run: RunView) => number;

const sumOf = (of: (robot: AnalysisReport['robots'][number]) => number): Metric => {
  return ({ robots }) => robots.reduce((sum, robot) => sum + of(robot), 0);
};

/** Metrics of the present state, for which no records are analysed. */
const OF_STATE = new WeakSet<Metric>();

const ofState = (of: (run: RunView) => number): Metric => {
  const metric: Metric = (_report, run) => of(run);
  OF_STATE.add(metric);
  return metric;
};

const ofWorld = (of: (world: World) => number): Metric =>
  ofState(({ world }) => (world === undefined || world.robots.length === 0 ? NaN : of(world)));

export const METRICS = new Catalog<Metric>('metric', [
  {
    name: 'distance',
    doc: 'distance travelled by all robots (m)',
    item: sumOf(({ distanceMetres }) => distanceMetres),
  },
  { name: 'turning', doc: 'total time of turns (s)', item: sumOf(({ turningSeconds }) => turningSeconds) },
  {
    name: 'collisions',
    doc: 'contacts that ended a motion, once per pair from touch to release',
    item: ofState(({ collisions }) => collisions),
  },
  {
    name: 'delays',
    doc: 'number of times that a robot was held back because its motions kept ending in contact',
    item: ofState(({ delays }) => delays),
  },
  { name: 'messages', doc: 'number of delivered copies of messages', item: ofState(({ delivered }) => delivered) },
  {
    name: 'latency',
    doc: 'mean time from the sending of a message to its delivery (s)',
    item: ({ messages }) => messages.all.latency.meanSeconds ?? NaN,
  },
  {
    name: 'spread',
    doc: 'radius of the smallest circle around the centres of all robots, at the end (m)',
    item: ofWorld((world) => smallestEnclosingCircle(world.robots.map((robot) => world.poseOf(robot))).radius),
  },
  {
    name: 'separation',
    doc: 'smallest distance between the centres of two robots, at the end (m)',
    item: ofWorld((world) => {
      const places = world.robots.map((robot) => world.poseOf(robot));
      let smallest = Infinity;
      for (const [i, place] of places.entries()) {
        for (let j = 0; j < i; j++) smallest = Math.min(smallest, pointDistance(place, places[j]!));
      }
      return smallest;
    }),
  },
]);

export const METRIC_WANTED: Wanted<Metric> = {
  what: 'a metric',
  explained: 'a function that computes a number from the analysis of a run and its final state',
  catalog: METRICS,
  take: (exported) => {
    if (!isPlainFunction(exported)) return undefined;
    const measure = exported as (report: AnalysisReport, run: RunView) => unknown;
    return (report, run) => Number(measure(report, run));
  },
};

const NO_REPORT = {} as AnalysisReport;

/** Analyses the records during a run, for its metrics at the end. */
export class Measuring {
  private readonly analyzer = new Analyzer();

  constructor(private readonly metrics: readonly FoundClass<Metric>[]) {}

  /** Returns a function that analyses records and passes them on. */
  around(emit: ((record: TraceRecord) => void) | undefined): (record: TraceRecord) => void {
    return (record) => {
      this.analyzer.add(record);
      emit?.(record);
    };
  }

  values(run: RunView): ReadonlyMap<string, number> {
    // Robots may still move after the last record.
    this.analyzer.continueTo(run.clock);
    const isOfState = this.metrics.every(({ item }) => OF_STATE.has(item));
    // A report takes time in proportion to the messages so far, and a program may request metrics after each step.
    const report = isOfState ? NO_REPORT : this.analyzer.report();
    return new Map(this.metrics.map(({ name, item }) => [name, item(report, run)]));
  }
}

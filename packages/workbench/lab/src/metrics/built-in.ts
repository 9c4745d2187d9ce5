/** The built-in metrics. */
import type { AnalysisReport } from '@kineko/analysis';
import type { RunSummary } from '@kineko/run';
import { spansGathered, spreadAt } from '../motion/gathering.js';
import { closestApproach } from '../motion/pairs.js';
import type { ObservedRun } from '../observed-run.js';

/** A run that has ended. `analysis` and `observed` are computed when they are read. */
export interface MeasuredRun {
  readonly summary: RunSummary;
  readonly analysis: AnalysisReport;
  readonly observed: ObservedRun;
  /** Metrics of the scenario. */
  readonly metrics: ReadonlyMap<string, number>;
  /** Parameters and variables of the cell that are numbers. */
  readonly parameters: ReadonlyMap<string, number>;
}

interface MetricOption {
  readonly default: number;
  readonly unit?: string;
  readonly doc: string;
}

export interface BuiltInMetric {
  readonly name: string;
  readonly doc: string;
  /** Data of the run that it needs. */
  readonly needs: 'summary' | 'analysis' | 'motion';
  /** Whether it is 1 or 0, so that its mean is the share of runs. */
  readonly isShare?: boolean;
  readonly mayBeNegative?: boolean;
  /** Options, all of them numbers with defaults. */
  readonly options?: Readonly<Record<string, MetricOption>>;
  readonly of: (run: MeasuredRun, options: Readonly<Record<string, number>>) => number;
}

const ofSummary = (name: string, doc: string, of: (summary: RunSummary) => number): BuiltInMetric => {
  return { name, doc, needs: 'summary', of: ({ summary }) => of(summary) };
};

const sumOf = (of: (robot: AnalysisReport['robots'][number]) => number): BuiltInMetric['of'] => {
  return ({ analysis }) => analysis.robots.reduce((sum, robot) => sum + of(robot), 0);
};

export const BUILT_IN_METRICS: readonly BuiltInMetric[] = [
  ofSummary('time', 'simulated seconds until the run ended', ({ simulatedSeconds }) => simulatedSeconds),
  {
    ...ofSummary('finished', '1 if the goal was reached, else 0', ({ stoppedBy }) =>
      Number(stoppedBy === 'finished' || stoppedBy === 'shutdown'),
    ),
    isShare: true,
  },
  ofSummary('robots', 'number of robots', ({ robots }) => robots),
  ofSummary('processes', 'number of processes', ({ processes }) => processes),
  ofSummary('events', "events, without the engine's upkeep", ({ events }) => events),
  ofSummary('motions', 'requested motions', ({ motionRequests }) => motionRequests),
  ofSummary(
    'collisions',
    'contacts that ended a motion, once per pair from touch to release',
    ({ collisions }) => collisions,
  ),
  ofSummary(
    'delays',
    'times that a robot was held back because its motions kept ending in contact',
    ({ delays }) => delays,
  ),
  ofSummary('sent', 'sent copies of messages', ({ messages }) => messages.sent),
  ofSummary('messages', 'delivered copies of messages', ({ messages }) => messages.delivered),
  ofSummary('dropped', 'lost copies of messages', ({ messages }) => messages.dropped),
  {
    name: 'distance',
    doc: 'distance travelled by all robots (m)',
    needs: 'analysis',
    of: sumOf(({ distanceMetres }) => distanceMetres),
  },
  {
    name: 'turning',
    doc: 'seconds that robots turned in place',
    needs: 'analysis',
    of: sumOf(({ turningSeconds }) => turningSeconds),
  },
  {
    name: 'latency',
    doc: 'mean seconds from sending a message to its delivery',
    needs: 'analysis',
    of: ({ analysis }) => analysis.messages.all.latency.meanSeconds ?? NaN,
  },
  {
    name: 'latency-p99',
    doc: 'seconds within which 99 of 100 messages are delivered',
    needs: 'analysis',
    of: ({ analysis }) => analysis.messages.all.latency.p99Seconds ?? NaN,
  },
  {
    name: 'energy',
    doc: 'cost of motion and messages',
    needs: 'analysis',
    options: {
      perMetre: { default: 1, doc: 'cost of a metre' },
      perTurningSecond: { default: 0.1, doc: 'cost of a second of turning' },
      perSecond: { default: 0, doc: 'cost of a second of a robot' },
      perCopy: { default: 0.01, doc: 'cost of a sent copy of a message' },
    },
    of: ({ analysis, summary }, { perMetre, perTurningSecond, perSecond, perCopy }) =>
      analysis.robots.reduce(
        (sum, { distanceMetres, turningSeconds, presentSeconds }) =>
          sum + perMetre! * distanceMetres + perTurningSecond! * turningSeconds + perSecond! * presentSeconds,
        perCopy! * summary.messages.sent,
      ),
  },
  {
    name: 'gathered',
    doc: 'first time at which all centres are within a circle (s); no value if they never are',
    needs: 'motion',
    options: { radius: { default: 5, unit: 'm', doc: 'radius of the circle' } },
    of: ({ observed }, { radius }) => spansGathered(observed.robots, radius!, observed.span)[0]?.from ?? NaN,
  },
  {
    name: 'spread',
    doc: 'radius of the smallest circle around all centres, at the end (m)',
    needs: 'motion',
    of: ({ observed }) => (observed.robots.length === 0 ? NaN : spreadAt(observed.robots, observed.span.until)),
  },
  {
    name: 'separation',
    doc: 'smallest gap between two bodies in the run (m); negative where they overlap',
    needs: 'motion',
    mayBeNegative: true,
    of: ({ observed }) => smallestGap(observed),
  },
  {
    name: 'cycles',
    doc: 'completed Look-Compute-Move cycles of all robots',
    needs: 'motion',
    of: ({ observed }) => observed.phases.filter(({ event }) => event === 'ME').length,
  },
  {
    name: 'rounds',
    doc: 'Look-Compute-Move rounds: each ends when every robot has completed a cycle since the last one',
    needs: 'motion',
    of: ({ observed }) => roundsOf(observed),
  },
];

function roundsOf({ phases, robots }: ObservedRun): number {
  const done = new Set<number>();
  let rounds = 0;
  for (const { event, robot } of phases) {
    if (event === 'ME') done.add(robot);
    if (done.size < robots.length || robots.length === 0) continue;
    rounds++;
    done.clear();
  }
  return rounds;
}

/** Infinity with fewer than two robots. */
export function smallestGap({ robots }: ObservedRun): number {
  let smallest = Infinity;
  for (const [i, a] of robots.entries()) {
    for (let j = 0; j < i; j++) {
      const b = robots[j]!;
      smallest = Math.min(smallest, closestApproach(a, b).distance - a.radius - b.radius);
    }
  }
  return smallest;
}

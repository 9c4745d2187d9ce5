/** The results of a run, in the same form however the plan was executed. */
import type { PlanAudit } from './audit-plan.js';

/** Metres and seconds, over all robots. */
export interface ExecutionFacts {
  readonly contacts: number;
  readonly pairs: number;
  readonly leastDistance: number;
  /** Robots at their goals. */
  readonly finished: number;
  /** NaN if some robot is not at its goal. */
  readonly makespan: number;
  readonly sumOfCosts: number;
  /** Waiting times by cause: their own delays, other robots that had not left, messages under way. */
  readonly delayed: number;
  readonly others: number;
  readonly messages: number;
}

const METRICS = {
  'plan.contacts': ({ findings }) => findings.contacts.length,
  'plan.pairs': ({ findings }) => findings.pairs,
  'plan.makespan': ({ costs }) => costs.makespan,
  'plan.sumOfCosts': ({ costs }) => costs.sumOfCosts,
  'run.contacts': (_, { contacts }) => contacts,
  'run.pairs': (_, { pairs }) => pairs,
  'run.leastDistance': (_, { leastDistance }) => leastDistance,
  'run.finished': (_, { finished }) => finished,
  'run.makespan': (_, { makespan }) => makespan,
  'run.makespanRatio': ({ costs }, { makespan }) => makespan / costs.makespan,
  'run.sumOfCosts': (_, { sumOfCosts }) => sumOfCosts,
  'run.delayed': (_, { delayed }) => delayed,
  'run.waitedForOthers': (_, { others }) => others,
  'run.waitedForMessages': (_, { messages }) => messages,
} as const satisfies Readonly<Record<string, (plan: PlanAudit, run: ExecutionFacts) => number>>;

export const PLAN_METRICS = Object.keys(METRICS);

export function metricsOf(plan: PlanAudit, run: ExecutionFacts): ReadonlyMap<string, number> {
  return new Map(Object.entries(METRICS).map(([name, of]) => [name, of(plan, run)]));
}

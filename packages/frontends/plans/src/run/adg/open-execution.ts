/** From the settings of a plan to a run, by the clock or by the Action Dependency Graph. */
import { expected, inputError, type InputError } from '@kineko/formats/problem';
import { Random } from '@kineko/kernel';
import type { OpenOptions, Run } from '@kineko/run';
import type { PlanAudit } from '../audit-plan.js';
import { clockedPlan } from '../clocked-plan.js';
import type { PlaneOfPlan } from '../placed-plan.js';
import { PlanRun } from '../plan-run.js';
import type { PlanSettings } from '../settings.js';
import { actionGraph } from './action-graph.js';
import { AdgRun } from './adg-run.js';
import { Delays } from './delays.js';
import type { ExecutionData } from './execution-data.js';
import { claimedDistance, conflictError, ringError } from './safety.js';

export interface ExecutionRequest {
  readonly settings: PlanSettings;
  readonly audit: PlanAudit;
  readonly plane: PlaneOfPlan;
  /** The file of the plan, for messages. */
  readonly file: string;
  readonly data: ExecutionData;
}

/** Throws an `InputError` if the plan cannot be executed as requested. */
export async function openExecution(request: ExecutionRequest, options: OpenOptions): Promise<Run> {
  const { settings, audit, plane, file, data } = request;
  const { delay, faults } = data;
  const { plan, radii, measures } = audit;
  const execution = executionOf(request);
  const { seed, emit, gate } = options;
  const timeLimit = settings.get('simulation.time') ?? Infinity;
  const common = { seed, gate, timeLimit };
  if (execution === 'clock' || plan.kind !== 'grid') {
    const delays = delay && new Delays(delay, new Random(seed));
    const radiusOf = (agent: number): number => radii[agent]!;
    return new PlanRun(plane, audit, clockedPlan(plane, audit, delays), { ...common, emit, radiusOf });
  }
  const graph = actionGraph(plan.steps, { halves: execution === 'adg-half' });
  const conflict = conflictError(audit, file);
  const isForced = settings.get('plan.force');
  const problem = isForced ? undefined : (conflict ?? (execution === 'adg' ? ringError(graph, file) : undefined));
  if (problem !== undefined) throw problem;
  const { cell, step, radius } = measures;
  const speed = settings.has('plan.speed') ? settings.get('plan.speed') : cell / step;
  const turnRate = settings.has('plan.turnRate')
    ? settings.get('plan.turnRate')
    : plan.headings === undefined
      ? 0
      : 90 / step;
  if (!(speed >= MIN_RATE && speed <= MAX_RATE)) throw rateError('speed', 'm/s', speed, settings);
  if (turnRate !== 0 && !(turnRate >= MIN_RATE && turnRate <= MAX_RATE)) {
    throw rateError('turnRate', '°/s', turnRate, settings);
  }
  const runOptions = {
    ...common,
    execution,
    radius,
    speed,
    turnRate,
    delay,
    faults,
    settings,
    isValid: conflict === undefined,
    contacts: [],
  };
  const isClear = conflict === undefined && 2 * radius <= claimedDistance(execution) * cell;
  if (emit === undefined || isClear) return new AdgRun(graph, plane, audit, { ...runOptions, emit });
  // Contacts are recorded when they happen, but only the paths of the whole run show them: an equal run goes first.
  const rehearsal = new AdgRun(graph, plane, audit, { ...runOptions, gate: undefined });
  await rehearsal.advance();
  return new AdgRun(graph, plane, audit, { ...runOptions, emit, contacts: rehearsal.contacts() });
}

/** Well within the speeds of the geometry. */
const MIN_RATE = 1e-6;
const MAX_RATE = 1e6;

function rateError(name: 'speed' | 'turnRate', unit: string, rate: number, settings: PlanSettings): InputError {
  const key = `plan.${name}`;
  return inputError(
    `${key}: ${expected(`a number from ${MIN_RATE} to ${MAX_RATE} (${unit})`, rate)}`,
    settings.placeOf(key),
  );
}

function executionOf({ settings, audit, file }: ExecutionRequest): 'clock' | 'adg' | 'adg-half' {
  const isGrid = audit.plan.kind === 'grid';
  const vanish = settings.get('plan.atGoal') === 'vanish';
  if (!settings.has('plan.execution')) return isGrid && !vanish ? 'adg' : 'clock';
  const execution = settings.get('plan.execution');
  if (execution === 'clock' || (isGrid && !vanish)) return execution;
  const why = isGrid ? 'robots that stay at their goals (plan.atGoal = stay)' : 'a plan on a grid';
  throw inputError(`plan.execution = ${execution}: expected ${why}; use plan.execution = clock`, file);
}

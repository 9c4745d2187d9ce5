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
import { AdgRun, type AdgRunOptions } from './adg-run.js';
import { clearanceError } from './clearance.js';
import { Delays } from './delays.js';
import type { ExecutionData } from './execution-data.js';
import { gridActions, pathActions } from './plan-actions.js';
import { claimOf, conflictError, type GraphExecution, ringError } from './safety.js';

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
  if (execution === 'clock') {
    const delays = delay && new Delays(delay, new Random(seed));
    const radiusOf = (agent: number): number => radii[agent]!;
    return new PlanRun(plane, audit, clockedPlan(plane, audit, delays), { ...common, emit, radiusOf });
  }
  const { vanish } = measures;
  const actions =
    plan.kind === 'grid'
      ? gridActions(plan.steps, { halves: execution === 'adg-half', vanish })
      : pathActions(plan.paths, vanish);
  const graph = actionGraph(actions);
  const conflict = conflictError(audit, file) ?? clearanceError(audit, file);
  const problem = settings.get('plan.force') ? undefined : (conflict ?? ringError(graph, audit, file));
  if (problem !== undefined) throw problem;
  const claim = conflict === undefined ? claimOf(execution, audit) : undefined;
  const runOptions = {
    ...common,
    execution,
    ...ratesOf(request),
    delay,
    faults,
    settings,
    claim,
    contacts: [],
  };
  if (emit === undefined || claim?.isClear === true) return new AdgRun(graph, plane, audit, { ...runOptions, emit });
  // Contacts are recorded when they happen, but only the paths of the whole run show them: an equal run goes first.
  const rehearsal = new AdgRun(graph, plane, audit, { ...runOptions, gate: undefined });
  await rehearsal.advance();
  return new AdgRun(graph, plane, audit, { ...runOptions, emit, contacts: rehearsal.contacts() });
}

/** The speed is undefined if moves take as long as in the plan. */
function ratesOf({ settings, audit: { plan, measures } }: ExecutionRequest): Pick<AdgRunOptions, 'speed' | 'turnRate'> {
  const { cell, step } = measures;
  const isGrid = plan.kind === 'grid';
  const speed = settings.has('plan.speed') ? settings.get('plan.speed') : isGrid ? cell / step : undefined;
  const hasHeadings = isGrid && plan.headings !== undefined;
  const turnRate = settings.has('plan.turnRate') ? settings.get('plan.turnRate') : hasHeadings ? 90 / step : 0;
  if (speed !== undefined && !(speed >= MIN_RATE && speed <= MAX_RATE))
    throw rateError('speed', 'm/s', speed, settings);
  if (turnRate !== 0 && !(turnRate >= MIN_RATE && turnRate <= MAX_RATE)) {
    throw rateError('turnRate', '°/s', turnRate, settings);
  }
  return { speed, turnRate };
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

function executionOf({ settings, audit, file }: ExecutionRequest): 'clock' | GraphExecution {
  const isGrid = audit.plan.kind === 'grid';
  if (!settings.has('plan.execution')) return isGrid ? 'adg' : 'clock';
  const execution = settings.get('plan.execution');
  if (execution !== 'adg-half' || isGrid) return execution;
  const why = 'on other plans the middle of an edge may be too near to other edges';
  throw inputError(`plan.execution = adg-half: expected a plan on a grid: ${why}; use adg or clock`, file);
}

/** Audits a plan: contacts, conflicts, goals and costs, in metres and seconds. */
import { auditGrid, type GridFindings } from '../audit/grid-audit.js';
import { auditPaths, type PathFindings } from '../audit/path-audit.js';
import { auditWalls, type Shapes } from '../audit/wall-contacts.js';
import type { Findings } from '../audit/findings.js';
import type { KnotPaths } from '../audit/knot-paths.js';
import { pathsOfSteps } from '../audit/grid-paths.js';
import { blockedSteps, costsOf, type PlanCosts, reachedGoals } from '../format/costs.js';
import type { Plan } from '../format/plan.js';
import type { PlanFiles } from '../format/read-plan.js';
import { squaresOf, wallsOf } from './obstacles.js';

/** √2/4, rounded down: the largest double for which discs of a cell keep clear in every legal 4-connected plan. */
export const DEFAULT_RADIUS = 0.35355339059327373;

export interface AuditMeasures {
  /** Metres. */
  readonly cell: number;
  /** Seconds. */
  readonly step: number;
  /** Metres. */
  readonly radius: number;
  readonly slack: number;
  /** Undefined for twice the sum of the radii. */
  readonly within: number | undefined;
  readonly vanish: boolean;
}

/** A contact with a blocked square or a wall. */
export interface ObstacleContact {
  readonly agent: number;
  readonly entry: number;
  readonly exit: number;
  readonly obstacle: string;
}

export interface PlanAudit {
  readonly plan: Plan;
  readonly measures: AuditMeasures;
  /** The largest radius; others only where a file gives one for each agent. */
  readonly radii: Float64Array;
  readonly findings: Findings;
  readonly grid: GridFindings['conflicts'] | undefined;
  readonly sampled: PathFindings | undefined;
  /** With radii that are smaller by the slack. */
  readonly withSlack: Findings | undefined;
  readonly costs: PlanCosts;
  readonly blocked: number;
  readonly obstacles: readonly ObstacleContact[];
  readonly goals: { readonly reached: number; readonly of: number } | undefined;
  readonly isClean: boolean;
}

/** Distances on a grid up to which each case is tabulated (cells); larger ones are audited as paths. */
const MAX_TABLE = 8;

export function auditPlan(plan: Plan, files: PlanFiles, measures: AuditMeasures): PlanAudit {
  const radii = radiiOf(plan, measures.radius);
  const findings = findingsOf(plan, measures, radii);
  const grid = 'conflicts' in findings ? (findings as GridFindings).conflicts : undefined;
  const { slack } = measures;
  const reduced = radii.map((radius) => Math.max(radius - slack, 0));
  const withSlack =
    slack === 0 ? undefined : findingsOf(plan, { ...measures, radius: Math.max(measures.radius - slack, 0) }, reduced);
  const blocked = plan.kind === 'grid' && files.grid !== undefined ? blockedSteps(plan, files.grid) : 0;
  const obstacles = obstacleContacts(plan, files, measures, slack === 0 ? radii : reduced, blocked);
  const conflicts = (grid?.vertex ?? 0) + (grid?.edge ?? 0);
  return {
    plan,
    measures,
    radii,
    findings,
    grid,
    sampled: plan.kind === 'paths' && plan.isSampled ? (findings as PathFindings) : undefined,
    withSlack,
    costs: costsOf(plan, measures.step),
    blocked,
    obstacles,
    goals: reachedGoals(plan, files),
    isClean: (withSlack ?? findings).contacts.length + conflicts + blocked + obstacles.length === 0,
  };
}

function radiiOf(plan: Plan, radius: number): Float64Array {
  if (plan.kind === 'paths' && plan.radii !== undefined) return plan.radii;
  const agents = (plan.kind === 'grid' ? plan.steps : plan.paths).starts.length - 1;
  return new Float64Array(agents).fill(radius);
}

/** In cells and steps on a grid. */
function findingsOf(plan: Plan, measures: AuditMeasures, radii: Float64Array): Findings {
  const { cell, radius, within = 4 * radius, vanish } = measures;
  if (plan.kind === 'paths') return auditPaths({ ...plan.paths, radii }, { within: measures.within, vanish });
  if (Math.max(2 * radius, within) <= MAX_TABLE * cell) return auditGrid(plan.steps, { cell, radius, within, vanish });
  const { conflicts } = auditGrid(plan.steps, { cell, radius: DEFAULT_RADIUS * cell, within: 0, vanish });
  return {
    ...auditPaths(pathsOfSteps(plan.steps, radius, cell), { within: within / cell, vanish }),
    conflicts,
  } as GridFindings;
}

function obstacleContacts(
  plan: Plan,
  { grid, walls }: PlanFiles,
  { cell, step, radius, vanish }: AuditMeasures,
  radii: Float64Array,
  blocked: number,
): ObstacleContact[] {
  const contacts = (
    paths: KnotPaths,
    shapes: Shapes,
    scale: number,
    nameOf: (shape: number) => string,
  ): ObstacleContact[] =>
    auditWalls(paths, shapes, { vanish }).map(({ agent, shape, entry, exit }) => ({
      agent,
      entry: entry * scale,
      exit: exit * scale,
      obstacle: nameOf(shape),
    }));
  if (plan.kind === 'paths') {
    const paths = { ...plan.paths, radii };
    return [
      ...(grid === undefined
        ? []
        : contacts(paths, squaresOf(grid, plan.isRowFirst === true), 1, squareName(grid.width))),
      ...(walls === undefined ? [] : contacts(paths, wallsOf(walls), 1, (shape) => `wall ${shape}`)),
    ];
  }
  // From cell to cell, a disc within half a cell touches no square that its centre does not enter.
  if (grid === undefined || (blocked === 0 && radius <= cell / 2)) return [];
  return contacts(pathsOfSteps(plan.steps, radii[0], cell), squaresOf(grid, false), step, squareName(grid.width));
}

function squareName(width: number): (shape: number) => string {
  return (shape) => `square at column ${shape % width}, row ${Math.floor(shape / width)}`;
}

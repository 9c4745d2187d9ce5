/** Conditions of a safe execution: a plan without conflicts, without a ring, on edges that are far enough apart. */
import { inputError, type InputError } from '@kineko/formats/problem';
import type { Conflict } from '../../audit/grid-audit.js';
import type { Findings } from '../../audit/findings.js';
import { placeAt } from '../../audit/knot-paths.js';
import { counted } from '@kineko/run';
import type { PlanAudit } from '../audit-plan.js';
import type { ActionGraph, ActionPlace } from './action-graph.js';
import { shortestRing } from './graph-order.js';

export type GraphExecution = 'adg' | 'adg-half';

/** The distance that robots keep in any execution of a valid plan. */
export interface SafetyClaim {
  /** The least distance of two centres, as `1 m`. */
  readonly distance: string;
  /** Whether robots of these radii keep clear of each other. */
  readonly isClear: boolean;
  /** Decided exactly. */
  isKept(findings: Pick<Findings, 'least' | 'contacts'>): boolean;
}

/** The least distance of two centres on a grid, in cells: 1 / parts. */
const PARTS: Readonly<Record<GraphExecution, number>> = { adg: 1, 'adg-half': 2 };

export function claimOf(execution: GraphExecution, { plan, measures, radii }: PlanAudit): SafetyClaim {
  const { radius, cell } = measures;
  if (plan.kind === 'grid') {
    const parts = PARTS[execution];
    const squared = BigInt(parts * parts);
    return {
      distance: `${cell / parts} m`,
      isClear: 2 * radius <= cell / parts,
      isKept: ({ least }) => least === undefined || squared * least.squared.over >= least.squared.under,
    };
  }
  const areEqual = radii.every((each) => each === radii[0]);
  return {
    distance: areEqual ? `${2 * radii[0]!} m` : 'the sum of their radii',
    isClear: true,
    isKept: ({ contacts }) => contacts.length === 0,
  };
}

/**
 * Robots in one cell or swapping two, and off the grid, robots in one place: no order of moves keeps them apart. Jumps are
 * refused by the readers.
 */
export function conflictError({ plan, grid, findings }: PlanAudit, file: string): InputError | undefined {
  const found = (kind: string, list: readonly Conflict[] | undefined): string | undefined => {
    const [first] = list ?? [];
    if (first === undefined) return undefined;
    const { step, pair, column, row } = first;
    return `robots ${pair[0]} and ${pair[1]} have ${kind} conflict at (${column}, ${row}) in step ${step}`;
  };
  const meeting = (): string | undefined => {
    const { least } = findings;
    if (plan.kind === 'grid' || least?.squared.over !== 0n) return undefined;
    const [low, high] = least.pair;
    const place = placeAt(plan.paths, low, least.time);
    return `robots ${low} and ${high} are in one place, ${placeText(place)}, at t = ${least.time} s`;
  };
  const text = found('a vertex', grid?.vertexList) ?? found('an edge', grid?.edgeList) ?? meeting();
  if (text === undefined) return undefined;
  return inputError(`expected a plan without conflicts: ${text}; plan.execution = clock follows it anyway`, file);
}

/** A ring of moves, in which no robot can be the first. */
export function ringError(graph: ActionGraph, { plan }: PlanAudit, file: string): InputError | undefined {
  const ring = shortestRing(graph);
  if (ring === undefined) return undefined;
  const { robots, departs, from, to, placeOf } = graph;
  // Those that wait for another robot, not for their own last move.
  const waiting = ring.filter((action, k) => robots[action] !== robots[ring[(k + 1) % ring.length]!]);
  const moves = waiting.map(
    (action) =>
      `robot ${robots[action]} from ${placeText(placeOf(from[action]!))} to ${placeText(placeOf(to[action]!))}`,
  );
  const isGrid = plan.kind === 'grid';
  const when = isGrid ? `in step ${departs[ring[0]!]}` : `after t = ${Math.min(...ring.map((k) => departs[k]!))} s`;
  const text = `${when}, ${counted(new Set(waiting.map((k) => robots[k])).size, 'robot')} wait for each other in a ring`;
  const hint = isGrid ? 'use plan.execution = adg-half' : 'plan.execution = clock follows it anyway';
  return inputError(`expected moves that can be ordered: ${text}: ${moves.join(', ')}; ${hint}`, file);
}

export function placeText({ x, y }: ActionPlace): string {
  return `(${x}, ${y})`;
}

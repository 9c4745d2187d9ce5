/** Conditions of a safe execution: a valid plan without a ring. Robots then keep a distance. */
import { inputError, type InputError } from '@kineko/formats/problem';
import type { Conflict, Findings } from '@kineko/geometry/audit';
import type { PlanAudit } from '../audit-plan.js';
import type { ActionGraph } from './action-graph.js';
import { shortestRing } from './graph-order.js';

export type GraphExecution = 'adg' | 'adg-half';

/** The least distance of two centres in any execution of a valid plan, in cells: 1 / parts. */
const PARTS: Readonly<Record<GraphExecution, number>> = { adg: 1, 'adg-half': 2 };

export function claimedDistance(execution: GraphExecution): number {
  return 1 / PARTS[execution];
}

/** Whether robots kept the claimed distance, decided exactly. */
export function keepsClaim(execution: GraphExecution, { least }: Pick<Findings, 'least'>): boolean {
  if (least === undefined) return true;
  const parts = BigInt(PARTS[execution]);
  return parts * parts * least.squared.over >= least.squared.under;
}

/** Robots in one cell, or swapping two: no order of moves keeps them apart. Jumps are refused by the readers. */
export function conflictError({ grid }: PlanAudit, file: string): InputError | undefined {
  const found = (kind: string, list: readonly Conflict[] | undefined): string | undefined => {
    const [first] = list ?? [];
    if (first === undefined) return undefined;
    const { step, pair, column, row } = first;
    return `robots ${pair[0]} and ${pair[1]} have ${kind} conflict at (${column}, ${row}) in step ${step}`;
  };
  const text = found('a vertex', grid?.vertexList) ?? found('an edge', grid?.edgeList);
  if (text === undefined) return undefined;
  return inputError(`expected a plan without conflicts: ${text}; plan.execution = clock follows it anyway`, file);
}

/** A ring of full moves, in which no robot can be the first. */
export function ringError(graph: ActionGraph, file: string): InputError | undefined {
  const ring = shortestRing(graph);
  if (ring === undefined) return undefined;
  const { robots, steps, from, to } = graph;
  const place = (number: number): string => {
    const { column, row } = graph.placeOf(number);
    return `(${column}, ${row})`;
  };
  const moves = ring.map((action) => `robot ${robots[action]} from ${place(from[action]!)} to ${place(to[action]!)}`);
  const text = `in step ${steps[ring[0]!]}, ${ring.length} robots wait for each other in a ring: ${moves.join(', ')}`;
  return inputError(`expected moves that can be ordered: ${text}; use plan.execution = adg-half`, file);
}

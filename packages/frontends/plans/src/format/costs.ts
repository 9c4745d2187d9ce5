/** Costs of a plan, goals that it reaches, and steps on blocked cells. */
import { addExactly, roundedSum } from '@kineko/geometry';
import type { Grid, GridPlan, Plan, PlanContent } from './plan.js';
import { isBlocked } from './point-order.js';

export interface PlanCosts {
  readonly agents: number;
  /** Number of steps, on a grid. */
  readonly steps: number | undefined;
  readonly moves: number;
  /** Turns in place, and steps without a motion, if the plan has headings. */
  readonly turns: number | undefined;
  readonly waits: number | undefined;
  /** On a grid, the time of the last arrival; of paths, that of the last knot. */
  readonly makespan: number;
  /** The sum of the times at which the agents arrive for good. */
  readonly sumOfCosts: number;
  /** The sum of the times of the last knots. */
  readonly sumOfEnds: number;
}

export function costsOf(plan: Plan, step: number): PlanCosts {
  const isGrid = plan.kind === 'grid';
  const { starts } = isGrid ? plan.steps : plan.paths;
  const [x, y] = isGrid ? [plan.steps.columns, plan.steps.rows] : [plan.paths.x, plan.paths.y];
  const headings = isGrid ? plan.headings : undefined;
  const agents = starts.length - 1;
  let [steps, moves, turns, lastArrival, lastKnot] = [0, 0, 0, 0, 0];
  const [costs, ends]: [number[], number[]] = [[], []];
  for (let agent = 0; agent < agents; agent++) {
    const [first, last] = [starts[agent]!, starts[agent + 1]! - 1];
    let arrival = first;
    for (let k = first; k < last; k++) {
      if (x[k] !== x[k + 1] || y[k] !== y[k + 1]) {
        moves++;
        arrival = k + 1;
      } else if (headings !== undefined && headings[k] !== headings[k + 1]) turns++;
    }
    const timeOf = (k: number): number => (isGrid ? (k - first) * step : k === first ? 0 : plan.paths.t[k]!);
    const end = isGrid ? timeOf(last) : plan.paths.t[last]!;
    addExactly(costs, timeOf(arrival));
    addExactly(ends, end);
    steps = Math.max(steps, last - first);
    lastArrival = Math.max(lastArrival, timeOf(arrival));
    lastKnot = Math.max(lastKnot, end);
  }
  return {
    agents,
    steps: isGrid ? steps : undefined,
    moves,
    turns: headings && turns,
    waits: headings && x.length - agents - moves - turns,
    makespan: isGrid ? lastArrival : lastKnot,
    sumOfCosts: roundedSum(costs),
    sumOfEnds: roundedSum(ends),
  };
}

/** Number of agents that end at their goals; undefined if the files state no goals. */
export function reachedGoals(plan: Plan, { assignments }: PlanContent): { reached: number; of: number } | undefined {
  if (plan.kind === 'paths') {
    const { starts, x, y } = plan.paths;
    const goals = plan.goals?.slice(0, starts.length - 1).map((goal, agent) => {
      const last = starts[agent + 1]! - 1;
      return goal && x[last] === goal[0] && y[last] === goal[1];
    });
    return counted(goals);
  }
  const { starts, columns, rows } = plan.steps;
  const goals = assignments?.slice(0, starts.length - 1).map(({ goals: own }, agent) => {
    const goal = own.at(-1);
    const last = starts[agent + 1]! - 1;
    return goal && columns[last] === goal.column && rows[last] === goal.row;
  });
  return counted(goals);
}

function counted(goals: readonly (boolean | undefined)[] | undefined): { reached: number; of: number } | undefined {
  const known = goals?.filter((each) => each !== undefined) ?? [];
  return known.length === 0 ? undefined : { reached: known.filter(Boolean).length, of: known.length };
}

/** Number of cells of all paths that are blocked or outside of the map. */
export function blockedSteps({ steps: { columns, rows } }: GridPlan, grid: Grid): number {
  let count = 0;
  for (let k = 0; k < columns.length; k++) if (isBlocked(grid, columns[k]!, rows[k]!)) count++;
  return count;
}

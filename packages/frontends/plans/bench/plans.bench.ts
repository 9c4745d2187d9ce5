/** The audit of a plan on a grid, compared with one call of the contact solver for each near pair and step. */
import { lineLeg, restLeg, touchTime, writeDisc } from '@kineko/geometry';
import { auditGrid } from '../src/audit/grid-audit.js';
import { auditPaths } from '../src/audit/path-audit.js';
import { pathsOfSteps } from '../src/audit/grid-paths.js';
import type { Comparison, Work } from '@kineko/tools/bench/comparison';
import { type GeneratedPlan, generatePlan } from './generate-plan.js';

const RADIUS = 0.4;
const WITHIN = 4 * RADIUS;
const AGENTS = 1000;
const STEPS = 100;

/** Every loop stores its sum here, so that the compiler cannot drop its work. */
const sink = new Float64Array(1);

const plan = (): GeneratedPlan => generatePlan({ agents: AGENTS, steps: STEPS, cornerFollows: 0.5, seed: 1 });

export const comparisons: Comparison[] = [
  {
    name: 'agent-steps of a plan on a grid',
    n: AGENTS * STEPS,
    alternatives: [
      { name: 'the solver for each near pair', setUp: () => solved(plan()) },
      {
        name: 'auditPaths',
        setUp: () => audited((steps) => auditPaths(pathsOfSteps(steps, RADIUS)).contacts.length),
      },
      {
        name: 'auditGrid',
        setUp: () => audited((steps) => auditGrid(steps, { cell: 1, radius: RADIUS, within: WITHIN }).contacts.length),
        target: { compares: 'speed', must: 2 },
      },
    ],
  },
];

type Steps = Parameters<typeof auditGrid>[0];

function audited(audit: (steps: Steps) => number): Work {
  const { cells, side } = plan();
  const starts = Int32Array.from({ length: AGENTS + 1 }, (_, agent) => agent * (STEPS + 1));
  const steps = {
    starts,
    columns: cells.map((cell) => cell % side),
    rows: cells.map((cell) => Math.floor(cell / side)),
  };
  return () => {
    sink[0] = audit(steps);
    return AGENTS * STEPS;
  };
}

/** Finds near pairs by their cells, and asks the solver when they touch; contacts over several steps count in each. */
function solved({ cells, side }: GeneratedPlan): Work {
  const discs = new Float64Array(6 * AGENTS);
  const heads = new Int32Array(side * side);
  const near = offsets();
  return () => {
    let contacts = 0;
    for (let step = 0; step < STEPS; step++) {
      heads.fill(-1);
      for (let agent = 0; agent < AGENTS; agent++) {
        const [from, to] = [cells[agent * (STEPS + 1) + step]!, cells[agent * (STEPS + 1) + step + 1]!];
        heads[from] = agent;
        const place = { x: from % side, y: Math.floor(from / side), heading: 0, start: step, end: step + 1 };
        const [vx, vy] = [(to % side) - place.x, Math.floor(to / side) - place.y];
        writeDisc(discs, 6 * agent, from === to ? restLeg(place) : lineLeg({ ...place, vx, vy }), RADIUS);
      }
      for (let cell = 0; cell < heads.length; cell++) {
        if (heads[cell]! < 0) continue;
        for (const [dx, dy] of near) {
          const [x, y] = [(cell % side) + dx, Math.floor(cell / side) + dy];
          const other = x < 0 || x >= side || y >= side ? -1 : heads[y * side + x]!;
          if (other < 0) continue;
          const time = touchTime(discs, 6 * heads[cell]!, 6 * other);
          if (time < step + 1) contacts++;
        }
      }
    }
    sink[0] = contacts;
    return AGENTS * STEPS;
  };
}

/** Half of the offsets at which two agents can come nearer than a cell in one step. */
function offsets(): (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (let dy = 0; dy <= 2; dy++) {
    for (let dx = dy === 0 ? 1 : -2; dx <= 2; dx++) if (Math.abs(dx) + dy <= 2) found.push([dx, dy]);
  }
  return found;
}

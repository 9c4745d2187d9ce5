/** The findings of an audit in metres and seconds, as plain data. Places are in the coordinates of the file. */
import type { Conflict } from '../audit/grid-audit.js';
import { criticalRadius, overlapDepth, scaledSquare } from '../audit/critical-radius.js';
import type { Findings, FoundContact, NearPair } from '../audit/findings.js';
import { fractionText } from '../audit/fraction.js';
import { placeAt } from '../audit/knot-paths.js';
import type { Plan } from '../format/plan.js';
import type { PlanAudit } from './audit-plan.js';

/** Characters of a fraction, beyond which only the rounded value is given. */
const MAX_FRACTION = 80;

export type Pair = readonly [number, number];

/** Converts the cells and steps of a grid; other plans have metres and seconds. */
export class AuditUnits {
  readonly cell: number;
  readonly step: number;

  constructor(private readonly audit: PlanAudit) {
    const isGrid = audit.plan.kind === 'grid';
    this.cell = isGrid ? audit.measures.cell : 1;
    this.step = isGrid ? audit.measures.step : 1;
  }

  contact({ pair, entry, exit, distance, time }: FoundContact) {
    return {
      entry: entry * this.step,
      exit: exit * this.step,
      pair,
      places: this.places(pair, entry),
      leastDistance: distance * this.cell,
      leastTime: time * this.step,
    };
  }

  near({ pair, distance, time }: NearPair) {
    return { pair, distance: distance * this.cell, time: time * this.step };
  }

  /** The places of a pair: x and y, on a grid the column and the row. */
  places(pair: Pair, time: number): readonly Pair[] {
    return pair.map((agent) => placeOf(this.audit.plan, agent, time));
  }
}

function placeOf(plan: Plan, agent: number, time: number): Pair {
  if (plan.kind === 'paths') {
    const { x, y } = placeAt(plan.paths, agent, time);
    return [x, y];
  }
  const { starts, columns, rows } = plan.steps;
  const last = starts[agent + 1]! - 1;
  const from = Math.min(starts[agent]! + Math.floor(time), last);
  const to = Math.min(from + 1, last);
  const share = time - Math.floor(time);
  const between = (values: Int16Array | Int32Array): number => values[from]! + share * (values[to]! - values[from]!);
  return [between(columns), between(rows)];
}

export type AuditFacts = ReturnType<typeof factsOf>;

/** Everything but the list of contacts, which may be long. */
export function factsOf(audit: PlanAudit, file: string) {
  const { plan, costs, measures, findings, withSlack, grid, sampled, radii } = audit;
  const units = new AuditUnits(audit);
  const isGrid = plan.kind === 'grid';
  const events = isGrid ? plan.events : undefined;
  const names = isGrid ? undefined : plan.names?.some((name, id) => name !== String(id)) ? plan.names : undefined;
  return {
    file,
    verdict: audit.isClean ? 'clean' : 'not clean',
    agents: costs.agents,
    names,
    radius: largest(radii),
    radiiDiffer: areEqual(radii) ? undefined : true,
    cell: isGrid ? measures.cell : undefined,
    step: isGrid ? measures.step : undefined,
    steps: costs.steps,
    moves: costs.moves,
    turns: costs.turns,
    waits: costs.waits,
    ...contactFacts(findings, radii, units),
    withSlack: withSlack && {
      slack: measures.slack,
      ...contactFacts(
        withSlack,
        radii.map((radius) => Math.max(radius - measures.slack, 0)),
        units,
      ),
    },
    ...leastFacts(findings, units),
    vertexConflicts: grid?.vertex,
    edgeConflicts: grid?.edge,
    follows: grid && { straight: grid.straightFollows, corner: grid.cornerFollows },
    cycles: grid?.cycles,
    // Readers refuse them.
    jumps: grid && 0,
    stepsOnObstacleOrOutside: grid && audit.blocked,
    pairsSeenAtSamples: sampled?.pairsAtKnots,
    pairsOnlyBetweenSamples: sampled && sampled.pairs - sampled.pairsAtKnots,
    obstacleContacts: audit.obstacles.length,
    goals: audit.goals,
    events: events?.count,
    eventsWhereAgentStandsOnErrand: events?.confirmed,
    tasksFinished: events?.tasksFinished,
    makespan: costs.makespan,
    sumOfCosts: costs.sumOfCosts,
    sumOfEnds: costs.sumOfEnds,
    vertexList: grid?.vertexList satisfies readonly Conflict[] | undefined,
    edgeList: grid?.edgeList,
    cycleList: grid?.cycleList.map(({ step, agents }) => ({
      step,
      agents,
      cells: agents.map((agent) => placeOf(plan, agent, step)),
    })),
    obstacleList: audit.obstacles,
    /** There may be many, and only JSON has them. */
    get nearPairs() {
      return findings.near?.map((pair) => units.near(pair)) ?? null;
    },
  };
}

function contactFacts({ contacts, pairs, grazes, least }: Findings, radii: Float64Array, units: AuditUnits) {
  const { cell, step } = units;
  let [deepest, depth] = [-1, -Infinity];
  for (let k = 0; k < contacts.length; k++) {
    const { pair, distance } = contacts.at(k);
    const overlap = radii[pair[0]]! + radii[pair[1]]! - distance * cell;
    if (overlap > depth) [deepest, depth] = [k, overlap];
  }
  const first = contacts.length === 0 ? undefined : contacts.at(0);
  return {
    contacts: contacts.length,
    pairs,
    grazes,
    first: first && { time: first.entry * step, pair: first.pair },
    deepest: deepest < 0 ? undefined : overlapFacts(contacts.at(deepest), least!, radii, units),
  };
}

/** If all discs have the same size, the nearest ones overlap most, and their exact distance is known. */
function overlapFacts(
  { pair, distance: cells, time }: FoundContact,
  least: NonNullable<Findings['least']>,
  radii: Float64Array,
  { cell, step }: AuditUnits,
) {
  const distance = cells * cell;
  const squared = areEqual(radii) ? scaledSquare(least.squared, cell) : undefined;
  return {
    overlap: overlapDepth([radii[pair[0]]!, radii[pair[1]]!], distance, squared),
    distance,
    pair,
    time: time * step,
  };
}

function areEqual(radii: Float64Array): boolean {
  return radii.every((radius) => radius === radii[0]);
}

function leastFacts({ least }: Findings, units: AuditUnits) {
  if (least === undefined) return { leastDistance: null, criticalRadius: null };
  const squared = scaledSquare(least.squared, units.cell);
  const { distance, radius, largestSafe } = criticalRadius(squared);
  const text = fractionText(squared);
  return {
    leastDistance: distance,
    leastDistanceSquared: text.length <= MAX_FRACTION ? text : null,
    leastDistanceAt: {
      pair: least.pair,
      time: least.time * units.step,
      places: units.places(least.pair, least.time),
      pairs: least.pairs,
    },
    criticalRadius: radius,
    largestSafeRadius: largestSafe,
  };
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

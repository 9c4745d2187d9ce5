/** A plan that is followed by the clock, with or without delays: its knots, its contacts and its results. */
import { auditPaths } from '../audit/path-audit.js';
import { AuditUnits } from './audit-facts.js';
import type { PlanAudit } from './audit-plan.js';
import type { Delays } from './adg/delays.js';
import type { TimedContact } from './contact-records.js';
import { delayedKnots, type KnotSource } from './delayed-knots.js';
import type { ExecutionFacts } from './execution-facts.js';

export interface ClockedPlan {
  readonly knots: KnotSource;
  readonly facts: ExecutionFacts;
  /** Computed one by one, since there may be many. */
  contacts(): Iterable<TimedContact>;
}

/** @param delays Without them, the plan is followed unchanged. */
export function clockedPlan(plane: KnotSource, audit: PlanAudit, delays: Delays | undefined): ClockedPlan {
  return delays === undefined ? punctual(plane, audit) : delayed(plane, audit, delays);
}

function punctual(knots: KnotSource, audit: PlanAudit): ClockedPlan {
  const units = new AuditUnits(audit);
  const { findings, costs } = audit;
  const { contacts, pairs, least } = findings;
  return {
    knots,
    facts: {
      contacts: contacts.length,
      pairs,
      leastDistance: (least?.distance ?? Infinity) * units.cell,
      finished: costs.agents,
      makespan: costs.makespan,
      sumOfCosts: costs.sumOfCosts,
      ...NO_WAITING,
    },
    *contacts() {
      for (let k = 0; k < contacts.length; k++) yield units.contact(contacts.at(k));
    },
  };
}

function delayed(plane: KnotSource, { radii, measures }: PlanAudit, delays: Delays): ClockedPlan {
  const knots = delayedKnots(plane, radii.length, delays);
  const { contacts, pairs, least } = auditPaths(knots.paths(radii), { within: 0, vanish: measures.vanish });
  const arrivals = Array.from(radii, (_, robot) => arrivalOf(knots, robot));
  return {
    knots,
    facts: {
      contacts: contacts.length,
      pairs,
      leastDistance: least?.distance ?? Infinity,
      finished: radii.length,
      makespan: arrivals.reduce((last, time) => Math.max(last, time), 0),
      sumOfCosts: arrivals.reduce((sum, time) => sum + time, 0),
      ...NO_WAITING,
      delayed: knots.late,
    },
    *contacts() {
      for (let k = 0; k < contacts.length; k++) yield contacts.at(k);
    },
  };
}

const NO_WAITING = { delayed: 0, others: 0, messages: 0 };

/** When a robot is at its last place for good. */
function arrivalOf(knots: KnotSource, robot: number): number {
  let k = knots.knotsOf(robot) - 1;
  const { x, y } = knots.knot(robot, k);
  for (; k > 0; k--) {
    const before = knots.knot(robot, k - 1);
    if (before.x !== x || before.y !== y) return knots.knot(robot, k).time;
  }
  return 0;
}

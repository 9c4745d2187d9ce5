/** The audit of a plan as text and as JSON. */
import { counted } from '@kineko/run';
import { type AuditFacts, AuditUnits, factsOf, type Pair } from './audit-facts.js';
import { auditPage, MAX_ROWS } from './audit-page.js';
import type { PlanFiles } from '../format/read-plan.js';
import type { PlanAudit } from './audit-plan.js';

/** Contacts and conflicts that the text shows. */
const MAX_SHOWN = 20;
/** Contacts in one piece of JSON. */
const PIECE = 1000;

export function auditReport(audit: PlanAudit, files: PlanFiles, file: string) {
  const facts = factsOf(audit, file);
  const units = new AuditUnits(audit);
  // The contacts that decide.
  const { contacts } = audit.withSlack ?? audit.findings;
  return {
    isClean: audit.isClean,
    page() {
      const length = Math.min(contacts.length, MAX_ROWS);
      const listed = Array.from({ length }, (_, k) => units.contact(contacts.at(k)));
      // Its table has the contacts.
      return auditPage(file, [...describe(facts)], files, listed, contacts.length, (agent) => nameOf(agent, facts));
    },
    *lines() {
      yield* describe(facts);
      for (let k = 0; k < Math.min(contacts.length, MAX_SHOWN); k++) {
        const { entry, exit, pair, places, leastDistance, leastTime } = units.contact(contacts.at(k));
        const where = places.map(placeText).join(' and ');
        yield `  contact ${pairText(pair, facts)}: from t = ${entry} s to ${exit} s, at ${where}; least distance ${leastDistance} at t = ${leastTime} s`;
      }
      if (contacts.length > MAX_SHOWN)
        yield `  … and ${counted(contacts.length - MAX_SHOWN, 'more contact')}; --json lists all`;
    },
    *json() {
      yield `${JSON.stringify(facts).slice(0, -1)},"list":[`;
      for (let from = 0; from < contacts.length; from += PIECE) {
        const piece: string[] = [];
        for (let k = from; k < Math.min(from + PIECE, contacts.length); k++) {
          piece.push(JSON.stringify(units.contact(contacts.at(k))));
        }
        yield `${from === 0 ? '' : ','}${piece.join(',')}`;
      }
      yield ']}';
    },
  };
}

function* describe(facts: AuditFacts): Iterable<string> {
  const { cell, step, steps, makespan, withSlack } = facts;
  const size = steps === undefined ? `${makespan} s` : counted(steps, 'step');
  const radius = `radius ${facts.radiiDiffer === true ? 'up to ' : ''}${facts.radius}`;
  yield `${facts.file}: ${facts.verdict} (${counted(facts.agents, 'agent')}, ${size}, ${radius})`;
  if (cell !== undefined) yield `  units: cells of ${cell} m, steps of ${step} s; places are (column, row)`;
  yield `  ${contactsText(facts)}`;
  if (withSlack !== undefined) yield `  with radii smaller by ${withSlack.slack}: ${contactsText(withSlack)}`;
  yield* leastLines(facts);
  yield* conflictLines(facts);
  if (facts.pairsSeenAtSamples !== undefined) {
    const only = facts.pairsOnlyBetweenSamples;
    yield `  samples: ${counted(facts.pairsSeenAtSamples, 'pair')} overlap at samples, ${only} only between samples`;
  }
  if (facts.obstacleContacts > 0) {
    yield `  ${counted(facts.obstacleContacts, 'contact')} with blocked squares or walls`;
    for (const { agent, entry, exit, obstacle } of facts.obstacleList.slice(0, MAX_SHOWN)) {
      yield `    agent ${nameOf(agent, facts)}: from t = ${entry} s to ${exit} s, ${obstacle}`;
    }
  }
  if (facts.goals !== undefined) yield `  goals: ${facts.goals.reached} of ${facts.goals.of} reached`;
  if (facts.events !== undefined) {
    yield `  events: ${facts.eventsWhereAgentStandsOnErrand} of ${facts.events} happen where the agent stands`;
  }
  yield `  makespan ${makespan} s, sum of costs ${facts.sumOfCosts} s`;
}

function contactsText({
  contacts,
  pairs,
  grazes,
  deepest,
}: Pick<AuditFacts, 'contacts' | 'pairs' | 'grazes' | 'deepest'>): string {
  const grazing = grazes === 0 ? '' : `; ${counted(grazes, 'pair')} only graze`;
  if (contacts === 0) return `no contacts${grazing}`;
  return `${counted(contacts, 'contact')} of ${counted(pairs, 'pair')}, deepest overlap ${deepest!.overlap} m${grazing}`;
}

function* leastLines(facts: AuditFacts): Iterable<string> {
  if (!('leastDistanceAt' in facts) || facts.leastDistanceAt === undefined) return;
  const { pair, time, places, pairs } = facts.leastDistanceAt;
  const square = facts.leastDistanceSquared === null ? '' : ` (squared: ${facts.leastDistanceSquared})`;
  const others = pairs === 1 ? '' : `, first of ${counted(pairs, 'pair')}`;
  yield `  least distance ${facts.leastDistance} m${square}: ${pairText(pair, facts)} at t = ${time} s, at ${places.map(placeText).join(' and ')}${others}`;
  yield `  critical radius ${facts.criticalRadius} m; largest safe double ${facts.largestSafeRadius}`;
}

function* conflictLines(facts: AuditFacts): Iterable<string> {
  const { follows, vertexList = [], edgeList = [], cycleList = [] } = facts;
  if (follows === undefined) return;
  yield `  conflicts: ${facts.vertexConflicts} vertex, ${facts.edgeConflicts} edge; ${counted(facts.stepsOnObstacleOrOutside!, 'step')} on blocked cells or outside`;
  yield `  follows: ${follows.straight} straight, ${follows.corner} corner; ${counted(facts.cycles!, 'ring')}`;
  for (const { step, pair, column, row } of vertexList.slice(0, MAX_SHOWN)) {
    yield `    vertex conflict ${pairText(pair, facts)} at step ${step} in (${column}, ${row})`;
  }
  for (const { step, pair, column, row } of edgeList.slice(0, MAX_SHOWN)) {
    yield `    edge conflict ${pairText(pair, facts)} in step ${step} from (${column}, ${row})`;
  }
  const [ring] = cycleList.toSorted((a, b) => a.agents.length - b.agents.length || a.step - b.step);
  if (ring !== undefined) {
    const agents = ring.agents.map((agent, k) => `${agent} at ${placeText(ring.cells[k]!)}`).join(', ');
    yield `    shortest ring in step ${ring.step}: agents ${agents}; run it with plan.execution = adg-half`;
  }
}

function pairText([low, high]: Pair, facts: AuditFacts): string {
  return `${nameOf(low, facts)}–${nameOf(high, facts)}`;
}

function nameOf(agent: number, { names }: AuditFacts): string {
  return names?.[agent] ?? String(agent);
}

function placeText([x, y]: Pair): string {
  return `(${x}, ${y})`;
}

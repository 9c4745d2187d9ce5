/**
 * Covers: legs, solved contact times, named random streams. Scenario: robots drive between random points and pass through
 * each other. Every encounter of two robots is solved, then the same motions are sampled once per step, as by a simulator
 * with a fixed step.
 *
 * They pass through each other (ghost mode) so that both methods see the same motions.
 */
import { discDiscContact, type LineLeg, lineLeg, positionAt } from '@kineko/geometry';
import { Random } from '@kineko/kernel';

export const RADIUS = 0.1; // m
const MIN_SPEED = 0.5; // m/s
const MAX_SPEED = 2; // m/s
const AREA = 40; // m, side of the square

/** A time during which two robots are closer than some distance, in seconds. */
interface Encounter {
  readonly from: number;
  readonly until: number;
}

export interface Comparison {
  /** Length of a step, in seconds. */
  readonly step: number;
  /** Contacts that lie between two steps, so that no step sees an overlap. */
  readonly missed: number;
  /** Deepest overlap at the step that sees it first, in metres. */
  readonly deepest: number;
  /** Reports of pairs that never touch, if the radius is padded until no contact can be missed. */
  readonly invented: number;
}

/** The motions of robots that drive between random points: a list of legs for each robot. */
export function randomMotions(robots: number, seconds: number, seed: number): LineLeg[][] {
  const random = new Random(seed);
  return Array.from({ length: robots }, (_, robot) => randomLegs(random.stream(`robot ${robot}`), seconds));
}

/** Compares the contacts that steps of several lengths detect with the solved ones. */
export function compare(legs: readonly LineLeg[][], steps: readonly number[]) {
  const pairs = legs.flatMap((a, i) =>
    legs.slice(i + 1).map((b) => ({ a, b, contacts: encounters(a, b, 2 * RADIUS) })),
  );
  const contacts = pairs.reduce((sum, pair) => sum + pair.contacts.length, 0);

  const rows = steps.map((step): Comparison => {
    let [missed, deepest, invented] = [0, 0, 0];
    // Maximum distance by which two robots approach each other between a contact and the nearest step.
    const padding = MAX_SPEED * step;
    for (const { a, b, contacts } of pairs) {
      for (const contact of contacts) {
        const seen = firstStep(contact, step);
        if (seen === undefined) missed++;
        else deepest = Math.max(deepest, 2 * RADIUS - distance(a, b, seen));
      }
      for (const report of encounters(a, b, 2 * RADIUS + padding)) {
        const isReal = contacts.some(({ from, until }) => from <= report.until && until >= report.from);
        if (!isReal && firstStep(report, step) !== undefined) invented++;
      }
    }
    return { step, missed, deepest, invented };
  });
  return { contacts, rows };
}

/** First step within an encounter, in seconds; undefined if it lies between two steps. */
function firstStep({ from, until }: Encounter, step: number): number | undefined {
  const first = Math.ceil(from / step) * step;
  return first <= until ? first : undefined;
}

/** Straight legs between random points, one after the other, until `seconds`. */
function randomLegs(random: { uniform(low: number, high: number): number }, seconds: number): LineLeg[] {
  const place = () => ({ x: random.uniform(0, AREA), y: random.uniform(0, AREA) });
  const legs: LineLeg[] = [];
  for (let start = 0, at = place(); start < seconds;) {
    const to = place();
    const [dx, dy] = [to.x - at.x, to.y - at.y];
    const duration = Math.sqrt(dx * dx + dy * dy) / random.uniform(MIN_SPEED, MAX_SPEED);
    const end = start + duration;
    legs.push(lineLeg({ ...at, heading: 0, start, end, vx: dx / duration, vy: dy / duration }));
    [start, at] = [end, to];
  }
  return legs;
}

/** Times at which two robots are closer than `limit`, each from its solved first instant on. */
function encounters(a: readonly LineLeg[], b: readonly LineLeg[], limit: number): Encounter[] {
  const found: Encounter[] = [];
  let from: number | undefined;
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    const [p, q] = [a[i]!, b[j]!];
    const [start, end] = [Math.max(p.start, q.start), Math.min(p.end, q.end)];
    // Most pairs of legs stay far apart: the solver decides only the others.
    if (from === undefined && nearest(p, q, start, end) <= 1.01 * limit) {
      const contact = discDiscContact(p, limit / 2, q, limit / 2, { after: start, until: end });
      if (contact.state === 'hit') from = contact.time;
    }
    if (from !== undefined) {
      const until = partingTime(p, q, limit);
      // Otherwise, the two robots are still close when one of them turns.
      if (until <= end) {
        found.push({ from, until });
        from = undefined;
      }
    }
    if (p.end <= q.end) i++;
    else j++;
  }
  return found;
}

/** Smallest distance of the centres between two instants, rounded. */
function nearest(p: LineLeg, q: LineLeg, start: number, end: number): number {
  const { vv, dv, dd } = relativeMotion(p, q, start);
  const t = vv === 0 ? 0 : Math.min(Math.max(-dv / vv, 0), end - start);
  return Math.sqrt(Math.max(dd + 2 * dv * t + vv * t * t, 0));
}

/** Later instant at which two straight lines are `limit` apart: |d + v t| = limit. */
function partingTime(p: LineLeg, q: LineLeg, limit: number): number {
  const start = Math.max(p.start, q.start);
  const { vv, dv, dd } = relativeMotion(p, q, start);
  return start + (Math.sqrt(dv * dv - vv * (dd - limit * limit)) - dv) / vv;
}

/** Products of the distance vector d at an instant and the relative velocity v. */
function relativeMotion(p: LineLeg, q: LineLeg, at: number) {
  const [from, to] = [positionAt(p, at), positionAt(q, at)];
  const [dx, dy, vx, vy] = [to.x - from.x, to.y - from.y, q.vx - p.vx, q.vy - p.vy];
  return { vv: vx * vx + vy * vy, dv: dx * vx + dy * vy, dd: dx * dx + dy * dy };
}

/** Distance of the centres, in metres. */
function distance(a: readonly LineLeg[], b: readonly LineLeg[], time: number): number {
  const [p, q] = [a, b].map((legs) =>
    positionAt(
      legs.find(({ end }) => time <= end)!,
      time,
    ),
  ) as [Point, Point];
  return Math.sqrt((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}

type Point = ReturnType<typeof positionAt>;

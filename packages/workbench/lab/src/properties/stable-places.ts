/**
 * Conditions on the places of robots that hold from some time on: gathering, convergence, formations, termination. They are
 * goals; a run that has not reached one by its end proves nothing, since it might later.
 */
import { expected } from '@kineko/formats/problem';
import {
  type Disc,
  orientation,
  pointDistance,
  pointSegmentDistance,
  seesDisc,
  smallestEnclosingCircle,
  type Vector,
} from '@kineko/geometry';
import { spansGathered, spreadAt } from '../motion/gathering.js';
import type { RobotMotion, Stretch } from '../motion/motion.js';
import { closestApproach, spansWithin } from '../motion/pairs.js';
import { complement, type Span, union } from '../motion/spans.js';
import type { ObservedRun } from '../observed-run.js';
import type { Condition } from './condition.js';
import { numbersOf } from './options.js';
import { type Circumstance, failingWhile, holdingWhile, type Timeline } from './timeline.js';

/** Share of coordinates and of distances travelled: the place of a meeting is rounded, since its time is. */
const MEETING = 1e-12;
/** Share of a range by which two robots may be farther apart, for the same reason. */
const BEYOND = 1e-9;

const TOLERANCE = { type: 'number', range: { above: 0, max: 1 }, default: '0.001' } as const;

export const PLACE_CONDITIONS: readonly Condition[] = [
  {
    name: 'gathered-at-point',
    doc: 'from some time on, all correct robots are at exactly one point, and none has decided to leave it',
    isGoal: true,
    isStable: true,
    timeline: ofExactPlaces((run) => {
      const robots = correctRobots(run);
      const leaving = pendingSpans(run, robots).filter(({ until }) => until >= run.span.until);
      const describe = (_: readonly RobotMotion[], t: number): string => {
        const apart = `the robots are up to ${rounded(2 * spreadAt(robots, t))} m apart`;
        return leaving.length === 0 ? apart : `${apart}, and one has decided to move`;
      };
      const untilLater = leaving.map(({ from }) => ({ from, until: Infinity }));
      return stableTimeline(run, arePoints, describe, [...movesApart(robots), ...untilLater]);
    }),
  },
  {
    name: 'converges',
    doc: 'from some time on, all correct robots are within a circle',
    isGoal: true,
    isStable: true,
    options: { to: { type: 'number', range: { above: 0 }, unit: 'm', isNeeded: true, doc: 'radius of the circle' } },
    timeline: (run, { options }) => {
      const robots = correctRobots(run);
      const last = spansGathered(robots, Number(options['to']), run.span).at(-1);
      const isToTheEnd = last !== undefined && last.until >= run.span.until;
      const far = `the smallest circle around the robots has a radius of ${rounded(spreadAt(robots, run.span.until))} m`;
      return goalTimeline(run, isToTheEnd ? last.from : undefined, far);
    },
  },
  {
    name: 'on-circle',
    doc: 'from some time on, all correct robots are on one circle whenever they stand',
    isGoal: true,
    isStable: true,
    options: { tolerance: { ...TOLERANCE, doc: 'maximum distance from it, as a share of its radius' } },
    timeline: (run, { options }) =>
      stableTimeline(run, (places) => areOnCircle(places, Number(options['tolerance'])), describeCircle),
  },
  {
    name: 'uniform-circle',
    doc: 'the same, and they are evenly spaced',
    isGoal: true,
    isStable: true,
    options: {
      tolerance: {
        ...TOLERANCE,
        doc: 'maximum distance from the circle, as a share of its radius, and difference of angles, as a share of their mean',
      },
    },
    timeline: (run, { options }) =>
      stableTimeline(run, (places) => areEvenlySpaced(places, Number(options['tolerance'])), describeCircle),
  },
  {
    name: 'on-line',
    doc: 'from some time on, all correct robots are on one line whenever they stand',
    isGoal: true,
    isStable: true,
    options: {
      tolerance: { ...TOLERANCE, doc: 'maximum distance from it, as a share of the distance of the outer robots' },
    },
    timeline: (run, { options }) =>
      stableTimeline(
        run,
        (places) => areOnLine(places, Number(options['tolerance'])),
        () => 'the robots are not on one line',
      ),
  },
  {
    name: 'mutual-visibility',
    doc: 'from some time on, no correct robot hides two others from each other, whenever they stand: points on a line, or discs',
    isGoal: true,
    isStable: true,
    timeline: ofExactPlaces((run) => {
      const radii = correctRobots(run).map(({ radius }) => radius);
      const isGood = radii.every((radius) => radius > 0)
        ? (places: readonly Vector[]) => areInSight(places.map((place, k) => ({ ...place, radius: radii[k]! })))
        : seeEachOther;
      return stableTimeline(run, isGood, () => 'a robot hides two others from each other');
    }),
  },
  {
    name: 'pattern',
    doc: 'from some time on, the correct robots form a pattern whenever they stand, up to scale and rotation',
    isGoal: true,
    isStable: true,
    options: {
      points: { type: 'text', isNeeded: true, doc: 'points of the pattern: x1,y1,x2,y2,…' },
      reflect: { type: 'boolean', default: 'true', doc: 'whether the pattern may be mirrored' },
      tolerance: { ...TOLERANCE, doc: 'maximum distance of a robot from its point, as a share of the radius' },
    },
    problemOf: ({ points }) =>
      pointsOf(String(points)).length > 0 ? undefined : `points: ${expected('x1,y1,x2,y2,…', points)}`,
    timeline: (run, { options }) => {
      const pattern = pointsOf(String(options['points']));
      return stableTimeline(
        run,
        (places) => areSimilar(places, pattern, options['reflect'] === true, Number(options['tolerance'])),
        () => 'the robots do not form the pattern',
      );
    },
  },
  {
    name: 'terminates',
    doc: 'from some time on, no light changes and no robot moves, although each has completed a cycle since',
    isGoal: true,
    isStable: true,
    timeline: ofExactPlaces((run) => {
      const robots = correctRobots(run);
      const changes = [...movesOf(robots).map(({ until }) => until), ...run.lights.map(({ time }) => time)];
      const since = changes.reduce((last, time) => Math.max(last, time), run.span.from);
      const isDone = robots.every(({ robot }) => hasCycleSince(run, robot, since));
      const text = isDone ? '' : `the last change is at t = ${since}, and not every robot has completed a cycle since`;
      return goalTimeline(run, isDone ? since : undefined, text);
    }),
  },
  {
    name: 'stays-gathered',
    doc: 'robots that are at one point, none of which has decided to leave it, stay there',
    timeline: ofExactPlaces((run) => {
      const robots = correctRobots(run);
      const spans = restSpans(robots, run.span);
      const pending = union(pendingSpans(run, robots));
      const settled = spans.filter(({ from }) => arePoints(placesAt(robots, from)));
      const [gathered] = settled.flatMap((span) =>
        complement(pending, run.span)
          .filter(({ from, until }) => from < span.until && until > span.from)
          .map(({ from }) => ({ from: Math.max(from, span.from) })),
      );
      if (gathered === undefined) return failingWhile(run.span, 0, []);
      const apart = [...movesApart(robots), ...spans.filter(({ from }) => !arePoints(placesAt(robots, from)))];
      const failures = apart
        .filter(({ from }) => from >= gathered.from)
        .map(({ from, until }) => ({
          from,
          until,
          text: `the robots were gathered at t = ${gathered.from}, and are apart again`,
          who: robots.map(({ robot }) => robot),
        }));
      return failingWhile(run.span, robots.length, failures);
    }),
  },
  {
    name: 'meeting',
    doc: 'two correct robots that start at different points are at one point',
    timeline: ofExactPlaces((run) => {
      const robots = correctRobots(run);
      const start = (robot: RobotMotion): Vector => robot.poseAt(run.span.from);
      const pairs = robots.flatMap((b, i) =>
        robots.slice(0, i).flatMap((a) => (pointDistance(start(a), start(b)) > 0 ? [[a, b] as const] : [])),
      );
      const cases = pairs.flatMap(([a, b]) => {
        const { distance, time } = closestApproach(a, b);
        const { x, y } = a.poseAt(time);
        const text = `robots ${a.robot} and ${b.robot} meet at (${rounded(x)}, ${rounded(y)})`;
        const travelled = time * (speedAt(a, time) + speedAt(b, time));
        const isMeeting = distance <= MEETING * (Math.abs(x) + Math.abs(y) + travelled);
        return isMeeting ? [{ from: time, until: time, text, who: [a.robot, b.robot] }] : [];
      });
      cases.sort((p, q) => p.from - q.from);
      const doubt = doubtOf(run);
      const isInDoubt = doubt !== undefined && cases.length > 0 && doubt.time <= cases[0]!.from;
      return {
        ...holdingWhile(run.span, pairs.length, cases),
        ...(isInDoubt && { undecided: doubt.text }),
      };
    }),
  },
  {
    name: 'edges-kept',
    value: 'metres',
    doc: 'two correct robots that are within this distance at the start stay so',
    timeline: (run, { value }) => {
      const robots = correctRobots(run);
      const { from, until } = run.span;
      const isNear = (a: RobotMotion, b: RobotMotion): boolean =>
        pointDistance(a.poseAt(from), b.poseAt(from)) <= value;
      const edges = robots.flatMap((b, i) =>
        robots.slice(0, i).flatMap((a) => (isNear(a, b) ? [[a, b] as const] : [])),
      );
      const failures = edges.flatMap(([a, b]) =>
        complement(spansWithin(a, b, value * (1 + BEYOND)), { from, until }).map((span) => ({
          ...span,
          text: `robots ${a.robot} and ${b.robot} are more than ${value} m apart`,
          who: [a.robot, b.robot],
        })),
      );
      return failingWhile(
        run.span,
        edges.length,
        failures.sort((p, q) => p.from - q.from),
      );
    },
  },
];

/** Robots that are not crashed at the end. */
function correctRobots({ robots, messages }: ObservedRun): RobotMotion[] {
  const crashed = new Set<number>();
  for (const record of messages) {
    if (record.type === 'crash') crashed.add(record.process);
    else if (record.type === 'recover') crashed.delete(record.process);
  }
  return robots.filter(({ robot }) => !crashed.has(robot));
}

/** A condition on exact places or cycles. A log without sizes has neither: its places have three decimals. */
function ofExactPlaces(timeline: (run: ObservedRun) => Timeline): Condition['timeline'] {
  const undecided = 'undecided: the log has three decimals and no events of cycles; check the exact trace instead';
  return (run) => {
    const isRounded = run.robots.some(({ radius }) => Number.isNaN(radius));
    return isRounded ? { ...timeline(run), undecided } : timeline(run);
  };
}

function movesOf(robots: readonly RobotMotion[]): Stretch[] {
  return robots.flatMap(({ stretches }) => stretches.filter(({ speed }) => speed > 0));
}

/** Moves during which the robots are not all at one point; robots that move together are. */
function movesApart(robots: readonly RobotMotion[]): Stretch[] {
  // Moves of one step have the same times.
  const known = new Map<number, boolean>();
  const areApart = (t: number): boolean => {
    const apart = known.get(t) ?? !arePoints(placesAt(robots, t));
    known.set(t, apart);
    return apart;
  };
  return movesOf(robots).filter(({ from, until }) => areApart((from + until) / 2) || areApart(until));
}

function placesAt(robots: readonly RobotMotion[], t: number): Vector[] {
  return robots.map((robot) => robot.poseAt(t));
}

/** Times at which all robots stand, also a single instant at the end. */
function restSpans(robots: readonly RobotMotion[], whole: Span): Span[] {
  const moving = movesOf(robots);
  const spans = complement(union(moving), whole);
  const last = { from: whole.until, until: whole.until };
  const isMoving = moving.some(({ leg, until }) => until >= whole.until && leg.end > whole.until);
  return isMoving || (spans.at(-1)?.until ?? -Infinity) >= whole.until ? spans : [...spans, last];
}

/** A condition on the places at which robots stand, which must hold to the end. @param bad Spans in which it does not. */
function stableTimeline(
  run: ObservedRun,
  isGood: (places: readonly Vector[]) => boolean,
  describe: (robots: readonly RobotMotion[], t: number) => string,
  bad: readonly Span[] = [],
): Timeline {
  const robots = correctRobots(run);
  if (robots.length === 0) return goalTimeline(run, undefined, '');
  const doubt = doubtOf(run);
  if (doubt !== undefined) return { ...goalTimeline(run, undefined, ''), undecided: doubt.text };
  const spans = restSpans(robots, run.span);
  const lastBad = spans.findLastIndex(({ from }) => !isGood(placesAt(robots, from)));
  const badUntil = bad.reduce((last, { until }) => Math.max(last, until), -Infinity);
  const since = spans.slice(lastBad + 1).find(({ from }) => from >= badUntil)?.from;
  return goalTimeline(run, since, describe(robots, run.span.until));
}

/** The time from which places depend on rounding; undefined if there is none. */
function doubtOf({ phases }: ObservedRun): { readonly time: number; readonly text: string } | undefined {
  const time = phases.find(({ doubt }) => doubt === true)?.time;
  if (time === undefined) return undefined;
  return { time, text: `undecided: from t = ${time} on, the tolerance for equal places decides (lcm.epsilon)` };
}

function speedAt({ stretches }: RobotMotion, time: number): number {
  const around = stretches.filter(({ from, until }) => from <= time && time <= until);
  return Math.max(0, ...around.map(({ speed }) => speed));
}

function goalTimeline(run: ObservedRun, since: number | undefined, text: string): Timeline {
  const { robots, span } = run;
  const about: Circumstance = { text, who: [] };
  const cases = since === undefined ? [] : [{ from: since, until: span.until, text: '', who: [] }];
  const score = (): number => (since === undefined ? -span.until - spreadAt(robots, span.until) : -since);
  const isPossible = robots.length > 1 && correctRobots(run).length > 0;
  return { ...holdingWhile(span, isPossible ? robots.length : 0, cases, score), about: () => about };
}

/** Times from a Look to the end of the move to which it leads. */
function pendingSpans({ phases, span }: ObservedRun, robots: readonly RobotMotion[]): Span[] {
  return robots.flatMap(({ robot }) => {
    const spans: Span[] = [];
    let from: number | undefined;
    for (const { robot: id, event, time, toX } of phases) {
      if (id !== robot) continue;
      if (event === 'L') from = toX === undefined ? undefined : time;
      if (event !== 'ME') continue;
      if (from !== undefined) spans.push({ from, until: time });
      from = undefined;
    }
    return from === undefined ? spans : [...spans, { from, until: span.until }];
  });
}

function hasCycleSince({ phases }: ObservedRun, robot: number, since: number): boolean {
  let hasLooked = false;
  for (const { robot: id, event, time } of phases) {
    if (id !== robot || time < since) continue;
    if (event === 'L') hasLooked = true;
    if (event === 'ME' && hasLooked) return true;
  }
  return false;
}

function arePoints(places: readonly Vector[]): boolean {
  return places.every(({ x, y }) => x === places[0]!.x && y === places[0]!.y);
}

function areOnCircle(places: readonly Vector[], tolerance: number): boolean {
  const circle = smallestEnclosingCircle(places);
  return places.every((place) => Math.abs(pointDistance(circle, place) - circle.radius) <= tolerance * circle.radius);
}

function areOnLine(places: readonly Vector[], tolerance: number): boolean {
  const farthest = (from: Vector): Vector =>
    places.reduce((far, each) => (pointDistance(from, each) > pointDistance(from, far) ? each : far), from);
  const a = farthest(places[0]!);
  const b = farthest(a);
  const line = { ax: a.x, ay: a.y, bx: b.x, by: b.y };
  return places.every((place) => pointSegmentDistance(place, line) <= tolerance * pointDistance(a, b));
}

function areEvenlySpaced(places: readonly Vector[], tolerance: number): boolean {
  const circle = smallestEnclosingCircle(places);
  if (circle.radius === 0 || !areOnCircle(places, tolerance)) return false;
  const angles = places.map((place) => angleOf(circle, place)).sort((a, b) => a - b);
  const mean = (2 * Math.PI) / angles.length;
  const gaps = angles.map((angle, i) => angle - (angles[i - 1] ?? angles.at(-1)! - 2 * Math.PI));
  return gaps.every((gap) => Math.abs(gap - mean) <= tolerance * mean);
}

function describeCircle(robots: readonly RobotMotion[], t: number): string {
  const places = placesAt(robots, t);
  const circle = smallestEnclosingCircle(places);
  const off = Math.max(...places.map((place) => circle.radius - pointDistance(circle, place)));
  return `a robot is ${rounded(off)} m off the circle with radius ${rounded(circle.radius)} m, or the angles differ`;
}

function areInSight(discs: readonly Disc[]): boolean {
  return discs.every((a, i) =>
    discs.slice(0, i).every((b) => seesDisc(a, b, { discs: discs.filter((each) => each !== a && each !== b) })),
  );
}

/** Points: no three are on a line, and no two at one place. Exact. */
function seeEachOther(places: readonly Vector[]): boolean {
  for (const [k, c] of places.entries()) {
    for (let i = 0; i < k; i++) {
      if (pointDistance(places[i]!, c) === 0) return false;
      for (let j = 0; j < i; j++) if (orientation(places[i]!, places[j]!, c) === 0) return false;
    }
  }
  return true;
}

function pointsOf(text: string): Vector[] {
  const numbers = numbersOf(text);
  const isValid = numbers.length >= 4 && numbers.length % 2 === 0 && numbers.every(Number.isFinite);
  if (!isValid) return [];
  return Array.from({ length: numbers.length / 2 }, (_, i) => ({ x: numbers[2 * i]!, y: numbers[2 * i + 1]! }));
}

/** Whether two sets of points are equal up to scale and rotation: the smallest circles match, and one rotation fits. */
function areSimilar(
  places: readonly Vector[],
  pattern: readonly Vector[],
  mayReflect: boolean,
  tolerance: number,
): boolean {
  if (places.length !== pattern.length) return false;
  const [robots, wanted] = [normalized(places), normalized(pattern)];
  if (robots === undefined || wanted === undefined) return robots === wanted;
  const mirrored = wanted.map(({ x, y }) => ({ x, y: -y }));
  return [wanted, ...(mayReflect ? [mirrored] : [])].some((points) => isRotated(robots, points, tolerance));
}

/** In the unit circle; undefined if all are at one point. */
function normalized(places: readonly Vector[]): Vector[] | undefined {
  const circle: Disc = smallestEnclosingCircle(places);
  if (circle.radius === 0) return undefined;
  return places.map(({ x, y }) => ({ x: (x - circle.x) / circle.radius, y: (y - circle.y) / circle.radius }));
}

function isRotated(robots: readonly Vector[], points: readonly Vector[], tolerance: number): boolean {
  const origin = { x: 0, y: 0 };
  const first = points.reduce((far, each) => (pointDistance(origin, each) > pointDistance(origin, far) ? each : far));
  return robots.some((robot) => {
    if (Math.abs(pointDistance(origin, robot) - pointDistance(origin, first)) > tolerance) return false;
    const turn = angleOf(origin, robot) - angleOf(origin, first);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const left = [...robots];
    return points.every(({ x, y }) => {
      const place = { x: cos * x - sin * y, y: sin * x + cos * y };
      const index = left.findIndex((each) => pointDistance(each, place) <= tolerance);
      if (index >= 0) left.splice(index, 1);
      return index >= 0;
    });
  });
}

function angleOf(centre: Vector, { x, y }: Vector): number {
  return Math.atan2(y - centre.y, x - centre.x);
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

/** Conditions on robots at a time, decided leg by leg. */
import type { RecordOf } from '@kineko/formats/trace';
import { smallestGap } from '../metrics/built-in.js';
import { spansGathered, spreadAt } from '../motion/gathering.js';
import type { RobotMotion } from '../motion/motion.js';
import { spansWithin } from '../motion/pairs.js';
import type { Span } from '../motion/spans.js';
import type { ObservedRun } from '../observed-run.js';
import type { Condition } from './condition.js';
import { connectedTimeline } from './connected.js';
import { spansOutside } from './outside.js';
import { PLACE_CONDITIONS } from './stable-places.js';
import { type Circumstance, failingWhile, holdingWhile } from './timeline.js';

export const CONDITIONS: readonly Condition[] = [
  {
    name: 'separation',
    value: 'metres',
    doc: 'any two bodies are at least this far apart',
    timeline: (run, { value }) =>
      failingWhile(run.span, pairsOf(run).length, nearPairs(run, value, `nearer than ${value} m`), () =>
        smallestGap(run),
      ),
  },
  {
    name: 'collision',
    doc: 'a robot touches something, or passes through another body',
    timeline: (run) => {
      const caseOf = (time: number, robot: number, verb: string, other: RecordOf<'touch'>['other'] | undefined) => ({
        from: time,
        until: time,
        text: `robot ${robot} ${verb}${other === undefined ? '' : ` ${other.kind} ${other.id}`}`,
        who: other?.kind === 'robot' ? [robot, other.id] : [robot],
      });
      const touches = run.touches.map(({ time, robot, other }) => caseOf(time, robot, 'touches', other));
      const touchTimes = new Set(run.touches.map(({ time }) => time));
      const ends = run.collided
        .filter(({ time }) => !touchTimes.has(time))
        .map(({ time, robot, with: other }) => caseOf(time, robot, other ? 'collides with' : 'collides', other));
      const cases = [...touches, ...ends, ...nearPairs(run, 0, 'within each other')].sort((a, b) => a.from - b.from);
      const premises = pairsOf(run).length + touches.length + ends.length + motionsOfUnknownSize(run);
      return holdingWhile(run.span, premises, cases, () => smallestGap(run));
    },
  },
  {
    name: 'in-area',
    doc: 'all robots are inside an area',
    options: {
      area: { type: 'text', derived: 'the world', doc: 'minX,minY,maxX,maxY in metres' },
      of: {
        type: 'word',
        words: ['bodies', 'centres'],
        default: 'bodies',
        doc: 'whether whole bodies must be inside, or their centres only',
      },
    },
    timeline: (run, { area = run.area, of }) => {
      if (area === undefined) return failingWhile(run.span, 0, []);
      const robots = run.robots.filter(({ radius }) => of === 'centres' || !Number.isNaN(radius));
      const failures = robots.flatMap((robot) =>
        spansOutside(robot, area, of === 'centres' ? 0 : robot.radius).map((span) => ({
          ...span,
          text: `robot ${robot.robot} leaves the area at ${placeOf(robot, span.from)}`,
          who: [robot.robot],
        })),
      );
      return failingWhile(run.span, robots.length, inOrder(failures));
    },
  },
  {
    name: 'gathered',
    value: 'metres',
    doc: 'the centres of all robots are within a circle of this radius',
    isGoal: true,
    timeline: (run, { value }) => {
      const cases = spansGathered(run.robots, value, run.span).map((span) => ({
        ...span,
        text: `all robots are within ${value} m of one point`,
        who: [],
      }));
      const timeline = holdingWhile(run.span, run.robots.length < 2 ? 0 : run.robots.length, cases, () => {
        const [first] = cases;
        // Later gathering scores lower; robots that never gather, by how far apart they are.
        return first === undefined ? -run.span.until - spreadAt(run.robots, run.span.until) : -first.from;
      });
      const apart = (t: number): Circumstance => ({
        text: `the robots are not gathered: the smallest circle around them has a radius of ${rounded(spreadAt(run.robots, t))} m`,
        who: [],
      });
      return {
        ...timeline,
        about: (t) => (cases.some(({ from, until }) => from <= t && t < until) ? timeline.about(t) : apart(t)),
      };
    },
  },
  {
    name: 'connected',
    value: 'metres',
    doc: 'every robot reaches every other by hops of at most this length, from centre to centre',
    timeline: (run, { value }) => connectedTimeline(run, value),
  },
  {
    name: 'speed',
    value: 'metres per second',
    doc: 'no robot is faster than this',
    timeline: (run, { value }) => {
      const moving = run.robots.flatMap(({ robot, stretches }) =>
        stretches.filter(({ speed }) => speed > 0).map((each) => ({ robot, ...each })),
      );
      const failures = moving
        .filter(({ speed }) => speed > value * (1 + 1e-12))
        .map(({ robot, from, until, speed }) => ({
          from,
          until,
          text: `robot ${robot} moves at ${rounded(speed)} m/s`,
          who: [robot],
        }));
      const fastest = (): number => value - moving.reduce((most, { speed }) => Math.max(most, speed), 0);
      return failingWhile(run.span, moving.length, inOrder(failures), fastest);
    },
  },
  ...PLACE_CONDITIONS,
];

/** Pairs of robots whose sizes are known. */
function pairsOf(run: ObservedRun): [RobotMotion, RobotMotion][] {
  const robots = run.robots.filter(({ radius }) => !Number.isNaN(radius));
  return robots.flatMap((b, i) => robots.slice(0, i).map((a): [RobotMotion, RobotMotion] => [a, b]));
}

/** In a log without sizes each motion counts as a premise, since it could have ended in a collision. */
function motionsOfUnknownSize({ robots }: ObservedRun): number {
  const unknown = robots.filter(({ radius }) => Number.isNaN(radius));
  return unknown.reduce((sum, { stretches }) => sum + stretches.filter(({ speed }) => speed > 0).length, 0);
}

function nearPairs(run: ObservedRun, gap: number, words: string): (Span & Circumstance)[] {
  const near = pairsOf(run).flatMap(([a, b]) =>
    spansWithin(a, b, a.radius + b.radius + gap).map((span) => ({
      ...span,
      text: `robots ${a.robot} and ${b.robot} are ${words}, at ${placeOf(a, span.from)} and ${placeOf(b, span.from)}`,
      who: [a.robot, b.robot],
    })),
  );
  return inOrder(near);
}

function inOrder<T extends Span>(spans: T[]): T[] {
  return spans.sort((a, b) => a.from - b.from);
}

function placeOf(robot: RobotMotion, t: number): string {
  const { x, y } = robot.poseAt(t);
  return `(${rounded(x)}, ${rounded(y)})`;
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

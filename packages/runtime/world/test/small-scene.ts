/** A few robots, a few walls, and a log of the callbacks: for cases made by hand. */
import {
  type Leg,
  lineLeg,
  polygonEdges,
  polyline,
  type Segment,
  type Vector,
  WALL_LENGTH,
  writeWall,
} from '@kineko/geometry';
import { EventClass, Simulator } from '@kineko/kernel';
import { AnalyticDynamics } from '@kineko/world';
import type { AnalyticOptions } from '../src/dynamics/analytic.js';
import type { BodySpec, MotionEnd } from '../src/dynamics/dynamics.js';

export interface SmallScene {
  readonly dynamics: AnalyticDynamics;
  readonly simulator: Simulator;
  /** Lines such as `3 touch 1 2`: the time comes first. */
  readonly log: string[];
  /** A line at a speed from the position of a robot, for a number of seconds. */
  go(id: number, vx: number, vy: number, seconds: number): void;
  /** Runs something at an instant, in the middle of the run. */
  at(time: number, what: () => void): void;
}

export function sceneOf(bodies: readonly BodySpec[], options: AnalyticOptions = {}): SmallScene {
  const log: string[] = [];
  const tell = (what: string) => (a: number, b: number, now: number) => void log.push(`${now} ${what} ${a} ${b}`);
  const dynamics = new AnalyticDynamics(bodies, options, {
    onTouch: tell('touch'),
    onRelease: tell('release'),
    onFixtureTouch: tell('fixture-touch'),
    onFixtureRelease: tell('fixture-release'),
    onDone: (id, end, now) => void log.push(`${now} ${told(end)} ${id}`),
  });
  const simulator = new Simulator();
  simulator.attach(dynamics);
  return {
    dynamics,
    simulator,
    log,
    go: (id, vx, vy, seconds) =>
      dynamics.command(id, [line(dynamics, id, simulator.now, vx, vy, seconds)], simulator.now),
    at: (time, run) => {
      const event = { class: EventClass.WakeUp, low: 0, high: 0, run, describe: () => 'something of the test' };
      simulator.schedule(time, event);
    },
  };
}

function told(end: MotionEnd): string {
  if (end.status === 'finished') return 'finished';
  return 'body' in end ? `hit-${end.body}` : `hit-fixture-${end.fixture}`;
}

function line(dynamics: AnalyticDynamics, id: number, now: number, vx: number, vy: number, seconds: number): Leg {
  const { x, y, heading } = dynamics.poseOf(id, now);
  return lineLeg({ x, y, heading, start: now, end: now + seconds, vx, vy });
}

export function disc(id: number, x: number, y = 0, radius = 1): BodySpec {
  return { id, x, y, heading: 0, radius };
}

export function wallAlong(...points: readonly Vector[]): Float64Array {
  return recordsOf(polyline(points));
}

export function wallAround(...corners: readonly Vector[]): Float64Array {
  return recordsOf(polygonEdges(corners));
}

function recordsOf(segments: readonly Segment[]): Float64Array {
  const walls = new Float64Array(segments.length * WALL_LENGTH);
  for (const [wall, segment] of segments.entries()) writeWall(walls, wall * WALL_LENGTH, segment);
  return walls;
}

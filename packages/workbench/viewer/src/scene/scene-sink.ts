/**
 * What there is to be seen of a run, bit by bit in its order: records say it, and a scene keeps it; between the two it may
 * travel from a worker to a page.
 */
import type { Pose } from '@kineko/geometry';
import type { RunFacts } from './run-facts.js';
import type { Knots } from './packed-leg.js';
import type { SceneShape } from './shapes.js';

export interface SceneObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  /** Empty if nobody says. */
  readonly className: string;
}

export type Area = readonly [minX: number, minY: number, maxX: number, maxY: number];

export interface SceneSink {
  /** Something is on record, be it to be seen or not. Times never fall. */
  happened(time: number): void;
  world(area: Area | undefined, isWalled: boolean): void;
  /** A part of an obstacle. */
  obstacle(id: number, shape: SceneShape): void;
  /** An obstacle moves: the same as a leg of a robot. Its shape was given for the pose `origin`. */
  obstacleLeg(id: number, origin: Pose, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  /** From a time on; what is told of it later takes its place. */
  object(time: number, object: SceneObject): void;
  /** Facts of the header; before all else, if at all. */
  facts(facts: RunFacts): void;
  /** What the run says of itself from a time on. */
  status(time: number, text: string): void;
  /** A link is found to be cut, or to be whole again. */
  cut(time: number, from: number, to: number, isCut: boolean): void;
  /** A robot comes, at a time or from the beginning (-Infinity); who was there before is now somewhere else. */
  robot(id: number, radius: number, tag: string, time: number): void;
  /** A leg, packed, at a place among numbers that are the caller's. */
  leg(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  /** The same: how the robot's last leg went, as it turns out. */
  amendment(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  destination(robot: number, time: number, x: number, y: number): void;
  noDestination(robot: number, time: number): void;
  tag(robot: number, time: number, tag: string): void;
  contact(time: number, robot: number, other: number, isObstacle: boolean): void;
  look(time: number, robot: number, metres: number): void;
  /** A copy of a message. */
  sent(time: number, from: number, to: number, type: string): void;
  /** The n-th copy that was sent, counted from 0. */
  ended(copy: number, time: number, isLost: boolean): void;
  crashed(process: number, time: number, isCrashed: boolean): void;
  suspected(other: number, process: number, time: number, isSuspected: boolean): void;
}

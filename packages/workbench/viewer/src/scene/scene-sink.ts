/** The visible events of a run in order: a digest of the records calls a sink; a scene, or a writer of chunks for the page, is one. */
import type { Pose } from '@kineko/geometry';
import type { EventKind } from './event-kinds.js';
import type { RunDescription } from './run-description.js';
import type { Knots } from './packed-leg.js';
import type { SceneShape } from './shapes.js';

export interface SceneObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly tag: string;
  /** Empty if unknown. */
  readonly className: string;
  readonly kind?: ObjectKind | undefined;
}

/** Sources of light or heat, and goals. */
export type ObjectKind = 'light' | 'heat' | 'goal';

export type Area = readonly [minX: number, minY: number, maxX: number, maxY: number];

export interface SceneSink {
  /** There is a record, visible or not. Times never decrease. */
  happened(time: number, kind: EventKind): void;
  world(area: Area | undefined, isWalled: boolean): void;
  /** A part of an obstacle. */
  obstacle(id: number, shape: SceneShape): void;
  /** A leg of a movable obstacle, whose shape was given for the pose `origin`. */
  obstacleLeg(id: number, origin: Pose, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  /** The state of an object from a time on. */
  object(time: number, object: SceneObject): void;
  /** Facts of the header; before all else, if at all. */
  facts(facts: RunDescription): void;
  /** The status text of the run from a time on. */
  status(time: number, text: string): void;
  /** A link turns out to be cut, or whole again. */
  cut(time: number, from: number, to: number, isCut: boolean): void;
  /** A robot enters at a time, or exists from the beginning (-Infinity); a known robot moves to another position. */
  robot(id: number, radius: number, tag: string, time: number): void;
  /** A packed leg at an offset of a reused buffer; copy it if you keep it. */
  leg(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  /** Replaces the robot's last leg by a more accurate one. */
  amendment(robot: number, numbers: Float64Array, at: number, knots: Knots | undefined): void;
  destination(robot: number, time: number, x: number, y: number): void;
  noDestination(robot: number, time: number): void;
  tag(robot: number, time: number, tag: string): void;
  /** The colour of a robot's light from a time on. */
  light(robot: number, time: number, color: string): void;
  /** An event of a robot's Look-Compute-Move cycle. */
  phase(robot: number, time: number, event: string): void;
  contact(time: number, robot: number, other: number, isObstacle: boolean): void;
  /** A sensor covers a circle, or `beams` (see `beamsText`). */
  look(time: number, robot: number, metres: number, beams: string): void;
  /** A copy of a message. */
  sent(time: number, from: number, to: number, type: string): void;
  /** The n-th copy that was sent, counted from 0. */
  ended(copy: number, time: number, isLost: boolean): void;
  crashed(process: number, time: number, isCrashed: boolean): void;
  suspected(other: number, process: number, time: number, isSuspected: boolean): void;
}

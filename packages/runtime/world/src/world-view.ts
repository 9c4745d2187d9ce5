import type { Pose, Vector } from '@kineko/geometry';
import type { Obstacles } from './obstacles/obstacles.js';

/**
 * An object that can be sensed: a lamp, a heater, a marker. It is not an obstacle: robots pass over it, unless it is solid.
 */
export interface WorldObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Radius in metres; 0 for a point. */
  readonly size: number;
  readonly tag: string;
  /** Strength as a source of heat and of light: the reading of a sensor at a distance of one metre. */
  readonly heat: number;
  readonly light: number;
}

/** A robot or an obstacle that a robot can touch. */
export type Party =
  | { readonly kind: 'robot'; readonly id: number }
  /** Ids as in `Obstacles`. */
  | { readonly kind: 'obstacle'; readonly id: number };

/** A read-only view of the world at the present instant, for sensors. */
export interface WorldView {
  readonly now: number;
  /** The ids of all robots, in ascending order. */
  readonly robots: readonly number[];
  readonly largestRadius: number;
  poseOf(robot: number): Pose;
  /** The positions of all robots, in the order of ids: one frozen list per instant. */
  readonly positions: readonly Vector[];
  /** Writes x and y of some robots, one after the other: sensors that look at many need no object for each. */
  readPositions(robots: readonly number[], places: Float64Array): void;
  /** In degrees in [0, 360). */
  headingOf(robot: number): number;
  radiusOf(robot: number): number;
  /** The tag of a robot; '' if it has none. */
  tagOf(robot: number): string;
  /** The robots whose centres are at most `metres` from a point, in ascending order. */
  robotsWithin(x: number, y: number, metres: number): number[];
  /** All obstacles, including the walls of the world. */
  readonly obstacles: Obstacles;
  /** In the order of their ids. */
  readonly objects: readonly WorldObject[];
  /** The parties that a robot touches, robots first, in the order of ids. */
  touching(robot: number): readonly Party[];
}

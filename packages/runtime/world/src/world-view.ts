import type { Pose } from '@kineko/geometry';
import type { Obstacles } from './obstacles/obstacles.js';

/**
 * A thing in the world that can be sensed: a lamp, a heater, a marker. It is no obstacle: robots pass over it, unless a
 * disc of its size stands among the obstacles.
 */
export interface WorldObject {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Radius in metres; 0 for a point. */
  readonly size: number;
  readonly tag: string;
  /** Strength as a source of heat, and of light: what a sensor at a distance of one metre reads. */
  readonly heat: number;
  readonly light: number;
}

/** Whom a robot can touch. */
export type Party =
  | { readonly kind: 'robot'; readonly id: number }
  /** Ids as in `Obstacles`. */
  | { readonly kind: 'obstacle'; readonly id: number };

/** What sensors may know of the world, as it is at an instant: to be read only. */
export interface WorldView {
  readonly now: number;
  /** The ids of all robots, in ascending order. */
  readonly robots: readonly number[];
  readonly largestRadius: number;
  poseOf(robot: number): Pose;
  /** In degrees in [0, 360). */
  headingOf(robot: number): number;
  radiusOf(robot: number): number;
  /** The word that a robot wears; '' if none. */
  tagOf(robot: number): string;
  /** The robots whose centres are at most so many metres from a place, in ascending order: costs what it finds. */
  robotsWithin(x: number, y: number, metres: number): number[];
  /** All that stands still and is in the way, the walls of the world included. */
  readonly obstacles: Obstacles;
  /** In the order of their ids. */
  readonly objects: readonly WorldObject[];
  /** Whom a robot touches, robots first, in the order of ids. */
  touching(robot: number): readonly Party[];
}

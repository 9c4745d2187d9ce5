/** The snapshot and the decision of one cycle: the types that authors use. */
import type { Vector } from '@kineko/geometry';

/** A point with one or several other robots, in the coordinate system of the robot that looks. */
export interface Seen<Light extends string = never> extends Vector {
  /** The colour at that point, or the colours, each once; absent if lights of others are not seen. */
  readonly light?: Light | readonly Light[];
  /** Number of robots there: with strong multiplicity a number, with weak multiplicity `many` for two or more. */
  readonly count?: number | 'many';
}

/** The point at which the robot itself is. */
export interface Here<Light extends string = never> {
  /** As in `Seen`, itself included. */
  readonly count?: number | 'many';
  /** Colours of the other robots there; absent if lights of others are not seen. */
  readonly lights?: readonly Light[];
}

/** The view of a robot at a Look: positions in its own coordinate system, in which it is at (0, 0), in random order. */
export interface Snapshot<Light extends string = never> {
  /** Its own light; absent under external lights and without lights. */
  readonly light?: Light;
  /** Points with other robots, except the own one. */
  readonly others: readonly Seen<Light>[];
  readonly here: Here<Light>;
  /** Range of vision in its own unit; absent if it is not limited. */
  readonly range?: number;
  /** Minimum length of a move in its own unit, if it is known. */
  readonly delta?: number;
}

/** The decision of a robot: without a light it keeps its own, without a destination it stays. */
export interface Decision<Light extends string = never> {
  readonly light?: Light;
  /** In its own coordinate system. */
  readonly destination?: Vector;
}

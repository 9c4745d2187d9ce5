/** A cycle engine moves all robots, one cycle at a time. It belongs to one run, knows its map and may keep state. */
import type { ActionType } from '../environment/action.js';
import type { EnvironmentMap } from '../environment/environment-map.js';

/** A disc at the start of a cycle. */
export interface Body {
  readonly x: number;
  readonly y: number;
  /** Faces (sin angle, cos angle), y downward. An angle from the file may lie outside (−π, π]. */
  readonly angle: number;
  /** Radius. */
  readonly size: number;
}

/** Turn by `rotation` at once, then move `speed` pixels straight ahead until the end of the cycle. */
export interface CycleMove {
  readonly type: ActionType;
  readonly speed: number;
  readonly rotation: number;
}

/** The state of a disc at the end of the cycle. */
export interface Outcome {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** The completed part of its path, from 0 to 1; 0 if it was not ordered to move. */
  readonly degree: number;
  /** Directions of its contacts relative to its heading, in (−π, π]; 0 is straight ahead. */
  readonly collisionPoints: readonly number[];
}

export interface CycleEngine {
  /** Bodies, orders and outcomes are listed in the same order, for the same robots in every cycle. */
  performActions(bodies: readonly Body[], orders: readonly CycleMove[]): readonly Outcome[];
}

export interface EngineKind {
  /** Value of the setting `engine`. */
  readonly name: string;
  readonly doc: string;
  /** Side of the largest field that it supports, in pixels. */
  readonly largestField: number;
  create(map: EnvironmentMap): CycleEngine;
}

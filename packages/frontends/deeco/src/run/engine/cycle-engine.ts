/**
 * What moves robots: one cycle at a time, all of them at once. An engine is made for a run, knows its map, and may
 * remember what it likes from cycle to cycle.
 */
import type { ActionType } from '../environment/action.js';
import type { EnvironmentMap } from '../environment/environment-map.js';

/** A disc, as it stands at the start of a cycle. */
export interface Body {
  readonly x: number;
  readonly y: number;
  /** Where it faces: (sin angle, cos angle), y downward. Of the file it may lie outside of (−π, π]. */
  readonly angle: number;
  /** Radius. */
  readonly size: number;
}

/** What it is to do: turn by `rotation` at once, then go `speed` pixels straight ahead until the cycle is over. */
export interface Order {
  readonly type: ActionType;
  readonly speed: number;
  readonly rotation: number;
}

/** How it stands when the cycle is over. */
export interface Outcome {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  /** How much of its way it has gone, from 0 to 1; 0 for what was not to move. */
  readonly degree: number;
  /** Where it touches something, as it sees it: 0 is straight ahead, in (−π, π]. */
  readonly collisionPoints: readonly number[];
}

export interface CycleEngine {
  /** Bodies, orders and outcomes in the same order, always of the same robots. */
  performActions(bodies: readonly Body[], orders: readonly Order[]): readonly Outcome[];
}

/** A kind of engine, by the name that `engine` of a scenario calls it. */
export interface EngineKind {
  readonly name: string;
  /** A word for people. */
  readonly doc: string;
  /** Pixels on a side, of the largest field that it can work with. */
  readonly largestField: number;
  create(map: EnvironmentMap): CycleEngine;
}

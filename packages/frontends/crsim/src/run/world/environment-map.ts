/** A kind of world: how far a robot may move, before the world itself says what is in the way. */
import type { Pose } from '@kineko/geometry';

export interface EnvironmentMap {
  /** A step begins: robots stand where they stand. */
  beginStep(): void;
  /** How much of a move is allowed; of the same sign. What is left may still be blocked by something. */
  allowed(robot: number, from: Pose, distance: number): number;
}

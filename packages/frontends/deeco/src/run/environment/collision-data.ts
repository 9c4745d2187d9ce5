import type { Action } from './action.js';

/** The name of the sensor that every robot has. */
export const COLLISIONS = 'collisions';

/** What the sensor `collisions` reads: what became of the last action. */
export class CollisionData {
  constructor(
    /** With its degree of realization. */
    readonly action: Action,
    /** Where something is touched; 0 is straight ahead, in (−π, π]. */
    readonly collisionPoints: readonly number[],
  ) {}
}

/** The action of a robot in a cycle, its outcome, and the wheels that choose it. */
import { normalizeAngle } from '../angles.js';

export type ActionType = 'STAY' | 'MOVE' | 'ROTATE' | 'ROTATE_AND_MOVE';

/** In pixels per cycle. */
export const MAX_SPEED = 1;

/** A turn, a move, or both, the turn first. Extend it to carry commands for other actuators. */
export class Action {
  /** Follows from the values before clamping: a negative speed is a move that does not get anywhere. */
  readonly type: ActionType;
  /** From 0 to MAX_SPEED. */
  readonly speed: number;
  /** In (−π, π]. */
  readonly rotation: number;
  /** The completed part of the path after the cycle, from 0 to 1; 0 for an action without a move. */
  degreeOfRealization = 0;

  constructor(speed: number, rotation: number) {
    this.type = typeOf(speed, rotation);
    this.speed = Math.min(MAX_SPEED, Math.max(0, speed));
    this.rotation = normalizeAngle(rotation);
  }
}

function typeOf(speed: number, rotation: number): ActionType {
  if (speed === 0) return rotation === 0 ? 'STAY' : 'ROTATE';
  return rotation === 0 ? 'MOVE' : 'ROTATE_AND_MOVE';
}

/** Name of the sensor that every robot has. */
export const COLLISIONS = 'collisions';

/** Reading of the sensor `collisions`: the outcome of the last action. */
export class CollisionData {
  constructor(
    /** Has its degree of realization set. */
    readonly action: Action,
    /** Directions of contacts in (−π, π]; 0 is straight ahead. */
    readonly collisionPoints: readonly number[],
  ) {}
}

/**
 * The actuator of a robot. `sendCurrentAction` is called twice per cycle, once on a copy that is discarded, so its result must
 * not depend on the number of calls. This class never moves: extend it.
 */
export class Wheels {
  sendCurrentAction(_cycle: number): Action {
    return new Action(0, 0);
  }

  /** Called by the robot's own code; each kind of wheels defines its meaning. */
  setAction(_speed: number, _angle: number): void {}
}

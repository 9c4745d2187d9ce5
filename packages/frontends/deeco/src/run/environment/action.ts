/** What a robot does in a cycle: turns, goes, or both, the turn first. May be extended to carry orders to other actuators. */
import { normalizeAngle } from '../angles.js';

export type ActionType = 'STAY' | 'MOVE' | 'ROTATE' | 'ROTATE_AND_MOVE';

/** Of a robot, in pixels a cycle. */
export const MAX_SPEED = 1;

export class Action {
  /** By the values as they were given: a speed below 0 is a move that does not get anywhere. */
  readonly type: ActionType;
  /** From 0 to MAX_SPEED. */
  readonly speed: number;
  /** In (−π, π]. */
  readonly rotation: number;
  /** How much of the way was gone, from 0 to 1, when the cycle is over; 0 for what does not move. */
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

/**
 * What moves a robot. It is asked twice a cycle, once on a copy that is thrown away, so the answer for a cycle must not depend
 * on how often that was. These never move: extend them.
 */
export class Wheels {
  sendCurrentAction(_cycle: number): Action {
    return new Action(0, 0);
  }

  /** For the robot's own code; what it means is up to the wheels. */
  setAction(_speed: number, _angle: number): void {}
}

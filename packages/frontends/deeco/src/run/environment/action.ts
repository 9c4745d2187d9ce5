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

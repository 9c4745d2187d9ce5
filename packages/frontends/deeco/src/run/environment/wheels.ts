import { Action } from './action.js';

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

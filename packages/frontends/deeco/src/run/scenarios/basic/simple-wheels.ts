import { Action } from '../../environment/action.js';
import { Wheels } from '../../environment/wheels.js';

/** Do in every cycle what they were told last; at first, go ahead. */
export class SimpleWheels extends Wheels {
  speed = 1;
  angle = 0;

  override sendCurrentAction(): Action {
    return new Action(this.speed, this.angle);
  }

  override setAction(speed: number, angle: number): void {
    this.speed = speed;
    this.angle = angle;
  }
}

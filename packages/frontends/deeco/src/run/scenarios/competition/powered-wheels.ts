import { Action } from '../../environment/action.js';
import { SimpleWheels } from '../basic/simple-wheels.js';

/** In a cycle the wheels are asked twice, first by the robot, then by the coordinator, whose answer counts. */
const SENDS_PER_CYCLE = 2;

/** Turn only if they were given energy since they turned last. */
export class PoweredWheels extends SimpleWheels {
  sendsLeft = 0;

  provideEnergy(): void {
    this.sendsLeft = SENDS_PER_CYCLE;
  }

  override sendCurrentAction(): Action {
    if (this.sendsLeft === 0) return new Action(0, 0);
    this.sendsLeft--;
    return new Action(this.speed, this.angle);
  }
}

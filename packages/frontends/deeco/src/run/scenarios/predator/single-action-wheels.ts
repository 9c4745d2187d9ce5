import { SimpleWheels } from '../basic/simple-wheels.js';

/** Go or turn, never both: who is told to go forgets to turn. */
export class SingleActionWheels extends SimpleWheels {
  override setAction(speed: number, angle: number): void {
    super.setAction(speed, speed === 0 ? angle : 0);
  }
}

import { Action, Wheels } from '../../environment/action.js';

/** Number of cycles for which the energy lasts. */
const LASTS = 2;

/** Wheels, extinguisher and radio; they work while there is energy. */
export class FirefighterWheels extends Wheels {
  speed = 0;
  angle = 0;
  usesExtinguisher = false;
  asksForFires = false;
  isProvided = false;
  lastCycle = -LASTS - 1;

  override setAction(speed: number, angle: number): void {
    this.speed = speed;
    this.angle = angle;
  }

  provideEnergy(): void {
    this.isProvided = true;
  }

  override sendCurrentAction(cycle: number): Action {
    if (this.isProvided) this.lastCycle = cycle;
    this.isProvided = false;
    if (cycle > this.lastCycle + LASTS) return new Action(0, 0);
    return new EnergyTemperatureAction(this.speed, this.angle, this.usesExtinguisher, this.asksForFires);
  }
}

/** An action with commands for the other actuators of a firefighter. */
export class EnergyTemperatureAction extends Action {
  constructor(
    speed: number,
    rotation: number,
    readonly usesExtinguisher: boolean,
    /** Requests the list of all fires, which costs energy. */
    readonly asksForFires: boolean,
  ) {
    super(speed, rotation);
  }
}

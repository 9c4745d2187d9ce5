import { Action } from '../../environment/action.js';

/** An action that also tells the other actuators of a firefighter what to do. */
export class EnergyTemperatureAction extends Action {
  constructor(
    speed: number,
    rotation: number,
    readonly usesExtinguisher: boolean,
    /** Asks for the list of all fires, which costs. */
    readonly asksForFires: boolean,
  ) {
    super(speed, rotation);
  }
}

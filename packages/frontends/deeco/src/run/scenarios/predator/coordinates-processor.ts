import { Coordinates } from '../../environment/coordinates.js';
import type { RobotPlacement } from '../../environment/placements.js';
import { SensoryInputsProcessor } from '../../environment/sensory-inputs-processor.js';

/** Tells every robot where it is and where it faces. */
export class CoordinatesProcessor extends SensoryInputsProcessor<Coordinates> {
  sendInputs(robots: readonly RobotPlacement[]): readonly Coordinates[] {
    return robots.map(({ x, y, angle }) => new Coordinates(x, y, angle));
  }
}

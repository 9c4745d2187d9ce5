import { reducedDegrees } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { WorldView } from '../world-view.js';
import { noisy } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';

export interface CompassRequest {
  /** The standard deviation of the noise on the heading, in degrees. Default: 0. */
  readonly errorFactor?: number;
}

/**
 * Returns the robot's heading in degrees in [0, 360), anticlockwise from the x axis, exactly as requested. The unit is
 * degrees, unlike that of the bearings of other sensors, since headings are stored in degrees.
 */
export class CompassSensor extends Sensor<CompassRequest, number> {
  readonly kind = 'compass';

  protected override checkRequest(request: CompassRequest, check: RequestCheck): void {
    check.errorFactor(request.errorFactor);
  }

  override calReply({ errorFactor = 0 }: CompassRequest, world: WorldView, self: number, noise: RandomStream): number {
    return reducedDegrees(noisy(world.headingOf(self), errorFactor, noise));
  }
}

import type { Vector } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { WorldView } from '../world-view.js';
import { noisy } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';

export interface GpsRequest {
  /** The robot's own position, or those of all robots including its own. */
  readonly who: 'self' | 'all';
  /** The standard deviation of the noise on each coordinate, in metres. Default: 0. */
  readonly errorFactor?: number;
}

/** Returns positions in ascending order of ids; for `self` a list of one. */
export class GpsSensor extends Sensor<GpsRequest, readonly Vector[]> {
  readonly kind = 'gps';

  protected override checkRequest(request: GpsRequest, check: RequestCheck): void {
    check.oneOf('who', request.who, ['self', 'all']);
    check.errorFactor(request.errorFactor);
  }

  override calReply(request: GpsRequest, world: WorldView, self: number, noise: RandomStream): readonly Vector[] {
    const { who, errorFactor = 0 } = request;
    const robots = who === 'all' ? world.robots : [self];
    return robots.map((robot) => {
      const { x, y } = world.poseOf(robot);
      return { x: noisy(x, errorFactor, noise), y: noisy(y, errorFactor, noise) };
    });
  }
}

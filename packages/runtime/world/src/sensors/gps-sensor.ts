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

/**
 * Returns positions in ascending order of ids; for `self` a list of one. All robots that ask at one instant for all positions
 * without noise get the same frozen list.
 */
export class GpsSensor extends Sensor<GpsRequest, readonly Vector[]> {
  readonly kind = 'gps';

  protected override checkRequest(request: GpsRequest, check: RequestCheck): void {
    check.oneOf('who', request.who, ['self', 'all']);
    check.errorFactor(request.errorFactor);
  }

  override calReply(request: GpsRequest, world: WorldView, self: number, noise: RandomStream): readonly Vector[] {
    const { who, errorFactor = 0 } = request;
    if (who === 'self') {
      const { x, y } = world.poseOf(self);
      return [withNoise(x, y, errorFactor, noise)];
    }
    const { positions } = world;
    if (errorFactor === 0) return positions;
    const list = new Array<Vector>(positions.length);
    for (let i = 0; i < list.length; i++) {
      const { x, y } = positions[i]!;
      list[i] = withNoise(x, y, errorFactor, noise);
    }
    return list;
  }
}

function withNoise(x: number, y: number, errorFactor: number, noise: RandomStream): Vector {
  return { x: noisy(x, errorFactor, noise), y: noisy(y, errorFactor, noise) };
}

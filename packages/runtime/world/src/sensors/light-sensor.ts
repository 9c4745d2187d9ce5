import type { WorldView } from '../world-view.js';
import { radiationAt } from './radiation.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { canSeeObject } from './sight.js';

export interface LightRequest {
  /** Whether obstacles cast shadows. Default: false. */
  readonly lineOfSight?: boolean;
}

/**
 * Tells how light it is: the sum of strength / distance² over the objects (see `radiationAt`). With `lineOfSight` those
 * do not count that an obstacle hides: one that meets the line from one's own centre to the rim of the object, before it
 * gets there.
 */
export class LightSensor extends Sensor<LightRequest, number> {
  readonly kind = 'light';

  protected override checkRequest(request: LightRequest, check: RequestCheck): void {
    check.flag('lineOfSight', request.lineOfSight);
  }

  override calReply(request: LightRequest, world: WorldView, self: number): number {
    if (request.lineOfSight !== true) return radiationAt(world, self, ({ light }) => light);
    const own = world.poseOf(self);
    const isLit = (object: { readonly x: number; readonly y: number; readonly size: number }): boolean =>
      canSeeObject(world.obstacles, own, object, object.size);
    return radiationAt(world, self, ({ light }) => light, isLit);
  }
}

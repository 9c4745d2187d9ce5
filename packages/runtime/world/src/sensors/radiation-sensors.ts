/** Sensors of what objects radiate: heat and light. */
import { MIN_RADIUS, pointDistance } from '@kineko/geometry';
import type { WorldObject, WorldView } from '../world-view.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { canSeeObject } from './sight.js';

/** Nothing to be said: heat is felt all around. */
export type HeatRequest = Readonly<Record<string, never>>;

/** Tells how warm it is: the sum of strength / distance² over all objects (see `radiationAt`), whatever is in between. */
export class HeatSensor extends Sensor<HeatRequest, number> {
  readonly kind = 'heat';

  override calReply(_request: HeatRequest, world: WorldView, self: number): number {
    return radiationAt(world, self, ({ heat }) => heat);
  }
}

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
    const isLit = (object: WorldObject): boolean => canSeeObject(world.obstacles, own, object, object.size);
    return radiationAt(world, self, ({ light }) => light, isLit);
  }
}

/**
 * What a robot's centre receives of what all objects give off: the sum of strength / d², where d is the distance to the
 * centre of the object, but never less than its size, nor than 2^-20 m: within an object it is no stronger than at its
 * rim. At one metre from a small object that is its strength. Distance alone puts no end to it, so all objects count.
 */
function radiationAt(
  world: WorldView,
  self: number,
  strengthOf: (object: WorldObject) => number,
  reaches: (object: WorldObject) => boolean = () => true,
): number {
  const own = world.poseOf(self);
  let sum = 0;
  for (const object of world.objects) {
    const strength = strengthOf(object);
    if (strength === 0 || !reaches(object)) continue;
    const distance = Math.max(pointDistance(own, object), object.size, MIN_RADIUS);
    sum += strength / (distance * distance);
  }
  return sum;
}

/** Sensors of radiation from objects: heat and light. */
import { MIN_RADIUS, pointDistance } from '@kineko/geometry';
import type { WorldObject, WorldView } from '../world-view.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { canSeeObject } from './sight.js';

/** A request without fields. */
export type HeatRequest = Readonly<Record<string, never>>;

/** Returns the sum of strength / distance² over all objects (see `radiationAt`), regardless of obstacles. */
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
 * Returns the sum of strength / distance² over all objects (see `radiationAt`). With `lineOfSight`, objects do not count if
 * an obstacle meets the line from the robot's centre to the rim of the object.
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
 * Radiation at a robot's centre: the sum of strength / d², where d is the distance to the centre of the object, but at least
 * its size and 2^-20 m: inside an object the radiation is as strong as at its rim. At one metre from a small object it is
 * the object's strength. The range is unlimited, so all objects count.
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

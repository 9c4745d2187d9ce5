import { MIN_RADIUS, pointDistance } from '@kineko/geometry';
import type { WorldObject } from '../objects.js';
import type { WorldView } from '../world-view.js';

/**
 * What a robot's centre receives of what all objects give off: the sum of strength / d², where d is the distance to the
 * centre of the object, but never less than its size, nor than 2^-20 m: within an object it is no stronger than at its
 * rim. At one metre from a small object that is its strength. Distance alone puts no end to it, so all objects count.
 */
export function radiationAt(
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

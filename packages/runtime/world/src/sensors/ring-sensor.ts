import { boxAround, type Disc, type Ray, ROUNDING, type Vector } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { Obstacles } from '../obstacles/obstacles.js';
import type { WorldView } from '../world-view.js';
import { type NearRobot, robotsNear } from './near.js';
import { noisyDistance } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { distanceToDisc, distanceToObstacle, rayAt } from './sight.js';

const MAX_RAYS = 4096;

export interface RingRequest {
  /** Number of rays, equally spaced, the first straight ahead, then anticlockwise; or their angles from the heading. */
  readonly rays: number | readonly number[];
  /** Metres along each ray, the border included. */
  readonly range: number;
  /** Whether rays start, and are measured, from the robot's rim. Default: false, from the centre. */
  readonly fromRim?: boolean;
  /** The standard deviation of the noise on the distances, in metres. Default: 0. */
  readonly errorFactor?: number;
}

/** Returns, for each ray, the distance of the first robot or obstacle; null if there is none in range. */
export class RingSensor extends Sensor<RingRequest, readonly (number | null)[]> {
  readonly kind = 'ring';

  protected override checkRequest(request: RingRequest, check: RequestCheck): void {
    const { rays } = request;
    if (Array.isArray(rays)) {
      check.wholeNumber('the number of rays', rays.length, 1, MAX_RAYS);
      for (const [index, angle] of rays.entries()) check.angle(`rays[${index}]`, angle);
    } else check.wholeNumber('rays', rays, 1, MAX_RAYS);
    check.metres('range', request.range);
    check.flag('fromRim', request.fromRim);
    check.errorFactor(request.errorFactor);
  }

  override calReply(
    request: RingRequest,
    world: WorldView,
    self: number,
    noise: RandomStream,
  ): readonly (number | null)[] {
    const { errorFactor = 0 } = request;
    return ringHits(request, world, self).map(({ distance }) =>
      distance === Infinity ? null : noisyDistance(distance, errorFactor, noise),
    );
  }
}

/** The hit of a ray: its distance, Infinity if there is none in range, and the robot, if it is one. */
export interface RingHit {
  readonly distance: number;
  readonly robot?: number;
}

/** The hits of the rays of a ring, without noise. */
export function ringHits(request: RingRequest, world: WorldView, self: number): RingHit[] {
  const { rays, range, fromRim = false } = request;
  const own = world.poseOf(self);
  const start = fromRim ? world.radiusOf(self) : 0;
  // Nearest first, so that a ray stops at its first hit.
  const robots = robotsNear(world, own, start + range, self).sort((a, b) => a.distance - b.distance);
  const { obstacles } = world;
  const isOpen = isOpenAround(obstacles, own, start + range);
  return anglesOf(rays).map((angle) => {
    const central = rayAt(own, own.heading + angle, range);
    const ray = { ...central, x: own.x + start * central.dx, y: own.y + start * central.dy };
    const distance = isOpen ? Infinity : distanceToObstacle(obstacles, ray);
    return firstHit(robots, ray, distance, start);
  });
}

/** Whether there is no obstacle that a ray could meet: one search for all rays. */
function isOpenAround(obstacles: Obstacles, place: Vector, reach: number): boolean {
  const box = boxAround(place, place, reach * CLEARLY);
  return (
    obstacles.wallIndex.search(box).length === 0 &&
    obstacles.discsMeeting(box).length === 0 &&
    obstacles.solidAt(place.x, place.y) === undefined
  );
}

/** Slightly more than 1: beyond this factor no exact test is needed. */
const CLEARLY = 1.000001;

/** Whether a ray clearly passes a disc. */
function isBeside({ x, y, dx, dy }: Ray, disc: Disc): boolean {
  const [ox, oy] = [disc.x - x, disc.y - y];
  const reach = CLEARLY * disc.radius + ROUNDING * (Math.abs(x) + Math.abs(y));
  return Math.abs(ox * dy - oy * dx) > reach || ox * dx + oy * dy < -reach;
}

function anglesOf(rays: number | readonly number[]): readonly number[] {
  return typeof rays === 'number' ? Array.from({ length: rays }, (_, ray) => (2 * Math.PI * ray) / rays) : rays;
}

/** The nearest of the robots that a ray meets before `bound`, where it meets an obstacle. */
function firstHit(robots: readonly NearRobot[], ray: Ray, bound: number, start: number): RingHit {
  let first: RingHit = { distance: bound };
  for (const robot of robots) {
    // A robot is farther from the centre than from the start of the ray by at most `start`.
    if (robot.distance - start > first.distance) break;
    const distance = isBeside(ray, robot) ? Infinity : distanceToDisc(ray, robot);
    if (distance < first.distance) first = { distance, robot: robot.id };
  }
  return first;
}

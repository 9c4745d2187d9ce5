import { pointDistance, ROUNDING, type Vector } from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { Obstacles } from '../obstacles/obstacles.js';
import type { WorldView } from '../world-view.js';
import { placeInFrame } from './bearing.js';
import { candidatesNear, MAX_DISTANCE } from './near.js';
import { noisyDistance } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sector } from './sector.js';
import { Sensor } from './sensor.js';

export interface SonarRequest {
  /** Metres from the start of the beam, the border included. */
  readonly range: number;
  /** Start of the beam: metres ahead of the robot's centre (x) and to its left (y). Default: the centre. */
  readonly offset?: Vector;
  /** Middle of the beam from the robot's heading, anticlockwise. Default: 0, straight ahead. */
  readonly direction?: number;
  /** Angle from one edge of the beam to the other, 0 to 2π; with 0 it is a ray. Default: 0. */
  readonly openingAngle?: number;
  /** The standard deviation of the noise on the distance, in metres. Default: 0. */
  readonly errorFactor?: number;
}

/**
 * Returns the distance of the nearest robot or obstacle in a beam, in metres from the start of the beam; null if there is none
 * in range. It is 0 if the beam starts inside one. Noise makes it neither negative nor null.
 */
export class SonarSensor extends Sensor<SonarRequest, number | null> {
  readonly kind = 'sonar';

  protected override checkRequest(request: SonarRequest, check: RequestCheck): void {
    check.metres('range', request.range);
    if (request.offset !== undefined) {
      check.place('offset.x', request.offset?.x);
      check.place('offset.y', request.offset?.y);
    }
    check.angle('direction', request.direction ?? 0);
    check.opening('openingAngle', request.openingAngle ?? 0);
    check.errorFactor(request.errorFactor);
  }

  override calReply(request: SonarRequest, world: WorldView, self: number, noise: RandomStream): number | null {
    const { range, offset, direction = 0, openingAngle = 0, errorFactor = 0 } = request;
    const own = world.poseOf(self);
    const apex = offset === undefined ? own : placeInFrame(own, offset.x, offset.y);
    const beam = new Sector(apex, own.heading + direction, openingAngle, range);
    const distance = nearestRobot(beam, world, self, nearestObstacle(beam, world.obstacles));
    return distance === Infinity ? null : noisyDistance(distance, errorFactor, noise);
  }
}

function nearestObstacle(beam: Sector, obstacles: Obstacles): number {
  if (obstacles.solidAt(beam.x, beam.y) !== undefined) return 0;
  const walls = obstacles.wallIndex;
  // Hits of rays along the beam are a bound, which limits the search.
  let nearest = Infinity;
  for (const ray of beam.rays) nearest = Math.min(nearest, walls.raycast(ray));
  for (const wall of walls.search(beam.boundsUpTo(Math.min(nearest, beam.range)))) {
    nearest = Math.min(nearest, beam.distanceToSegment(obstacles.segment(wall)));
  }
  for (const number of obstacles.discsMeeting(beam.boundsUpTo(Math.min(nearest, beam.range)))) {
    nearest = Math.min(nearest, beam.distanceToDisc(obstacles.disc(number)));
  }
  return nearest;
}

/** The distance of the nearest robot, at most `bound`. */
function nearestRobot(beam: Sector, world: WorldView, self: number, bound: number): number {
  const reach = Math.min(bound, beam.range);
  let nearest = bound;
  const candidates = beam.isRay ? candidatesAlong(world, beam, reach) : candidatesNear(world, beam, reach);
  for (let i = 0; i < candidates.length; i++) {
    const id = candidates[i]!;
    if (id === self) continue;
    const { x, y } = world.poseOf(id);
    const radius = world.radiusOf(id);
    if (beam.misses(x, y, radius, nearest)) continue;
    const robot = { x, y, radius };
    if (pointDistance(beam, robot) - radius <= reach) nearest = Math.min(nearest, beam.distanceToDisc(robot));
  }
  return nearest;
}

/** As `candidatesNear` for the robots that a ray meets: the circle around its middle has a quarter of the area. */
function candidatesAlong(world: WorldView, { x, y, axis }: Sector, reach: number): number[] {
  const half = Math.min(reach, MAX_DISTANCE) / 2;
  const slack = ROUNDING * (Math.abs(x) + Math.abs(y) + half);
  return candidatesNear(world, { x: x + half * axis.dx, y: y + half * axis.dy }, half + slack);
}

import {
  boxAround,
  cos,
  type Disc,
  type Ray,
  raycastSegment,
  ROUNDING,
  type Segment,
  sin,
  type Vector,
} from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { Obstacles, Solid } from '../obstacles/obstacles.js';
import type { WorldView } from '../world-view.js';
import { type NearRobot, nearestFirst, robotsNear } from './near.js';
import { noisyDistance } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { distanceToDisc, distanceToObstacle } from './sight.js';

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
  const robots = nearestFirst(robotsNear(world, own, start + range, self));
  const obstacles = obstaclesAround(world.obstacles, own, start + range);
  const angles = anglesOf(rays);
  const hits: RingHit[] = [];
  for (let i = 0; i < angles.length; i++) {
    const angle = own.heading + angles[i]!;
    const dx = cos(angle);
    const dy = sin(angle);
    const ray = { x: own.x + start * dx, y: own.y + start * dy, dx, dy, maxDistance: range };
    const distance = obstacles === undefined ? Infinity : obstacles.distanceAlong(ray);
    hits.push(firstHit(robots, ray, distance, start));
  }
  return hits;
}

/** The obstacles that a ray could meet, found by one search for all rays; undefined if there are none. */
function obstaclesAround(obstacles: Obstacles, place: Vector, reach: number): NearObstacles | undefined {
  const box = boxAround(place, place, reach * CLEARLY);
  const walls = obstacles.wallIndex.search(box);
  const hasDiscs = obstacles.discsMeeting(box).length > 0;
  const solids = obstacles.solidsIn(box);
  if (walls.length === 0 && !hasDiscs && solids.length === 0) return undefined;
  return new NearObstacles(obstacles, walls, hasDiscs, solids);
}

/** With more walls than this, the index finds those along a ray faster than they can be tried one by one. */
const MAX_TRIED = 32;

class NearObstacles {
  private readonly segments: readonly Segment[] | undefined;

  constructor(
    private readonly obstacles: Obstacles,
    walls: readonly number[],
    hasDiscs: boolean,
    private readonly solids: readonly Solid[],
  ) {
    if (!hasDiscs && walls.length <= MAX_TRIED) this.segments = walls.map((wall) => obstacles.segment(wall));
  }

  /** Distance of the first obstacle along a ray: 0 if the ray starts in one, Infinity if there is none in range. */
  distanceAlong(ray: Ray): number {
    const { obstacles, segments } = this;
    if (segments === undefined) return distanceToObstacle(obstacles, ray);
    if (this.isInSolid(ray)) return 0;
    let first = Infinity;
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]!;
      if (isAside(ray, segment)) continue;
      const distance = raycastSegment(ray, segment)?.distance ?? Infinity;
      if (distance < first) first = distance;
    }
    return first;
  }

  private isInSolid(point: Vector): boolean {
    const { x, y } = point;
    const { solids } = this;
    for (let i = 0; i < solids.length; i++) {
      const { bounds, holds } = solids[i]!;
      if (x >= bounds.minX && x <= bounds.maxX && y >= bounds.minY && y <= bounds.maxY && holds(point)) return true;
    }
    return false;
  }
}

/** Slightly above 1: beyond this factor, no exact test is needed. */
const CLEARLY = 1.000001;

/** Whether a ray clearly passes a disc. */
function isBeside({ x, y, dx, dy }: Ray, disc: Disc): boolean {
  const ox = disc.x - x;
  const oy = disc.y - y;
  const reach = CLEARLY * disc.radius + ROUNDING * (Math.abs(x) + Math.abs(y));
  return Math.abs(ox * dy - oy * dx) > reach || ox * dx + oy * dy < -reach;
}

/** Whether a ray clearly passes a segment: both ends are on one side of it, or behind it. */
function isAside({ x, y, dx, dy }: Ray, { ax, ay, bx, by }: Segment): boolean {
  const slack = ROUNDING * (Math.abs(x) + Math.abs(y) + Math.abs(ax) + Math.abs(ay) + Math.abs(bx) + Math.abs(by));
  const a = (ax - x) * dy - (ay - y) * dx;
  const b = (bx - x) * dy - (by - y) * dx;
  if ((a > slack && b > slack) || (a < -slack && b < -slack)) return true;
  return (ax - x) * dx + (ay - y) * dy < -slack && (bx - x) * dx + (by - y) * dy < -slack;
}

function anglesOf(rays: number | readonly number[]): readonly number[] {
  return typeof rays === 'number' ? Array.from({ length: rays }, (_, ray) => (2 * Math.PI * ray) / rays) : rays;
}

/** The nearest of the robots that a ray meets before `bound`, where it meets an obstacle. */
function firstHit(robots: readonly NearRobot[], ray: Ray, bound: number, start: number): RingHit {
  let nearest = bound;
  let id: number | undefined;
  for (let i = 0; i < robots.length; i++) {
    const robot = robots[i]!;
    // A robot is farther from the centre than from the start of the ray by at most `start`.
    if (robot.distance - start > nearest) break;
    if (isBeside(ray, robot)) continue;
    const distance = distanceToDisc(ray, robot);
    if (distance < nearest) {
      nearest = distance;
      id = robot.id;
    }
  }
  return id === undefined ? { distance: nearest } : { distance: nearest, robot: id };
}

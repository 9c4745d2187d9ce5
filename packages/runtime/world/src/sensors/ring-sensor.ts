import {
  boxAround,
  cos,
  pointDistance,
  type Ray,
  raycastDisc,
  raycastSegment,
  ROUNDING,
  type Segment,
  sin,
  type Vector,
} from '@kineko/geometry';
import type { RandomStream } from '@kineko/kernel';
import type { Obstacles, Solid } from '../obstacles/obstacles.js';
import type { WorldView } from '../world-view.js';
import { candidatesNear } from './near.js';
import { noisyDistance } from './noise.js';
import type { RequestCheck } from './request-check.js';
import { Sensor } from './sensor.js';
import { distanceToObstacle } from './sight.js';

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
  near.find(world, own, start + range, self);
  const obstacles = obstaclesAround(world.obstacles, own, start + range);
  const angles = anglesOf(rays);
  const hits: RingHit[] = [];
  const ray = { x: 0, y: 0, dx: 0, dy: 0, maxDistance: range };
  for (let i = 0; i < angles.length; i++) {
    const angle = own.heading + angles[i]!;
    ray.dx = cos(angle);
    ray.dy = sin(angle);
    ray.x = own.x + start * ray.dx;
    ray.y = own.y + start * ray.dy;
    const length = Math.sqrt(ray.dx * ray.dx + ray.dy * ray.dy);
    const distance = obstacles === undefined ? Infinity : obstacles.distanceAlong(ray, length);
    hits.push(near.firstHit(ray, length, distance, start));
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
    if (!hasDiscs && walls.length <= MAX_TRIED) this.segments = walls.map((wall) => obstacles.wallIndex.segment(wall));
  }

  /** Distance of the first obstacle along a ray: 0 if the ray starts in one, Infinity if there is none in range. */
  distanceAlong(ray: Ray, length: number): number {
    const { obstacles, segments } = this;
    if (segments === undefined) return distanceToObstacle(obstacles, ray);
    if (this.isInSolid(ray)) return 0;
    let first = Infinity;
    for (let i = 0; i < segments.length; i++) {
      const segment = segments[i]!;
      if (isAside(ray, segment)) continue;
      const distance = raycastSegment(ray, segment, length);
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

/** The numbers of a robot near. */
const enum Near {
  X,
  Y,
  RADIUS,
  /** Distance of its rim. */
  DISTANCE,
  SIZE,
}

/** Number of robots for which there is room at first. */
const FIRST_ROOM = 64;

/** The robots around the one that looks: as numbers, since an object for each would take longer to make than the rays take to cast. */
class NearRobots {
  private readonly ids: number[] = [];
  private places = new Float64Array(2 * FIRST_ROOM);
  private numbers = new Float64Array(Near.SIZE * FIRST_ROOM);

  /** Finds the robots at most `reach` metres away, in ascending order, without `self`. */
  find(world: WorldView, { x: ownX, y: ownY }: Vector, reach: number, self: number): void {
    const { ids } = this;
    const candidates = candidatesNear(world, { x: ownX, y: ownY }, reach);
    this.makeRoom(candidates.length);
    const { places, numbers } = this;
    world.readPositions(candidates, places);
    ids.length = 0;
    for (let i = 0; i < candidates.length; i++) {
      const id = candidates[i]!;
      if (id === self) continue;
      const x = places[2 * i]!;
      const y = places[2 * i + 1]!;
      const radius = world.radiusOf(id);
      const distance = Math.max(0, pointDistance({ x: ownX, y: ownY }, { x, y }) - radius);
      if (!(distance <= reach)) continue;
      const at = ids.length * Near.SIZE;
      numbers[at + Near.X] = x;
      numbers[at + Near.Y] = y;
      numbers[at + Near.RADIUS] = radius;
      numbers[at + Near.DISTANCE] = distance;
      ids.push(id);
    }
  }

  private makeRoom(count: number): void {
    if (2 * count <= this.places.length) return;
    this.places = new Float64Array(4 * count);
    this.numbers = new Float64Array(2 * Near.SIZE * count);
  }

  /**
   * The first robot that a ray meets before `bound`, where it meets an obstacle. Of several at the same distance, the one whose
   * rim is nearest, then the lowest id.
   *
   * @param length Length of the direction of the ray.
   * @param start Distance of the start of the ray from the centre.
   */
  firstHit(ray: Ray, length: number, bound: number, start: number): RingHit {
    const { ids, numbers } = this;
    let nearest = bound;
    let first = -1;
    for (let i = 0; i < ids.length; i++) {
      const at = i * Near.SIZE;
      // A robot is farther from the centre than from the start of the ray by at most `start`.
      if (numbers[at + Near.DISTANCE]! - start > nearest || this.isBeside(ray, at)) continue;
      const x = numbers[at + Near.X]!;
      const y = numbers[at + Near.Y]!;
      const distance = raycastDisc(ray, { x, y, radius: numbers[at + Near.RADIUS]! }, length);
      if (distance > nearest) continue;
      if (distance === nearest && !(first >= 0 && this.isNearer(i, first))) continue;
      nearest = distance;
      first = i;
    }
    return first < 0 ? { distance: nearest } : { distance: nearest, robot: ids[first]! };
  }

  private isNearer(a: number, b: number): boolean {
    const { numbers } = this;
    return numbers[a * Near.SIZE + Near.DISTANCE]! < numbers[b * Near.SIZE + Near.DISTANCE]!;
  }

  /** Whether a ray clearly passes a robot. */
  private isBeside({ x, y, dx, dy }: Ray, at: number): boolean {
    const { numbers } = this;
    const ox = numbers[at + Near.X]! - x;
    const oy = numbers[at + Near.Y]! - y;
    const reach = CLEARLY * numbers[at + Near.RADIUS]! + ROUNDING * (Math.abs(x) + Math.abs(y));
    return Math.abs(ox * dy - oy * dx) > reach || ox * dx + oy * dy < -reach;
  }
}

/** Filled again by every request. */
const near = new NearRobots();

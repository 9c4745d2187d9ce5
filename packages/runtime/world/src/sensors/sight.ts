/** Ray casts and lines of sight among obstacles. All shapes are closed: a graze is a hit, as in `raycast.ts`. */
import {
  type Box,
  boxAround,
  comparePoints,
  cos,
  type Disc,
  pointDistance,
  type Ray,
  raycastDisc,
  ROUNDING,
  sin,
  type Vector,
} from '@kineko/geometry';
import type { Obstacles } from '../obstacles/obstacles.js';

/** Metres: the square of a shorter distance underflows, and with it the direction. */
const SAME_PLACE = 1e-150;

/** A ray from a point at an angle to the x axis. */
export function rayAt(from: Vector, angle: number, maxDistance: number): Ray {
  return { x: from.x, y: from.y, dx: cos(angle), dy: sin(angle), maxDistance };
}

/** Distance of the first obstacle along a ray: 0 if the ray starts in one, Infinity if there is none in range. */
export function distanceToObstacle(obstacles: Obstacles, ray: Ray): number {
  if (obstacles.solidAt(ray.x, ray.y) !== undefined) return 0;
  const wall = obstacles.wallIndex.raycast(ray);
  const upToWall = { ...ray, maxDistance: Math.min(ray.maxDistance, wall) };
  return obstacles
    .discsMeeting(boundsOfRay(upToWall))
    .reduce((nearest, number) => Math.min(nearest, raycastDisc(upToWall, obstacles.disc(number))), wall);
}

/** Whether no obstacle and none of the discs meets the straight line between two points; symmetric in the two points. */
export function canSee(obstacles: Obstacles, from: Vector, to: Vector, discs: Iterable<Disc> = []): boolean {
  const [a, b] = comparePoints(from, to) <= 0 ? [from, to] : [to, from];
  const ray = rayBetween(a, b, pointDistance(a, b));
  if (ray === undefined) return true;
  for (const disc of discs) if (raycastDisc(ray, disc) < Infinity) return false;
  return distanceToObstacle(obstacles, ray) === Infinity;
}

/**
 * Whether no obstacle hides an object from a point. An object may be fixed to an obstacle, or fill one, so an obstacle at
 * its rim, or behind it, does not hide it.
 */
export function canSeeObject(obstacles: Obstacles, from: Vector, object: Vector, size: number): boolean {
  const distance = pointDistance(from, object);
  const slack = ROUNDING * (Math.abs(from.x) + Math.abs(from.y) + Math.abs(object.x) + Math.abs(object.y) + distance);
  const ray = rayBetween(from, object, distance - size - slack);
  return ray === undefined || distanceToObstacle(obstacles, ray) === Infinity;
}

/** Undefined if the distance is 0 or too short for a direction. */
function rayBetween(from: Vector, to: Vector, maxDistance: number): Ray | undefined {
  if (!(maxDistance > SAME_PLACE)) return undefined;
  return { x: from.x, y: from.y, dx: to.x - from.x, dy: to.y - from.y, maxDistance };
}

function boundsOfRay({ x, y, dx, dy, maxDistance }: Ray): Box {
  const share = maxDistance / Math.sqrt(dx * dx + dy * dy);
  return boxAround({ x, y }, { x: x + dx * share, y: y + dy * share }, 0);
}

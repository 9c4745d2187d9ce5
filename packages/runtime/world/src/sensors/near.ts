/**
 * Robots and obstacles near a point. Distances are measured from that point to their nearest point, on the rim or wall, and
 * are 0 inside.
 */
import {
  boxAround,
  closestPointOnSegment,
  type Disc,
  MAX_COORDINATE,
  pointDistance,
  pointSegmentDistance,
  ROUNDING,
  type Vector,
} from '@kineko/geometry';
import type { Obstacles } from '../obstacles/obstacles.js';
import { sortByKey } from '../small-sort.js';
import type { WorldView } from '../world-view.js';

/** Metres: no distance in the domain is larger; limits searches with a larger range. */
export const MAX_DISTANCE = 4 * MAX_COORDINATE;

export interface NearRobot extends Disc {
  readonly id: number;
  /** Distance to the rim. */
  readonly distance: number;
}

/** Robots, in ascending order, among which are all that are at most `reach` metres away. */
export function candidatesNear(world: WorldView, place: Vector, reach: number): number[] {
  const centres = Math.min(reach, MAX_DISTANCE) + world.largestRadius;
  // Slightly more than needed, so that rounding of the sum loses no robot on the border.
  return world.robotsWithin(place.x, place.y, centres * (1 + ROUNDING));
}

/** The robots at most `reach` metres away, in ascending order, without `self`. */
export function robotsNear(world: WorldView, place: Vector, reach: number, self: number): NearRobot[] {
  const candidates = candidatesNear(world, place, reach);
  const near: NearRobot[] = [];
  for (let i = 0; i < candidates.length; i++) {
    const id = candidates[i]!;
    if (id === self) continue;
    const robot = nearRobot(world, place, id);
    if (robot.distance <= reach) near.push(robot);
  }
  return near;
}

/** Sorts robots by their distance; of equal distances, the order stays. */
export function nearestFirst(robots: NearRobot[]): NearRobot[] {
  return sortByKey(robots, ({ distance }) => distance);
}

export function nearRobot(world: WorldView, place: Vector, id: number): NearRobot {
  const { x, y } = world.poseOf(id);
  const radius = world.radiusOf(id);
  return { id, x, y, radius, distance: Math.max(0, pointDistance(place, { x, y }) - radius) };
}

interface NearObstacle {
  readonly id: number;
  readonly distance: number;
  /**
   * A point in the direction of the obstacle: its nearest point, or the centre of a disc; the observer's own position if it
   * is inside.
   */
  readonly toward: Vector;
}

/**
 * The obstacles at most `reach` metres away, in ascending order, one entry each. (If several solids overlap, only the first
 * counts as having an inside; for the others the distance to the outline is measured.)
 */
export function obstaclesNear(obstacles: Obstacles, place: Vector, reach: number): NearObstacle[] {
  const nearest = new Map<number, NearObstacle>();
  const take = (id: number, distance: number, toward: Vector): void => {
    const known = nearest.get(id);
    if (known === undefined || distance < known.distance) nearest.set(id, { id, distance, toward });
  };
  const { x, y } = place;
  for (const number of obstacles.discsMeeting(boxAround(place, place, reach))) {
    const disc = obstacles.disc(number);
    const distance = rimDistance(place, disc);
    if (distance <= reach) take(obstacles.ownerOfDisc[number]!, distance, { x: disc.x, y: disc.y });
  }
  const holder = obstacles.solidAt(x, y);
  if (holder !== undefined) take(holder, 0, { x, y });
  for (const wall of obstacles.wallIndex.withinDistance(place, reach)) {
    const segment = obstacles.segment(wall);
    take(obstacles.ownerOfWall[wall]!, pointSegmentDistance(place, segment), closestPointOnSegment(segment, place));
  }
  return [...nearest.values()].sort((a, b) => a.id - b.id);
}

/** A point in the direction of an obstacle, as seen from a point about `reach` away. */
export function whereObstacleIs(obstacles: Obstacles, id: number, place: Vector, reach: number): Vector {
  const shape = obstacles.shapes[id];
  if (shape?.kind === 'disc') return { x: shape.x, y: shape.y };
  for (let metres = reach * (1 + ROUNDING); metres < 2 * MAX_DISTANCE; metres *= 2) {
    const found = obstaclesNear(obstacles, place, metres).find((near) => near.id === id);
    if (found !== undefined) return found.toward;
  }
  return place; // an obstacle without an outline: everything is dark
}

function rimDistance(place: Vector, disc: Disc): number {
  return Math.max(0, pointDistance(place, disc) - disc.radius);
}

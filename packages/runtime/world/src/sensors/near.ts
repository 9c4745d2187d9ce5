/**
 * Who is near a place. Distances are measured from the place to the nearest point of the other, its rim or wall, and are
 * 0 inside it.
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
import type { WorldView } from '../world-view.js';

/** Metres: nothing in the domain is farther from anything. Whoever asks for more is spared a search of empty space. */
export const MAX_DISTANCE = 4 * MAX_COORDINATE;

export interface NearRobot extends Disc {
  readonly id: number;
  /** To the rim. */
  readonly distance: number;
}

/** The robots at most so many metres away, in ascending order, without one of them. */
export function robotsNear(world: WorldView, place: Vector, reach: number, self: number): NearRobot[] {
  const centres = Math.min(reach, MAX_DISTANCE) + world.largestRadius;
  // A little more than is needed, so that no rounding of the sum loses someone on the border.
  const candidates = world.robotsWithin(place.x, place.y, centres * (1 + ROUNDING));
  return candidates
    .filter((id) => id !== self)
    .map((id) => nearRobot(world, place, id))
    .filter(({ distance }) => distance <= reach);
}

export function nearRobot(world: WorldView, place: Vector, id: number): NearRobot {
  const { x, y } = world.poseOf(id);
  const radius = world.radiusOf(id);
  return { id, x, y, radius, distance: rimDistance(place, { x, y, radius }) };
}

export interface NearObstacle {
  readonly id: number;
  readonly distance: number;
  /** Where it is seen: its nearest point; of a disc the centre, which is in the same direction; inside it the place. */
  readonly toward: Vector;
}

/**
 * The obstacles at most so many metres away, in ascending order, one entry each. (Of several solids that overlap, only
 * the first counts as having an inside; of the others the outline is measured.)
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

/** Where an obstacle is seen from a place that is about `reach` away from it. */
export function whereObstacleIs(obstacles: Obstacles, id: number, place: Vector, reach: number): Vector {
  const shape = obstacles.shapes[id];
  if (shape?.kind === 'disc') return { x: shape.x, y: shape.y };
  for (let metres = reach * (1 + ROUNDING); metres < 2 * MAX_DISTANCE; metres *= 2) {
    const found = obstaclesNear(obstacles, place, metres).find((near) => near.id === id);
    if (found !== undefined) return found.toward;
  }
  return place; // an obstacle without an outline: all is dark
}

function rimDistance(place: Vector, disc: Disc): number {
  return Math.max(0, pointDistance(place, disc) - disc.radius);
}

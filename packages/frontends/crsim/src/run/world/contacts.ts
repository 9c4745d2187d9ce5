/** Directions of contacts. */
import { closestPointOnSegment, pointSegmentDistance, type Vector } from '@kineko/geometry';
import type { World } from '@kineko/world';

/** Walls within this fraction beyond the radius are touched. */
const SLACK = 1e-6;

/** Unit vectors from the robot's centre to each robot, disc and wall that it touches. */
export function contactsOf(world: World, robot: number): Vector[] {
  const touched = world.touching(robot);
  if (touched.length === 0) return [];
  const here = world.poseOf(robot);
  const places = touched.flatMap(({ kind, id }): Vector[] => {
    if (kind === 'robot') return [world.poseOf(id)];
    const shape = world.obstacles.shapes[id];
    return shape?.kind === 'disc' ? [shape] : wallsOf(world, id, here, world.radiusOf(robot) * (1 + SLACK));
  });
  return places.flatMap(({ x, y }) => {
    const [dx, dy] = [x - here.x, y - here.y];
    const distance = Math.sqrt(dx * dx + dy * dy);
    return distance > 0 ? [{ x: dx / distance, y: dy / distance }] : [];
  });
}

function wallsOf({ obstacles }: World, id: number, here: Vector, reach: number): Vector[] {
  return [...obstacles.wallIndex.withinDistance(here, reach)]
    .filter((wall) => obstacles.ownerOfWall[wall] === id)
    .map((wall) => obstacles.segment(wall))
    .filter((segment) => pointSegmentDistance(here, segment) <= reach)
    .map((segment) => closestPointOnSegment(segment, here));
}

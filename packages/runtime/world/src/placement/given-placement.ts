import { type Box, checkCoordinate, checkRadius } from '@kineko/geometry';
import { areCoordinates, isRadius } from '../dynamics/checks.js';
import { DiscGrid, type Ground, type PlacedDisc } from './disc-grid.js';

/**
 * Problems of given positions: robots that overlap each other or an obstacle, or lie outside the area. Lists all problems in
 * the order of ids, with both parties and the depth. Touching is allowed.
 */
export function problemsOfPlacement(robots: readonly PlacedDisc[], area: Box | undefined, ground: Ground): string[] {
  const order = robots.toSorted((a, b) => a.id - b.id);
  const problems: string[] = [];
  const largest = order.reduce((radius, disc) => Math.max(radius, disc.radius), 0);
  const grid = new DiscGrid(largest, order.length);
  for (const robot of order) {
    const { id, x, y, radius } = robot;
    const problem = problemOfDisc(robot);
    if (problem !== undefined) {
      problems.push(problem);
      continue;
    }
    const outside = area === undefined ? 0 : depthOutside(robot, area);
    if (outside > 0) problems.push(`${subjectOf(robot)} reaches ${outside} m beyond the area ${described(area!)}`);
    const obstacle = ground.overlapOf(x, y, radius);
    if (obstacle !== undefined) problems.push(`${subjectOf(robot)} overlaps ${obstacle.with} by ${obstacle.depth} m`);
    const other = grid.deepestOverlap(x, y, radius);
    if (other !== undefined) {
      const { with: disc, depth } = other;
      problems.push(`${subjectOf(robot)} overlaps robot ${disc.id} at (${disc.x}, ${disc.y}) by ${depth} m`);
    }
    grid.add(id, x, y, radius);
  }
  return problems;
}

/** A radius or a position that the geometry does not support. */
function problemOfDisc({ id, x, y, radius }: PlacedDisc): string | undefined {
  // Names are made only if they are needed: there may be a million robots.
  if (areCoordinates(x, y) && isRadius(radius)) return undefined;
  try {
    checkRadius(`the radius of robot ${id}`, radius);
    checkCoordinate(`the x of robot ${id}`, x);
    checkCoordinate(`the y of robot ${id}`, y);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function subjectOf({ id, x, y, radius }: PlacedDisc): string {
  return `robot ${id} at (${x}, ${y}) with radius ${radius}`;
}

/** By how much a disc reaches beyond the area, in the worst direction; not positive when it is inside. */
function depthOutside({ x, y, radius }: PlacedDisc, { minX, minY, maxX, maxY }: Box): number {
  return Math.max(minX - (x - radius), x + radius - maxX, minY - (y - radius), y + radius - maxY);
}

function described({ minX, minY, maxX, maxY }: Box): string {
  return `from (${minX}, ${minY}) to (${maxX}, ${maxY})`;
}

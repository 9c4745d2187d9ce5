import { type Box, checkCoordinate, checkRadius } from '@kineko/geometry';
import { DiscGrid, type Ground, type PlacedDisc } from './disc-grid.js';

/**
 * Problems of given positions: robots that overlap each other or an obstacle, or lie outside the area. All of them, in the
 * order of ids, with both parties and the depth. Touching is allowed.
 */
export function problemsOfPlacement(robots: readonly PlacedDisc[], area: Box | undefined, ground: Ground): string[] {
  const order = [...robots].sort((a, b) => a.id - b.id);
  const problems: string[] = [];
  const grid = new DiscGrid(order.reduce((largest, { radius }) => Math.max(largest, radius), 0));
  for (const robot of order) {
    const { id, x, y, radius } = robot;
    const subject = `robot ${id} at (${x}, ${y}) with radius ${radius}`;
    try {
      checkRadius(`the radius of robot ${id}`, radius);
      checkCoordinate(`the x of robot ${id}`, x);
      checkCoordinate(`the y of robot ${id}`, y);
    } catch (error) {
      problems.push((error as Error).message);
      continue;
    }
    const outside = area === undefined ? 0 : depthOutside(robot, area);
    if (outside > 0) problems.push(`${subject} reaches ${outside} m beyond the area ${described(area!)}`);
    const obstacle = ground.overlapOf(x, y, radius);
    if (obstacle !== undefined) problems.push(`${subject} overlaps ${obstacle.with} by ${obstacle.depth} m`);
    const other = grid.deepestOverlap(x, y, radius);
    if (other !== undefined) {
      const { with: disc, depth } = other;
      problems.push(`${subject} overlaps robot ${disc.id} at (${disc.x}, ${disc.y}) by ${depth} m`);
    }
    grid.add(robot);
  }
  return problems;
}

/** By how much a disc reaches beyond the area, in the worst direction; not positive when it is inside. */
function depthOutside({ x, y, radius }: PlacedDisc, { minX, minY, maxX, maxY }: Box): number {
  return Math.max(minX - (x - radius), x + radius - maxX, minY - (y - radius), y + radius - maxY);
}

function described({ minX, minY, maxX, maxY }: Box): string {
  return `from (${minX}, ${minY}) to (${maxX}, ${maxY})`;
}

/** The moves of a cycle: destination, position reached, and the other party of a collision. */
import type { Party } from '@kineko/formats/trace';
import { cos, pointDistance, sin } from '@kineko/geometry';
import type { DeecoMove } from '../../format/log/move-records.js';
import type { Body, CycleMove, Outcome } from '../engine/cycle-engine.js';
import { type Disc, Neighbourhood } from '../engine/neighbourhood.js';

/** A robot with a gap below this, in pixels, at the end of a cycle counts as touched. Larger than the gaps that engines leave. */
const NEAR = 0.02;

/** Obstacle id of the map and of the walls around the field. */
const MAP = 0;

/** The moves of the robots that were ordered to move; one that did not complete its path has collided. */
export function movesOf(
  bodies: readonly Body[],
  orders: readonly CycleMove[],
  outcomes: readonly Outcome[],
): readonly DeecoMove[] {
  const after = outcomes.map(({ x, y }, i) => ({ x, y, size: bodies[i]!.size }));
  let near: Neighbourhood | undefined;
  return orders.flatMap(({ type, speed }, robot) => {
    if (type !== 'MOVE' && type !== 'ROTATE_AND_MOVE') return [];
    const { x, y } = bodies[robot]!;
    const { angle, degree, x: reachedX, y: reachedY } = outcomes[robot]!;
    const hasCollided = degree < 1;
    if (hasCollided) near ??= new Neighbourhood(after, NEAR);
    const partner = hasCollided ? partnerOf(robot, outcomes[robot]!, after, near!) : undefined;
    const move: DeecoMove = {
      robot,
      from: { x, y },
      to: { x: x + speed * sin(angle), y: y + speed * cos(angle) },
      reached: { x: reachedX, y: reachedY },
      angle,
      speed,
      hasCollided,
      ...(partner && { partner }),
    };
    return [move];
  });
}

function partnerOf(robot: number, { collisionPoints }: Outcome, after: readonly Disc[], near: Neighbourhood): Party {
  const { x, y } = after[robot]!;
  // The other robot may have been moved back as well; then it is the nearest one.
  const other =
    nearestTo(robot, after, near.around(x, y), NEAR) ??
    (collisionPoints.length > 0 ? undefined : nearestTo(robot, after, after.keys(), Infinity));
  return other === undefined ? { kind: 'obstacle', id: MAP } : { kind: 'robot', id: other };
}

/** The robot nearest to another one, among those whose gap is less than a limit. */
function nearestTo(robot: number, discs: readonly Disc[], others: Iterable<number>, limit: number): number | undefined {
  const { x, y, size } = discs[robot]!;
  let nearest: number | undefined;
  let least = limit;
  for (const other of others) {
    if (other === robot) continue;
    const disc = discs[other]!;
    const gap = pointDistance(disc, { x, y }) - size - disc.size;
    if (gap < least) [nearest, least] = [other, gap];
  }
  return nearest;
}

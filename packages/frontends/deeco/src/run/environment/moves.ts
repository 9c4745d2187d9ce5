/** What became of the orders of a cycle: who was to go, how far each got, and who was in its way. */
import type { Party } from '@kineko/formats/trace';
import { cos, pointDistance, sin } from '@kineko/geometry';
import type { DeecoMove } from '../../format/log/move-records.js';
import type { Body, Order, Outcome } from '../engine/cycle-engine.js';
import { Neighbourhood } from '../engine/neighbourhood.js';

/** Pixels: who is as near as this when a cycle is over has been touched in it. More than either engine leaves between two. */
const NEAR = 0.02;

/** The obstacle that records make of the map, and of the walls around the field. */
const MAP = 0;

/** Of those who were to go somewhere; who did not get all of the way has collided. */
export function movesOf(
  bodies: readonly Body[],
  orders: readonly Order[],
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

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function partnerOf(robot: number, { collisionPoints }: Outcome, after: readonly Disc[], near: Neighbourhood): Party {
  const { x, y } = after[robot]!;
  // A robot that was in its way may have been taken back as well: then it is the nearest one.
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

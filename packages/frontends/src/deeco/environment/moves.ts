/** What became of the orders of a cycle: who was to go, how far each got, and who was in its way. */
import type { DeecoMove } from '@kineko/formats/deeco';
import type { Party } from '@kineko/formats/trace';
import { cos, sin } from '@kineko/geometry';
import type { Body, Order, Outcome } from '../engine/cycle-engine.js';
import { Neighbourhood } from '../engine/near.js';

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

/** As pairs: two robots that run into each other collide once. */
export function collisionsAmong(moves: readonly DeecoMove[]): number {
  const pairs = new Set<string>();
  for (const { robot, hasCollided, partner } of moves) {
    if (!hasCollided) continue;
    const pair = partner?.kind === 'robot' ? [robot, partner.id].sort((a, b) => a - b) : [robot];
    pairs.add(pair.join(' '));
  }
  return pairs.size;
}

interface Disc {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Undefined if it touches nothing any more: whoever was in its way has been taken back as well. */
function partnerOf(
  robot: number,
  { collisionPoints }: Outcome,
  after: readonly Disc[],
  near: Neighbourhood,
): Party | undefined {
  const other = nearestTo(robot, after, near);
  if (other !== undefined) return { kind: 'robot', id: other };
  return collisionPoints.length > 0 ? { kind: 'obstacle', id: MAP } : undefined;
}

/** The robot that another touches. */
function nearestTo(robot: number, discs: readonly Disc[], near: Neighbourhood): number | undefined {
  const { x, y, size } = discs[robot]!;
  let nearest: number | undefined;
  let least = NEAR;
  for (const other of near.around(x, y)) {
    if (other === robot) continue;
    const disc = discs[other]!;
    const gap = Math.hypot(disc.x - x, disc.y - y) - size - disc.size;
    if (gap < least) [nearest, least] = [other, gap];
  }
  return nearest;
}

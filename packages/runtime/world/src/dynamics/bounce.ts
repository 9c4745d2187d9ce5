import { closestPointOnSegment, type Vector, WALL_LENGTH } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { Body } from './body-layout.js';

/** Elastic collision of two bodies that touch; masses are proportional to areas. `a` and `b` are offsets of records. */
export function bounceOffBody(bodies: Float64Array, a: number, b: number): void {
  const dx = bodies[b + Body.X]! - bodies[a + Body.X]!;
  const dy = bodies[b + Body.Y]! - bodies[a + Body.Y]!;
  const massA = bodies[a + Body.RADIUS]! * bodies[a + Body.RADIUS]!;
  const massB = bodies[b + Body.RADIUS]! * bodies[b + Body.RADIUS]!;
  const closing =
    (bodies[b + Body.VX]! - bodies[a + Body.VX]!) * dx + (bodies[b + Body.VY]! - bodies[a + Body.VY]!) * dy;
  const impulse = (2 * closing) / ((massA + massB) * (dx * dx + dy * dy));
  bodies[a + Body.VX]! += impulse * massB * dx;
  bodies[a + Body.VY]! += impulse * massB * dy;
  bodies[b + Body.VX]! -= impulse * massA * dx;
  bodies[b + Body.VY]! -= impulse * massA * dy;
}

/**
 * 2^-80: if the square of the closing speed is a larger share of the squares of the speeds, the bounce certainly changes
 * velocities.
 */
const SURE = 8.271806125530277e-25;

const scratch = new Float64Array(2 * Body.SIZE);

/**
 * Whether a bounce would separate two bodies that move straight and touch now. If they close so slowly that no velocity
 * changes by even the last bit, or only because of rounding, they slide along each other: a bounce would be followed by
 * another at the same instant.
 */
export function bodiesBounce(bodies: Bodies, a: number, b: number, now: number): boolean {
  const { records } = bodies;
  const atA = a * Body.SIZE;
  const atB = b * Body.SIZE;
  const ax = records[atA + Body.VX]!;
  const ay = records[atA + Body.VY]!;
  const bx = records[atB + Body.VX]!;
  const by = records[atB + Body.VY]!;
  const secondsA = now - records[atA + Body.START]!;
  const secondsB = now - records[atB + Body.START]!;
  const dx = records[atB + Body.X]! + bx * secondsB - (records[atA + Body.X]! + ax * secondsA);
  const dy = records[atB + Body.Y]! + by * secondsB - (records[atA + Body.Y]! + ay * secondsA);
  const closing = (bx - ax) * dx + (by - ay) * dy;
  if (!(closing < 0)) return false;
  const speeds = ax * ax + ay * ay + bx * bx + by * by;
  if (closing * closing > SURE * (dx * dx + dy * dy) * speeds) return true;
  writeNow(bodies, a, now, 0);
  writeNow(bodies, b, now, Body.SIZE);
  bounceOffBody(scratch, 0, Body.SIZE);
  return (
    scratch[Body.VX] !== ax ||
    scratch[Body.VY] !== ay ||
    scratch[Body.SIZE + Body.VX] !== bx ||
    scratch[Body.SIZE + Body.VY] !== by
  );
}

/** As `bodiesBounce`, for a body and a fixture. */
export function fixtureBounces(
  bodies: Bodies,
  slot: number,
  walls: Float64Array,
  fixture: number,
  now: number,
): boolean {
  writeNow(bodies, slot, now, 0);
  const [x, y, vx, vy] = [scratch[Body.X]!, scratch[Body.Y]!, scratch[Body.VX]!, scratch[Body.VY]!];
  const nearest = nearestOfFixture(bodies, { x, y }, walls, fixture);
  if (!(vx * (nearest.x - x) + vy * (nearest.y - y) > 0)) return false;
  reflect(scratch, 0, nearest);
  return scratch[Body.VX] !== vx || scratch[Body.VY] !== vy;
}

function writeNow(bodies: Bodies, slot: number, now: number, at: number): void {
  scratch[at + Body.X] = bodies.xAt(slot, now);
  scratch[at + Body.Y] = bodies.yAt(slot, now);
  scratch[at + Body.VX] = bodies.vxAt(slot, now);
  scratch[at + Body.VY] = bodies.vyAt(slot, now);
  scratch[at + Body.RADIUS] = bodies.records[slot * Body.SIZE + Body.RADIUS]!;
}

/** Reflects a body that touches a wall or a fixed disc; returns the direction of the fixture. */
export function bounceOffFixture(bodies: Bodies, slot: number, walls: Float64Array, fixture: number): Vector {
  const { records } = bodies;
  const at = slot * Body.SIZE;
  return reflect(
    records,
    at,
    nearestOfFixture(bodies, { x: records[at + Body.X]!, y: records[at + Body.Y]! }, walls, fixture),
  );
}

function reflect(records: Float64Array, at: number, nearest: Vector): Vector {
  const dx = nearest.x - records[at + Body.X]!;
  const dy = nearest.y - records[at + Body.Y]!;
  const into = (records[at + Body.VX]! * dx + records[at + Body.VY]! * dy) / (dx * dx + dy * dy);
  records[at + Body.VX]! -= 2 * into * dx;
  records[at + Body.VY]! -= 2 * into * dy;
  return { x: dx, y: dy };
}

/** The point of a wall that is nearest to a given point, or the centre of a fixed disc, which is in the same direction. */
export function nearestOfFixture(
  { records, count }: Bodies,
  place: Vector,
  walls: Float64Array,
  fixture: number,
): Vector {
  const wallCount = walls.length / WALL_LENGTH;
  if (fixture >= wallCount) {
    const disc = (count + fixture - wallCount) * Body.SIZE;
    return { x: records[disc + Body.X]!, y: records[disc + Body.Y]! };
  }
  const w = fixture * WALL_LENGTH;
  const wall = { ax: walls[w]!, ay: walls[w + 1]!, bx: walls[w + 2]!, by: walls[w + 3]! };
  return closestPointOnSegment(wall, place);
}

import { closestPointOnSegment, type Vector, WALL_LENGTH } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { bodyRecord } from './body-layout.js';

const { RADIUS, RECORD, START, VX, VY, X, Y } = bodyRecord;

/** Elastic collision of two bodies that touch; masses are proportional to areas. `a` and `b` are offsets of records. */
export function bounceOffBody(bodies: Float64Array, a: number, b: number): void {
  const dx = bodies[b + X]! - bodies[a + X]!;
  const dy = bodies[b + Y]! - bodies[a + Y]!;
  const massA = bodies[a + RADIUS]! * bodies[a + RADIUS]!;
  const massB = bodies[b + RADIUS]! * bodies[b + RADIUS]!;
  const closing = (bodies[b + VX]! - bodies[a + VX]!) * dx + (bodies[b + VY]! - bodies[a + VY]!) * dy;
  const impulse = (2 * closing) / ((massA + massB) * (dx * dx + dy * dy));
  bodies[a + VX]! += impulse * massB * dx;
  bodies[a + VY]! += impulse * massB * dy;
  bodies[b + VX]! -= impulse * massA * dx;
  bodies[b + VY]! -= impulse * massA * dy;
}

/**
 * 2^-80: if the square of the closing speed is a larger share of the squares of the speeds, the bounce certainly changes
 * velocities.
 */
const SURE = 8.271806125530277e-25;

const scratch = new Float64Array(2 * RECORD);

/**
 * Whether a bounce would separate two bodies that move straight and touch now. If they close so slowly that no velocity
 * changes by even the last bit, or only because of rounding, they slide along each other: a bounce would be followed by
 * another at the same instant.
 */
export function bodiesBounce(bodies: Bodies, a: number, b: number, now: number): boolean {
  const { records } = bodies;
  const atA = a * RECORD;
  const atB = b * RECORD;
  const ax = records[atA + VX]!;
  const ay = records[atA + VY]!;
  const bx = records[atB + VX]!;
  const by = records[atB + VY]!;
  const secondsA = now - records[atA + START]!;
  const secondsB = now - records[atB + START]!;
  const dx = records[atB + X]! + bx * secondsB - (records[atA + X]! + ax * secondsA);
  const dy = records[atB + Y]! + by * secondsB - (records[atA + Y]! + ay * secondsA);
  const closing = (bx - ax) * dx + (by - ay) * dy;
  if (!(closing < 0)) return false;
  const speeds = ax * ax + ay * ay + bx * bx + by * by;
  if (closing * closing > SURE * (dx * dx + dy * dy) * speeds) return true;
  writeNow(bodies, a, now, 0);
  writeNow(bodies, b, now, RECORD);
  bounceOffBody(scratch, 0, RECORD);
  return scratch[VX] !== ax || scratch[VY] !== ay || scratch[RECORD + VX] !== bx || scratch[RECORD + VY] !== by;
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
  const [x, y, vx, vy] = [scratch[X]!, scratch[Y]!, scratch[VX]!, scratch[VY]!];
  const nearest = nearestOfFixture(bodies, { x, y }, walls, fixture);
  if (!(vx * (nearest.x - x) + vy * (nearest.y - y) > 0)) return false;
  reflect(scratch, 0, nearest);
  return scratch[VX] !== vx || scratch[VY] !== vy;
}

function writeNow(bodies: Bodies, slot: number, now: number, at: number): void {
  scratch[at + X] = bodies.xAt(slot, now);
  scratch[at + Y] = bodies.yAt(slot, now);
  scratch[at + VX] = bodies.vxAt(slot, now);
  scratch[at + VY] = bodies.vyAt(slot, now);
  scratch[at + RADIUS] = bodies.records[slot * RECORD + RADIUS]!;
}

/** Reflects a body that touches a wall or a fixed disc; returns the direction of the fixture. */
export function bounceOffFixture(bodies: Bodies, slot: number, walls: Float64Array, fixture: number): Vector {
  const { records } = bodies;
  const at = slot * RECORD;
  return reflect(records, at, nearestOfFixture(bodies, { x: records[at + X]!, y: records[at + Y]! }, walls, fixture));
}

function reflect(records: Float64Array, at: number, nearest: Vector): Vector {
  const dx = nearest.x - records[at + X]!;
  const dy = nearest.y - records[at + Y]!;
  const into = (records[at + VX]! * dx + records[at + VY]! * dy) / (dx * dx + dy * dy);
  records[at + VX]! -= 2 * into * dx;
  records[at + VY]! -= 2 * into * dy;
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
    const disc = (count + fixture - wallCount) * RECORD;
    return { x: records[disc + X]!, y: records[disc + Y]! };
  }
  const w = fixture * WALL_LENGTH;
  const wall = { ax: walls[w]!, ay: walls[w + 1]!, bx: walls[w + 2]!, by: walls[w + 3]! };
  return closestPointOnSegment(wall, place);
}

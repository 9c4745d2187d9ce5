import { closestPointOnSegment, type Vector, WALL_LENGTH } from '@kineko/geometry';
import type { Bodies } from './bodies.js';
import { bodyRecord } from './body-records.js';

const { RADIUS, RECORD, VX, VY, X, Y } = bodyRecord;

/** Two bodies that touch part elastically; masses are as the areas. `a` and `b`: where their records begin. */
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

/** A body that touches a wall, or a fixed disc, is reflected by it. Returns the direction of the fixture. */
export function bounceOffFixture(bodies: Bodies, slot: number, walls: Float64Array, fixture: number): Vector {
  const { records } = bodies;
  const at = slot * RECORD;
  const nearest = towards(bodies, slot, walls, fixture);
  const dx = nearest.x - records[at + X]!;
  const dy = nearest.y - records[at + Y]!;
  const into = (records[at + VX]! * dx + records[at + VY]! * dy) / (dx * dx + dy * dy);
  records[at + VX]! -= 2 * into * dx;
  records[at + VY]! -= 2 * into * dy;
  return { x: dx, y: dy };
}

/** A point in the direction in which a fixture pushes back. */
function towards({ records, count }: Bodies, slot: number, walls: Float64Array, fixture: number): Vector {
  const wallCount = walls.length / WALL_LENGTH;
  if (fixture >= wallCount) {
    const disc = (count + fixture - wallCount) * RECORD;
    return { x: records[disc + X]!, y: records[disc + Y]! };
  }
  const w = fixture * WALL_LENGTH;
  const wall = { ax: walls[w]!, ay: walls[w + 1]!, bx: walls[w + 2]!, by: walls[w + 3]! };
  return closestPointOnSegment(wall, { x: records[slot * RECORD + X]!, y: records[slot * RECORD + Y]! });
}

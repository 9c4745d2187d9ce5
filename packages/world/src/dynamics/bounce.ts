import { closestPointOnSegment, WALL_LENGTH } from '@kineko/geometry';
import { RADIUS, VX, VY, X, Y } from './body-records.js';

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

/** A body that touches a wall is reflected by it. */
export function bounceOffWall(bodies: Float64Array, body: number, walls: Float64Array, wall: number): void {
  const w = wall * WALL_LENGTH;
  const centre = { x: bodies[body + X]!, y: bodies[body + Y]! };
  const nearest = closestPointOnSegment(
    { ax: walls[w]!, ay: walls[w + 1]!, bx: walls[w + 2]!, by: walls[w + 3]! },
    centre,
  );
  const dx = nearest.x - centre.x;
  const dy = nearest.y - centre.y;
  const into = (bodies[body + VX]! * dx + bodies[body + VY]! * dy) / (dx * dx + dy * dy);
  bodies[body + VX]! -= 2 * into * dx;
  bodies[body + VY]! -= 2 * into * dy;
}

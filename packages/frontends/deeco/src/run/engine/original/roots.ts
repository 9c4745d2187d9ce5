/** When a point that goes straight is at a distance from another one. */

export interface Roots {
  readonly plus: number;
  readonly minus: number;
}

/**
 * The times at which |(dx, dy) + t · (vx, vy)| = distance, NaN if there are none. The order of the operations is part of the
 * log: another one is other last digits.
 */
export function meetingTimes(dx: number, dy: number, vx: number, vy: number, distance: number): Roots {
  const a = vx * vx + vy * vy;
  const b = 2 * (dx * vx + dy * vy);
  const c = dx * dx + dy * dy - distance * distance;
  const root = Math.sqrt(b * b - 4 * a * c);
  return { plus: (-b + root) / (2 * a), minus: (-b - root) / (2 * a) };
}

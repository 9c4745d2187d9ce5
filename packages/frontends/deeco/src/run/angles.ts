/** Angles of the playground: radians, 0 faces down (y grows downward), π/2 to the right. */
import { atan2, cos, sin } from '@kineko/geometry';

/** The same direction, in (−π, π]. */
export function normalizeAngle(angle: number): number {
  return atan2(sin(angle), cos(angle));
}

/** The direction from one point to another. */
export function angleBetween(fromX: number, fromY: number, toX: number, toY: number): number {
  return atan2(toX - fromX, toY - fromY);
}

/** The direction from one point to another relative to the heading `facing`: 0 is straight ahead. */
export function subjectiveAngleBetween(fromX: number, fromY: number, facing: number, toX: number, toY: number): number {
  return normalizeAngle(angleBetween(fromX, fromY, toX, toY) - facing);
}

/** The playground compares squared distances everywhere. */
export function squaredDistance(fromX: number, fromY: number, toX: number, toY: number): number {
  const dx = toX - fromX;
  const dy = toY - fromY;
  return dx * dx + dy * dy;
}

/** Converts like Java: with one multiplication. */
export function radiansOf(degrees: number): number {
  return degrees * 0.017453292519943295;
}

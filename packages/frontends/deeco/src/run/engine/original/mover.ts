/** A robot within a cycle: it makes its whole move at once and is then moved back along it as far as necessary. */
import { cos, sin } from '@kineko/geometry';
import { normalizeAngle } from '../../angles.js';
import type { Body, CycleMove } from '../cycle-engine.js';

export class Mover {
  readonly size: number;
  readonly speed: number;
  readonly angle: number;
  /** Position at the start of the cycle. */
  readonly startX: number;
  readonly startY: number;
  /** Displacement of a whole cycle. */
  readonly wayX: number;
  readonly wayY: number;
  x: number;
  y: number;
  /** The completed part of its path, from 0 to 1. */
  degree: number;

  constructor({ x, y, angle, size }: Body, { type, speed, rotation }: CycleMove) {
    this.size = size;
    this.speed = speed;
    this.angle = type === 'ROTATE' || type === 'ROTATE_AND_MOVE' ? normalizeAngle(angle + rotation) : angle;
    this.startX = x;
    this.startY = y;
    this.wayX = speed * sin(this.angle);
    this.wayY = speed * cos(this.angle);
    const isMoving = type === 'MOVE' || type === 'ROTATE_AND_MOVE';
    this.x = isMoving ? x + this.wayX : x;
    this.y = isMoving ? y + this.wayY : y;
    this.degree = isMoving ? 1 : 0;
  }

  /** Moves it back to a part of its path; its turn stays. */
  backTo(degree: number): void {
    this.x = this.startX + this.wayX * degree;
    this.y = this.startY + this.wayY * degree;
    this.degree = degree;
  }
}

/**
 * The times at which |(dx, dy) + t · (vx, vy)| = distance, NaN if there are none. Logs depend on the order of the operations: a
 * different one changes the last digits.
 */
export function meetingTimes(
  dx: number,
  dy: number,
  vx: number,
  vy: number,
  distance: number,
): { readonly plus: number; readonly minus: number } {
  const a = vx * vx + vy * vy;
  const b = 2 * (dx * vx + dy * vy);
  const c = dx * dx + dy * dy - distance * distance;
  const root = Math.sqrt(b * b - 4 * a * c);
  return { plus: (-b + root) / (2 * a), minus: (-b - root) / (2 * a) };
}

/**
 * The playground's only tolerance: in pixels for distances and radii, in squared pixels for squares, and as a part of a cycle
 * for times. Logs depend on it. Bodies may overlap walls by this much.
 */
export const TOLERANCE = 0.01;

/** Clamps a time to an interval that it misses by less than the tolerance; undefined if it misses it by more. */
export function bounded(time: number, low: number, high: number): number | undefined {
  if (time > low && time < high) return time;
  if (time <= low && time > low - TOLERANCE) return low;
  if (time >= high && time < high + TOLERANCE) return high;
  return undefined;
}

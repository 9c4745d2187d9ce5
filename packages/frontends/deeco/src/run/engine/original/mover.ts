/** A robot in the course of a cycle: it has gone all of its way, and is taken back on it as far as it must be. */
import { cos, sin } from '@kineko/geometry';
import { normalizeAngle } from '../../angles.js';
import type { Body, Order } from '../cycle-engine.js';

export class Mover {
  readonly size: number;
  readonly speed: number;
  readonly angle: number;
  /** Where it was at the start of the cycle. */
  readonly startX: number;
  readonly startY: number;
  /** A cycle's way. */
  readonly wayX: number;
  readonly wayY: number;
  x: number;
  y: number;
  /** How much of its way it has gone. */
  degree: number;

  constructor({ x, y, angle, size }: Body, { type, speed, rotation }: Order) {
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

  /** Its turn is never taken back. */
  backTo(degree: number): void {
    this.x = this.startX + this.wayX * degree;
    this.y = this.startY + this.wayY * degree;
    this.degree = degree;
  }
}

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

/**
 * The playground's one tolerance. In pixels where it is added to a distance or a radius, in squared pixels where to a square, as a
 * share of a cycle where to a time: it was written so, and logs depend on it. Bodies may overlap walls by this much.
 */
export const TOLERANCE = 0.01;

/** A time that misses its interval by less than the tolerance counts as its end; undefined if it misses it by more. */
export function bounded(time: number, low: number, high: number): number | undefined {
  if (time > low && time < high) return time;
  if (time <= low && time > low - TOLERANCE) return low;
  if (time >= high && time < high + TOLERANCE) return high;
  return undefined;
}

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

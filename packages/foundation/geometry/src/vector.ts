import type { Vector } from './pose.js';

/** The few operations on vectors that everything uses, in plain doubles. */

export function difference(a: Vector, b: Vector): Vector {
  return { x: a.x - b.x, y: a.y - b.y };
}

export function dot(a: Vector, b: Vector): number {
  return a.x * b.x + a.y * b.y;
}

export function lengthOf({ x, y }: Vector): number {
  return Math.sqrt(x * x + y * y);
}

/** |x| + |y|: a size for bounds on errors. */
export function sizeOf({ x, y }: Vector): number {
  return Math.abs(x) + Math.abs(y);
}

/** The larger of |x| and |y|. */
export function largestOf({ x, y }: Vector): number {
  return Math.max(Math.abs(x), Math.abs(y));
}

/** The unit vector in the same direction; (1, 0) for the zero vector. */
export function unit(v: Vector): Vector {
  const length = lengthOf(v);
  return length === 0 ? { x: 1, y: 0 } : { x: v.x / length, y: v.y / length };
}

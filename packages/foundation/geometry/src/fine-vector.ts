import { add, type DoubleDouble, double, multiply, subtract } from './double-double.js';
import type { Vector } from './pose.js';

/** A vector in double-double. */
export interface FineVector {
  readonly x: DoubleDouble;
  readonly y: DoubleDouble;
}

export function fine({ x, y }: Vector): FineVector {
  return { x: double(x), y: double(y) };
}

export function rounded({ x, y }: FineVector): Vector {
  return { x: x.hi, y: y.hi };
}

export function fineSum(a: FineVector, b: FineVector): FineVector {
  return { x: add(a.x, b.x), y: add(a.y, b.y) };
}

export function fineDifference(a: FineVector, b: FineVector): FineVector {
  return { x: subtract(a.x, b.x), y: subtract(a.y, b.y) };
}

export function fineDot(a: FineVector, b: FineVector): DoubleDouble {
  return add(multiply(a.x, b.x), multiply(a.y, b.y));
}

/** Positive when b is to the left of a. */
export function fineCross(a: FineVector, b: FineVector): DoubleDouble {
  return subtract(multiply(a.x, b.y), multiply(a.y, b.x));
}

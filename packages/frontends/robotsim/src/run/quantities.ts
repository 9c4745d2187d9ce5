/** Ranges of the numbers that authors pass, in their units: no more than the world can represent. */
import { MAX_COORDINATE, MAX_SPEED, MIN_SPEED } from '@kineko/geometry';
import { expected } from '@kineko/formats/problem';

export interface Quantity {
  readonly min: number;
  readonly max: number;
  /** Description of the expected value, for messages. */
  readonly what: string;
}

function quantity(min: number, max: number, what: string): Quantity {
  return { min, max, what };
}

export const SPEED = quantity(MIN_SPEED, MAX_SPEED, 'a number of metres per second above 0 (from 2^-30 to 2^30)');
/** Negative for backward. */
export const VELOCITY = quantity(-MAX_SPEED, MAX_SPEED, 'a finite number of metres per second (from -2^30 to 2^30)');
/** The bounds are just inside 2^-30 and 2^20 rad/s. */
export const TURN_SPEED = quantity(1e-7, 6e7, 'a number of degrees per second above 0 (from 1e-7 to 6e7)');
/** Negative for clockwise. */
export const TURN_VELOCITY = quantity(-6e7, 6e7, 'a finite number of degrees per second (from -6e7 to 6e7)');
/** The bound is just inside 2^30 rad. */
export const ANGLE = quantity(-6e10, 6e10, 'a finite number of degrees (from -6e10 to 6e10)');
/** Angle between the two edges. */
export const OPENING = quantity(0, 360, 'degrees from 0 to 360');
export const COORDINATE = quantity(-MAX_COORDINATE, MAX_COORDINATE, 'a finite number of metres (from -2^30 to 2^30)');
export const DISTANCE = quantity(-Number.MAX_VALUE, Number.MAX_VALUE, 'a finite number of metres');
export const LENGTH = quantity(Number.MIN_VALUE, Number.MAX_VALUE, 'a finite number of metres above 0');
/** May be infinite. */
export const DURATION = quantity(0, Infinity, 'seconds, 0 or more');
export const SECONDS = quantity(0, Number.MAX_VALUE, 'a finite number of seconds, 0 or more');

export function fits(value: unknown, { min, max }: Quantity): boolean {
  return typeof value === 'number' && value >= min && value <= max;
}

/** `moveSpeed: expected …, got -1`. */
export function misfit(name: string, value: unknown, what: string): string {
  return `${name}: ${expected(what, value)}`;
}

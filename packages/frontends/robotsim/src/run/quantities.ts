import { MAX_COORDINATE, MAX_SPEED, MIN_SPEED } from '@kineko/geometry';

/** What a number that an author gives may be, in his units: no more than the world can hold. */
export interface Quantity {
  readonly least: number;
  readonly most: number;
  /** For messages. */
  readonly right: string;
}

/** Metres per second of who goes. */
export const SPEED: Quantity = {
  least: MIN_SPEED,
  most: MAX_SPEED,
  right: 'metres per second, a number above 0 (from 2^-30 to 2^30)',
};
/** The same, backward too, or none at all. */
export const VELOCITY: Quantity = {
  least: -MAX_SPEED,
  most: MAX_SPEED,
  right: 'metres per second, a finite number (from -2^30 to 2^30)',
};
/** Just inside 2^-30 and 2^20 rad/s. */
export const TURN_SPEED: Quantity = {
  least: 1e-7,
  most: 6e7,
  right: 'degrees per second, a number above 0 (from 1e-7 to 6e7)',
};
/** The same, clockwise too, or none at all. */
export const TURN_VELOCITY: Quantity = {
  least: -6e7,
  most: 6e7,
  right: 'degrees per second, a finite number (from -6e7 to 6e7)',
};
/** Just inside 2^30 rad. */
export const ANGLE: Quantity = { least: -6e10, most: 6e10, right: 'degrees, a finite number (from -6e10 to 6e10)' };
/** From edge to edge. */
export const OPENING: Quantity = { least: 0, most: 360, right: 'degrees, from 0 to 360' };
export const COORDINATE: Quantity = {
  least: -MAX_COORDINATE,
  most: MAX_COORDINATE,
  right: 'metres, a finite number (from -2^30 to 2^30)',
};
export const DISTANCE: Quantity = {
  least: -Number.MAX_VALUE,
  most: Number.MAX_VALUE,
  right: 'metres, a finite number',
};
export const LENGTH: Quantity = {
  least: Number.MIN_VALUE,
  most: Number.MAX_VALUE,
  right: 'metres, a finite number above 0',
};
/** For ever is allowed. */
export const DURATION: Quantity = { least: 0, most: Infinity, right: 'seconds, 0 or more' };
export const SECONDS: Quantity = { least: 0, most: Number.MAX_VALUE, right: 'seconds, a finite number, 0 or more' };

export function fits(value: unknown, { least, most }: Quantity): boolean {
  return typeof value === 'number' && value >= least && value <= most;
}

/** `moveSpeed is -1; right would be metres per second, …` */
export function refusal(name: string, value: unknown, right: string): string {
  return `${name} is ${typeof value === 'string' ? `'${value}'` : String(value)}; right would be ${right}`;
}

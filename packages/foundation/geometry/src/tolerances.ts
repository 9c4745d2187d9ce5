/**
 * The domain of the geometry and its tolerances, each named once. Within the domain no product of the contact solvers
 * overflows or underflows, and times keep at least 20 bits below the second. Values beyond are rejected at the boundary
 * (scenario loaders, command parsers, constructors of legs), so that the solvers need no checks.
 */

const TWO_30 = 1_073_741_824;
const TWO_20 = 1_048_576;

/** Metres from the origin. Neighbouring numbers there are 2.4e-7 m apart. */
export const MAX_COORDINATE = TWO_30;
/** Metres. */
export const MIN_RADIUS = 1 / TWO_20;
export const MAX_RADIUS = TWO_20;
/** Metres per second; a speed is 0 or within these. */
export const MIN_SPEED = 1 / TWO_30;
export const MAX_SPEED = TWO_30;
/** Radians per second; a rate of turning is 0 or within these. */
export const MIN_TURN_RATE = 1 / TWO_30;
export const MAX_TURN_RATE = TWO_20;
/** Seconds: 68 years. Neighbouring numbers there are 4.8e-7 s apart. */
export const MAX_TIME = 2 * TWO_30;
/** Radians: a heading may have accumulated many turns. */
export const MAX_HEADING = TWO_30;

/** Half the distance from 1 to the next number: the relative error of one rounded operation. */
export const UNIT_ROUNDOFF = Number.EPSILON / 2;

/**
 * 2^-48: bound on the error of a handful of rounded operations, as a share of the numbers in them. Where plain doubles
 * decide, shapes closer than this count as touching, and points that stick out by less as inside; at 2^30 m that is 4 µm.
 */
export const ROUNDING = 32 * UNIT_ROUNDOFF;

/**
 * 2^-45, as a share of |x| + R (the largest coordinate, and the sum of the radii): bodies that touch and close, but go no
 * deeper into each other than this along their legs, slide. It is a depth, not an angle, and half of the overlap that
 * rounding may cause, so that a heading computed to be tangential slides.
 */
export const SLIDE = 256 * UNIT_ROUNDOFF;

/** 2^-44, as a share of |x| + R: bodies this close count as touching where slides and contacts are distinguished. */
export const TOUCHING_GAP = 512 * UNIT_ROUNDOFF;

/** A tolerance never exceeds this share of R, however far a small body is from the origin. */
const MAX_OF_RADIUS = 1 / 1024;

/** |x| + R, from which depths and gaps are measured; limited so that TOUCHING_GAP of it stays far below R. */
export function slideSize(coordinate: number, sum: number): number {
  return Math.min(coordinate + sum, (MAX_OF_RADIUS / TOUCHING_GAP) * sum);
}

/** An input outside the domain. */
export class DomainError extends RangeError {
  override readonly name = 'DomainError';

  constructor(what: string, value: number, expected: string) {
    super(`${what}: expected ${expected}, got ${value}`);
  }
}

export function checkCoordinate(what: string, value: number): void {
  if (!(Math.abs(value) <= MAX_COORDINATE)) throw new DomainError(what, value, 'at most 2^30 m from 0');
}

export function checkRadius(what: string, value: number): void {
  if (!(value >= MIN_RADIUS && value <= MAX_RADIUS)) {
    throw new DomainError(what, value, '2^-20 to 2^20 m');
  }
}

export function checkSpeed(what: string, value: number): void {
  const size = Math.abs(value);
  if (!(size === 0 || (size >= MIN_SPEED && size <= MAX_SPEED))) {
    throw new DomainError(what, value, '0 or 2^-30 to 2^30 m/s');
  }
}

export function checkTurnRate(what: string, value: number): void {
  const size = Math.abs(value);
  if (!(size === 0 || (size >= MIN_TURN_RATE && size <= MAX_TURN_RATE))) {
    throw new DomainError(what, value, '0 or 2^-30 to 2^20 rad/s');
  }
}

export function checkHeading(what: string, value: number): void {
  if (!(Math.abs(value) <= MAX_HEADING)) throw new DomainError(what, value, 'at most 2^30 rad from 0');
}

export function checkTime(what: string, value: number): void {
  if (!(value >= 0 && value <= MAX_TIME)) throw new DomainError(what, value, '0 to 2^31 s');
}

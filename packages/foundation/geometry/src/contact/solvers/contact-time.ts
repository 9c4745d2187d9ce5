import { sumError } from '../../double-double.js';
import { UNIT_ROUNDOFF } from '../../tolerances.js';

/** 2^-46, as a share of R: the overlap that may remain where the time of a contact was rounded up. */
export const ROUNDED_IN = 128 * UNIT_ROUNDOFF;
/** A positive number times this is the next smaller one. */
export const NEXT_BELOW = 1 - UNIT_ROUNDOFF;

/**
 * The instant some seconds after another, rounded so that the bodies do not overlap then. Late clocks are coarse: at 1e9 s
 * a body at 1,000 m/s moves 0.1 mm from one instant to the next. Rounded to the nearest instant, a contact of small bodies
 * would come when they have passed through each other.
 *
 * @param speed Largest closing speed in m/s.
 * @param sum R, the sum of the radii.
 */
export function contactTime(from: number, seconds: number, speed: number, sum: number): number {
  const time = from + seconds;
  const late = -sumError(from, seconds, time);
  return late > 0 && late * speed > ROUNDED_IN * sum ? time * NEXT_BELOW : time;
}

import { sumError } from '../../double-double.js';
import { UNIT_ROUNDOFF } from '../../tolerances.js';

/** 2^-46, as a share of R: an overlap that is no larger may remain where the time of a contact was rounded up. */
export const ROUNDED_IN = 128 * UNIT_ROUNDOFF;
/** Times this, a positive number becomes the next smaller one. */
export const NEXT_BELOW = 1 - UNIT_ROUNDOFF;

/**
 * The instant some seconds after another, rounded so that the bodies do not overlap then. Late clocks are coarse: at 1e9 s
 * a body at 1,000 m/s moves 0.1 mm from one instant to the next. Rounded to the nearest instant, contacts of small bodies
 * would come when they are through each other.
 *
 * @param speed At which they close at most, in m/s.
 * @param sum R, the sum of the radii.
 */
export function contactTime(from: number, seconds: number, speed: number, sum: number): number {
  const time = from + seconds;
  const late = -sumError(from, seconds, time);
  return late > 0 && late * speed > ROUNDED_IN * sum ? time * NEXT_BELOW : time;
}

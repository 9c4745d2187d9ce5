import { cos, sin } from './elementary.js';

/**
 * Headings in degrees. Authors and logs use degrees; legs use radians, since rates and circles need them. Requested headings
 * are stored in degrees, so that a thousand quarter turns end exactly where one would: sums of degrees lose far less than
 * sums of radians, and the reduction to one turn loses nothing.
 */
const DEGREE = Math.PI / 180;

export function degreesOf(radians: number): number {
  return radians / DEGREE;
}

export function radiansOf(degrees: number): number {
  return degrees * DEGREE;
}

/** The same direction in [0, 360); exact, except that a tiny negative angle rounds to a full turn, which is 0. */
export function reducedDegrees(degrees: number): number {
  // The common case, within a turn or two: sums of this size are exact, and far cheaper than a remainder.
  if (degrees >= 0 && degrees < 720) return (degrees < 360 ? degrees : degrees - 360) + 0;
  if (degrees < 0 && degrees > -360) return degrees + 360 === 360 ? 0 : degrees + 360;
  const rest = degrees % 360;
  const reduced = rest < 0 ? rest + 360 : rest;
  // A tiny negative angle rounds to a full turn; -0 becomes 0.
  return reduced === 360 ? 0 : reduced + 0;
}

/** The cosine of an angle in degrees in [0, 360]; exact at multiples of 90. */
export function cosDegrees(degrees: number): number {
  return quarterCosine(degrees, Math.round(degrees / 90));
}

/** The sine of an angle in degrees in [0, 360]; exact at multiples of 90. */
export function sinDegrees(degrees: number): number {
  const quarter = Math.round(degrees / 90);
  // sin(rest + 90° quarter) = cos(rest + 90° (quarter - 1))
  return quarterCosine(degrees, quarter, quarter - 1);
}

/** The cosine of an angle that is `rest` away from `quarter` quarter turns, as if there were `shown` of them. */
function quarterCosine(degrees: number, quarter: number, shown = quarter): number {
  // Exact: the two differ by less than a factor of two, or one is 0.
  const rest = (degrees - 90 * quarter) * DEGREE;
  switch (shown & 3) {
    case 0:
      return cos(rest);
    case 1:
      return 0 - sin(rest);
    case 2:
      return 0 - cos(rest);
    default:
      return sin(rest);
  }
}
